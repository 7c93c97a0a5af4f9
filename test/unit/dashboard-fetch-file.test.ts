import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchFile } from '../../web/dashboard/pages/photo-requests/detail/fetch-file.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A server that sends half of the file and keeps the rest back; it notices when no one wants it any more. */
function serveHalf() {
  const { promise: abandoned, resolve } = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        stream.enqueue(new Uint8Array(5));
        signal.addEventListener('abort', () => {
          stream.error(signal.reason);
          resolve();
        });
      },
    });
    return new Response(body, { headers: { 'content-length': '10' } });
  });
  return abandoned;
}

describe('a file that is fetched', () => {
  it('should be given up, and never be saved, when its reader leaves the page', async () => {
    const abandoned = serveHalf();
    const leaving = new AbortController();
    const fetched = fetchFile('/photos.zip', leaving.signal, (share) => {
      expect(share).toBe(0.5);
      leaving.abort();
    });
    await expect(fetched).rejects.toThrow();
    await abandoned;
  });
});
