import { sha256Hex } from './crypto.ts';
import { ConnectionError, errorOf, VerificationError } from './errors.ts';
import { createResources, type Resources } from './generated/resources.ts';
import { createTransport, type ShutterpostOptions } from './transport.ts';

export * from './errors.ts';
export type * from './generated/resources.ts';
export type * from './generated/types.ts';
export { type ReceivedReturn, type Return, verifyReturn } from './returns.ts';
export type { CallOptions, CreateOptions, Page, Pages, ShutterpostOptions } from './transport.ts';
export { type ReceivedWebhook, verifyWebhook, type WebhookEvent } from './webhooks.ts';

export interface Shutterpost extends Resources {
  /** The photo's file, once it is sure that it is the one that the customer sent. */
  downloadPhoto(photo: { url: string; sha256: string }): Promise<Uint8Array>;
}

/** A client of one installation with one key. */
export function createShutterpost(options: ShutterpostOptions): Shutterpost {
  const { fetch: request = fetch, timeoutMs = 30_000 } = options;
  return {
    ...createResources(createTransport(options)),
    async downloadPhoto({ url, sha256 }) {
      // The link is signed: the key would only be told to a bucket.
      const response = await request(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(
        (cause: unknown) => {
          throw new ConnectionError('The photo could not be read.', { cause });
        },
      );
      if (!response.ok) throw errorOf(response, await response.json().catch(() => undefined));
      const file = new Uint8Array(await response.arrayBuffer());
      if ((await sha256Hex(file)) !== sha256)
        throw new VerificationError('The photo is not the one that was sent.');
      return file;
    },
  };
}
