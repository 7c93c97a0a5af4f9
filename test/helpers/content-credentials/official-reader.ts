import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import init, { WasmReader } from '@contentauth/c2pa-wasm';

/** What the reader says of a file. */
export interface ReadSeal {
  state: 'Trusted' | 'Valid' | 'Invalid';
  /** The codes of what speaks for and against it. */
  success: string[];
  informational: string[];
  failure: string[];
  issuer: string;
  /** From the time stamp; undefined without one. */
  time: string | undefined;
  assertions: Record<string, unknown>;
}

let loaded: Promise<unknown> | undefined;

/** The official reader of the Content Authenticity Initiative, which has nothing in common with the library that signs. */
export async function readSeal(jpeg: Uint8Array, { anchors }: { anchors?: string } = {}): Promise<ReadSeal> {
  loaded ??= readFile(createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm')).then(
    (module) => init({ module_or_path: module }),
  );
  await loaded;
  const settings = anchors === undefined ? null : JSON.stringify({ trust: { trust_anchors: anchors } });
  const reader = await WasmReader.fromBytes('image/jpeg', jpeg, settings);
  try {
    return summary(JSON.parse(reader.json()));
  } finally {
    reader.free();
  }
}

/** `unreadable`: the reader found no credentials that it could read. */
export async function sealState(
  jpeg: Uint8Array,
  options: { anchors?: string } = {},
): Promise<ReadSeal['state'] | 'unreadable'> {
  return readSeal(jpeg, options).then(
    ({ state }) => state,
    () => 'unreadable',
  );
}

interface Store {
  active_manifest: string;
  validation_state: ReadSeal['state'];
  validation_results?: {
    activeManifest?: Record<'success' | 'informational' | 'failure', { code: string }[]>;
  };
  manifests: Record<
    string,
    {
      signature_info: { issuer: string; time?: string };
      assertions: { label: string; data: unknown }[];
    }
  >;
}

function summary(store: Store): ReadSeal {
  const manifest = store.manifests[store.active_manifest];
  const results = store.validation_results?.activeManifest;
  const codes = (kind: 'success' | 'informational' | 'failure') =>
    results?.[kind].map(({ code }) => code) ?? [];
  return {
    state: store.validation_state,
    success: codes('success'),
    informational: codes('informational'),
    failure: codes('failure'),
    issuer: manifest?.signature_info.issuer ?? '',
    time: manifest?.signature_info.time,
    assertions: Object.fromEntries((manifest?.assertions ?? []).map(({ label, data }) => [label, data])),
  };
}
