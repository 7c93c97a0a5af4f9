import { z } from 'zod';
import { builtFileRoute, FOR_EVER } from '../pages/built-file-route.ts';
import { IMAGE_POLICY } from '../photos/image-policy.ts';
import { notFound } from '../platform/errors.ts';
import { PUBLIC } from '../platform/http/access.ts';
import type { App } from '../platform/http/typed-app.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { Assets } from './pages/index.ts';

const LOGO_FILE = /^[0-9a-f]{32}\.png$/;

export function captureAssetRoutes(
  app: App,
  { storage, assets }: { storage: Storage; assets: Assets },
): void {
  builtFileRoute(app, '/', assets.files);

  app.get(
    '/logos/:file',
    { config: { access: PUBLIC }, schema: { params: z.object({ file: z.string() }) } },
    async (request, reply) => {
      const { file } = request.params;
      const found = LOGO_FILE.test(file) ? await storage.open(`logos/${file}`) : undefined;
      if (found === undefined) throw notFound('The logo');
      return reply
        .header('content-type', 'image/png')
        .header('content-security-policy', IMAGE_POLICY)
        .header('cache-control', FOR_EVER)
        .header('content-length', found.bytes)
        .send(found.stream);
    },
  );
}
