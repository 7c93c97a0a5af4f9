import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Of the source a compiled module was made from: nothing else tells that one of them was changed without the other. */
export function sourceHash(source: string): string {
  return hash('sha256', readFileSync(source), 'hex');
}

export function moduleText(compiled: Buffer, sourceSha256: string): string {
  return `// Written by \`npm run wasm\` from wasm/jpeg-scan.ts.
export const SOURCE_SHA256 = '${sourceSha256}';
export const COMPILED =
  '${compiled.toString('base64')}';
`;
}
