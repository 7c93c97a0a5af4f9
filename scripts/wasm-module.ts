import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of the sources a module was compiled from: nothing else tells that one of them was changed without the other. */
export function sourceHash(): string {
  const folder = join(import.meta.dirname, '..', 'wasm');
  const sources = globSync('*.ts', { cwd: folder }).sort();
  return hash('sha256', Buffer.concat(sources.map((name) => readFileSync(join(folder, name)))), 'hex');
}

export function moduleText(compiled: Buffer, sourceSha256: string): string {
  return `// Written by \`npm run wasm\` from what is in wasm/.
export const SOURCE_SHA256 = '${sourceSha256}';
export const COMPILED =
  '${compiled.toString('base64')}';
`;
}
