import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generatedSdkFiles } from '../../packages/generator/main.ts';
import { PROJECT_ROOT } from '../helpers/process/child-process.ts';

it('should have SDKs that follow the OpenAPI document (`npm run sdks`)', () => {
  for (const [file, text] of Object.entries(generatedSdkFiles(PROJECT_ROOT))) {
    const path = join(PROJECT_ROOT, file);
    expect(existsSync(path) && readFileSync(path, 'utf8') === text, file).toBe(true);
  }
});
