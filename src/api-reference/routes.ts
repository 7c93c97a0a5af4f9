import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { acceptedEncoding } from '../pages/send-page.ts';
import { PUBLIC } from '../platform/http/access.ts';
import { type CorsOrigins, shareAcrossOrigins } from '../platform/http/cross-origin.ts';
import { isUnchanged } from '../platform/http/entity-tag.ts';
import type { App } from '../platform/http/typed-app.ts';
import { loadOnce } from '../platform/once.ts';
import { projectFile } from '../platform/project-files.ts';

const brotliOf = promisify(brotliCompress);
const gzipOf = promisify(gzip);
const DOCUMENT = projectFile('docs/openapi.json');

/** Quick enough for the first caller; the strongest takes seconds and saves a few kilobytes. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** The document is generated from the routes' schemas (`npm run openapi`) and compared with them in the tests. */
export function openApiRoutes(
  app: App,
  { publicUrl, corsOrigins }: { publicUrl: string; corsOrigins: CorsOrigins },
): void {
  const document = loadOnce(() => readDocument(publicUrl));
  app.get(
    '/openapi.json',
    {
      ...shareAcrossOrigins(app, '/openapi.json', { access: PUBLIC, origins: corsOrigins }),
      config: { access: PUBLIC },
      schema: { hide: true },
    },
    async (request, reply) => {
      const { text, gzip, br, hash } = await document();
      const encoding = acceptedEncoding(request as FastifyRequest);
      const etag = `"${hash}${encoding === undefined ? '' : `-${encoding}`}"`;
      reply.headers({
        etag,
        'cache-control': 'no-cache',
        vary: corsOrigins.length === 0 ? 'accept-encoding' : 'accept-encoding, origin',
      });
      if (isUnchanged(request, etag)) return reply.code(304).send();
      reply.type('application/json; charset=utf-8');
      if (encoding === undefined) return reply.send(text);
      return reply.header('content-encoding', encoding).send(encoding === 'br' ? br : gzip);
    },
  );
}

/** Once, in each way that it can be asked for. */
async function readDocument(publicUrl: string) {
  const text = JSON.stringify({
    ...JSON.parse(await readFile(DOCUMENT, 'utf8')),
    servers: [{ url: `${publicUrl}/v1` }],
  });
  const [br, zipped] = await Promise.all([brotliOf(text, BROTLI), gzipOf(text)]);
  return { text, br, gzip: zipped, hash: hash('sha256', text, 'base64url').slice(0, 22) };
}
