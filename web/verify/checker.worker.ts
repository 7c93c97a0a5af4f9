import init, { WasmReader } from '@contentauth/c2pa-wasm';
import wasm from '@contentauth/c2pa-wasm/c2pa.wasm?url';
import { type ReadCredentials, type Trust, type Verdict, verifySeal } from '../../src/shared/seal-verdict.ts';

export interface CheckTask {
  file: Blob;
  trust: Trust;
}

export type CheckAnswer = { verdict: Verdict } | { failure: string };

/** The page's types do not tell that this runs in a worker. */
const worker = self as unknown as {
  onmessage: ((event: MessageEvent<CheckTask>) => void) | null;
  postMessage(answer: CheckAnswer): void;
};

let loaded: Promise<unknown> | undefined;

worker.onmessage = async ({ data: { file, trust } }) => {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    worker.postMessage({ verdict: await verifySeal(bytes, trust, read) });
  } catch (error) {
    worker.postMessage({ failure: String(error) });
  }
};

/** What is not even a JPEG file is known without it. */
const read: ReadCredentials = async (jpeg, settings) => {
  loaded ??= init({ module_or_path: wasm });
  await loaded;
  const reader = await WasmReader.fromBytes('image/jpeg', jpeg, settings);
  try {
    return reader.json();
  } finally {
    reader.free();
  }
};
