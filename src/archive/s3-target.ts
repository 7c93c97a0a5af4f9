import type { Clock } from '../platform/clock.ts';
import type { GuardedClient } from '../webhooks/client/guarded-client.ts';
import { failureOf } from './failures.ts';
import { EMPTY_SHA256, encodedPath, signedHeaders } from './signature-v4.ts';
import type { ArchiveAccess, ArchiveTarget } from './target.ts';

/** A bucket, with its name in the path: every server knows that form, and no name has to be looked up for it. */
export function createS3Target(
  access: ArchiveAccess,
  { client, clock }: { client: Pick<GuardedClient, 'send'>; clock: Clock },
): ArchiveTarget {
  const { url, bucket, prefix, region, username, password } = access;
  const credentials = { accessKeyId: username, secret: password, region };
  const base = new URL(url);

  function urlOf(name: string): URL {
    const key = prefix === '' ? name : `${prefix}/${name}`;
    const folder = base.pathname.replace(/\/+$/, '');
    return new URL(`${base.origin}${folder}/${encodedPath(`${bucket}/${key}`)}`);
  }

  return {
    async put(name, { bytes, sha256, contentType, chunks }) {
      const target = urlOf(name);
      const signed = signedHeaders(
        credentials,
        {
          method: 'PUT',
          url: target,
          bodySha256: sha256,
          headers: { 'content-type': contentType, 'x-amz-meta-sha256': sha256 },
        },
        clock(),
      );
      const headers = { ...signed, 'content-length': String(bytes) };
      const exchange = await client.send(target.href, { method: 'PUT', headers, body: chunks });
      return failureOf(exchange, 's3');
    },

    async delete(name) {
      const target = urlOf(name);
      const headers = signedHeaders(
        credentials,
        { method: 'DELETE', url: target, bodySha256: EMPTY_SHA256 },
        clock(),
      );
      return failureOf(await client.send(target.href, { method: 'DELETE', headers }), 's3');
    },
  };
}
