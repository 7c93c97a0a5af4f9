import { expect, it } from 'vitest';
import { sourceHash } from '../../scripts/wasm-module.ts';
import { SOURCE_SHA256 } from '../../src/photos/jpeg-scan-wasm.ts';

it('should follow codes by what is in wasm/: run npm run wasm', () => {
  expect(SOURCE_SHA256).toBe(sourceHash());
});
