import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sourceHash } from '../../scripts/wasm-module.ts';
import { SOURCE_SHA256 } from '../../src/photos/jpeg-scan-wasm.ts';

it('should follow codes by what wasm/jpeg-scan.ts says: run npm run wasm', () => {
  expect(SOURCE_SHA256).toBe(sourceHash(join(import.meta.dirname, '../../wasm/jpeg-scan.ts')));
});
