import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import { notFound } from '../platform/errors.ts';
import { SIGNED_LINK } from '../platform/http/access.ts';
import type { App } from '../platform/http/typed-app.ts';
import { createSecrets, type Secrets } from '../platform/secrets.ts';
import { MAX_PHOTO_BYTES } from '../shared/photo-limits.ts';
import { tooLarge } from './receive-file.ts';

const PATH = '/probe/upload';
const LIFETIME_MS = 5 * 60_000;

/** Where a server counts the bytes of one body, so that `doctor` learns what the proxies in front let through. */
export function uploadProbePath(secretKey: string, now: number): string {
  const expires = String(now + LIFETIME_MS);
  return `${PATH}?expires=${expires}&signature=${createSecrets(secretKey).sign('upload-probes', expires)}`;
}

export type IsUploadProbe = (query: Record<string, unknown>) => boolean;

/** Whether a call comes from someone who knows the secret key: a stranger must not make us read for nothing. */
export function createIsUploadProbe(deps: { secrets: Secrets; clock: Clock }): IsUploadProbe {
  const { secrets, clock } = deps;
  return ({ expires, signature }) =>
    typeof expires === 'string' &&
    typeof signature === 'string' &&
    Number(expires) >= clock() &&
    secrets.verify('upload-probes', expires, signature);
}

export function uploadProbeRoutes(app: App, { isUploadProbe }: { isUploadProbe: IsUploadProbe }): void {
  // In a scope of its own, where a body is not parsed.
  (app as unknown as FastifyInstance).register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.put(
      PATH,
      {
        config: { access: SIGNED_LINK, takesTime: true },
        schema: { hide: true },
        onRequest: async (request) => {
          if (!isUploadProbe(request.query as Record<string, unknown>)) throw notFound('This address');
        },
      },
      async (request) => ({
        bytes: await countBytes(request.body as Readable | undefined),
        forwarded: request.headers['x-forwarded-for'] !== undefined,
      }),
    );
  });
}

async function countBytes(body: Readable | undefined): Promise<number> {
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_PHOTO_BYTES) throw tooLarge();
  }
  return bytes;
}
