import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatedSdkFiles } from '../packages/generator/main.ts';

const root = join(import.meta.dirname, '..');
for (const [file, text] of Object.entries(generatedSdkFiles(root))) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
