import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { createSmallLogo } from '../branding/small-logo.ts';
import { builtFileRoute, FOR_EVER } from '../pages/built-file-route.ts';
import { acceptedEncoding } from '../pages/send-page.ts';
import { IMAGE_POLICY } from '../photos/image-policy.ts';
import { notFound } from '../platform/errors.ts';
import { PUBLIC } from '../platform/http/access.ts';
import type { App } from '../platform/http/typed-app.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { slotImageKeyOf } from '../slot-images/keys.ts';
import type { Assets } from './pages/index.ts';

const LOGO_FILE = /^([0-9a-f]{32})\.(png|webp)$/;

export function captureAssetRoutes(
  app: App,
  { storage, assets }: { storage: Storage; assets: Assets },
): void {
  builtFileRoute(app, '/', () => assets.files);

  // Other sites load it by a name that stays, so it has to be asked for again.
  app.get('/embed/shutterpost-capture.js', { config: { access: PUBLIC } }, async (request, reply) => {
    const file = assets.files.get(assets.elementScript);
    const encoding = acceptedEncoding(request as never);
    const content = await file?.content(encoding);
    if (file === undefined || content === undefined) throw notFound('The script');
    reply
      .header('content-type', file.contentType)
      .header('cache-control', 'public, max-age=3600')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('vary', 'accept-encoding');
    if (encoding !== undefined) reply.header('content-encoding', encoding);
    return reply.send(content);
  });

  const fileParams = z.object({ file: z.string() });
  const image = { config: { access: PUBLIC }, schema: { params: fileParams } };

  /** What a business has uploaded for its customers to see. A file never changes under its name. */
  async function sendImage(reply: FastifyReply, name: string, key: string | undefined) {
    const found = key === undefined ? undefined : await storage.open(key);
    if (found === undefined) throw notFound(name);
    return reply
      .header('content-type', key?.endsWith('.png') === true ? 'image/png' : 'image/jpeg')
      .header('content-security-policy', IMAGE_POLICY)
      .header('cache-control', FOR_EVER)
      .header('content-length', found.bytes)
      .send(found.stream);
  }

  const smallLogo = createSmallLogo(storage);
  app.get('/logos/:file', image, async (request, reply) => {
    const [, name, type] = LOGO_FILE.exec(request.params.file) ?? [];
    const key = name === undefined ? undefined : `logos/${name}.png`;
    if (key === undefined || type === 'png') return sendImage(reply as never, 'The logo', key);
    const small = await smallLogo(key);
    if (small === undefined) throw notFound('The logo');
    return reply
      .header('content-type', 'image/webp')
      .header('content-security-policy', IMAGE_POLICY)
      .header('cache-control', FOR_EVER)
      .send(small);
  });

  app.get('/slot-images/:file', image, async (request, reply) =>
    sendImage(reply as never, 'The image', slotImageKeyOf(request.params.file)),
  );
}
