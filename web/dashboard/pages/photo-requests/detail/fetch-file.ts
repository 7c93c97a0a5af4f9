import { errorOf, unreachable } from '../../../api/api-error.ts';
import { nameOf } from './file-name.ts';

export interface FetchedFile {
  name: string;
  blob: Blob;
}

/** Fetches a file and tells how much of it is there, from 0 to 1. */
export async function fetchFile(
  address: string,
  signal: AbortSignal,
  onShare: (share: number) => void,
): Promise<FetchedFile> {
  const response = await fetch(address, { signal }).catch(() => {
    throw unreachable();
  });
  if (!response.ok || response.body === null) throw await errorOf(response);
  const length = Number(response.headers.get('content-length'));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw unreachable();
    });
    if (done) break;
    parts.push(value);
    received += value.byteLength;
    if (length > 0) onShare(Math.min(1, received / length));
  }
  const type = response.headers.get('content-type') ?? '';
  return { name: nameOf(response.headers.get('content-disposition')), blob: new Blob(parts, { type }) };
}
