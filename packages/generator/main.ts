import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { goFiles } from './go.ts';
import { readModel } from './model.ts';
import { phpFiles } from './php.ts';
import { pythonFiles } from './python.ts';
import { typescriptFiles } from './typescript.ts';

/** Every file of the SDKs that follows from the OpenAPI document, or is the server's own, by its path in the project. */
export function generatedSdkFiles(root: string): Record<string, string> {
  const model = readModel(root);
  return {
    ...below('packages/typescript/src/generated', {
      ...typescriptFiles(model),
      'listener.ts': readFileSync(join(root, 'src', 'cli', 'listener.ts'), 'utf8'),
    }),
    ...below('packages/python/src/shutterpost/generated', pythonFiles(model)),
    ...below('packages/go', goFiles(model)),
    ...below('packages/php/src/Generated', phpFiles(model)),
  };
}

function below(folder: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}
