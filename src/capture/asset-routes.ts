import { z } from 'zod';
import { PUBLIC } from '../api-keys/access.ts';
import { notFound } from '../platform/errors.ts';
import type { App } from '../route-group.ts';
import type { Services } from '../services.ts';
import type { Assets } from './pages/index.ts';
import { acceptedEncoding } from './send-page.ts';

/** Names carry a hash of what is in them, so whoever has it never asks again. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const LOGO_FILE = /^[0-9a-f]{32}\.png$/;

export function captureAssetRoutes(app: App, services: Services, assets: Assets): void {
  app.get(
    '/assets/*',
    { config: { access: PUBLIC }, schema: { params: z.object({ '*': z.string() }) } },
    async (request, reply) => {
      const file = assets.files.get(`/assets/${request.params['*']}`);
      if (file === undefined) throw notFound('This address');
      const encoding = acceptedEncoding(request as never);
      reply
        .header('content-type', file.contentType)
        .header('cache-control', FOR_EVER)
        .header('vary', 'accept-encoding');
      if (encoding !== undefined) reply.header('content-encoding', encoding);
      if (encoding === undefined) return reply.send(file.body);
      return reply.send(encoding === 'br' ? file.brotli : file.gzip);
    },
  );

  app.get(
    '/logos/:file',
    { config: { access: PUBLIC }, schema: { params: z.object({ file: z.string() }) } },
    async (request, reply) => {
      const { file } = request.params;
      const found = LOGO_FILE.test(file) ? await services.storage.open(`logos/${file}`) : undefined;
      if (found === undefined) throw notFound('The logo');
      return reply
        .header('content-type', 'image/png')
        .header('cache-control', FOR_EVER)
        .header('content-length', found.bytes)
        .send(found.stream);
    },
  );
}
