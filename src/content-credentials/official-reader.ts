import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { ReadCredentials } from '../shared/seal-verdict.ts';

/** The official reader of the Content Authenticity Initiative, in this process; the page runs the same one in the browser. */
export async function loadOfficialReader(): Promise<ReadCredentials> {
  const { default: init, WasmReader } = await import('@contentauth/c2pa-wasm');
  const module = createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm');
  await init({ module_or_path: await readFile(module) });
  return async (jpeg, settings) => {
    const reader = await WasmReader.fromBytes('image/jpeg', jpeg, settings);
    try {
      return reader.json();
    } finally {
      reader.free();
    }
  };
}
