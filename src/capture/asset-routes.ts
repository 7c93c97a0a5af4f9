import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { createSmallLogo } from '../branding/small-logo.ts';
import { builtFileRoute, FOR_EVER } from '../pages/built-file-route.ts';
import { acceptedEncoding } from '../pages/send-page.ts';
import { IMAGE_POLICY } from '../photos/image-policy.ts';
import { notFound } from '../platform/errors.ts';
import { PUBLIC } from '../platform/http/access.ts';
import type { App } from '../platform/http/typed-app.ts';
import { type Storage, StorageUnavailableError } from '../platform/storage/storage.ts';
import type { SlotImageService } from '../slot-images/service.ts';
import type { Assets } from './pages/index.ts';

/** For what nothing says the length of: half of it, from a storage that is broken, must not be kept for long. */
const FOR_AN_HOUR = 'public, max-age=3600';

const LOGO_FILE = /^([0-9a-f]{32})\.(png|webp)$/;

export function captureAssetRoutes(
  app: App,
  deps: { storage: Storage; slotImages: Pick<SlotImageService, 'findFile'>; assets: Assets },
): void {
  const { storage, slotImages, assets } = deps;
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
  async function sendImage(reply: FastifyReply, { key, bytes }: { key: string; bytes?: number }) {
    const found = await storage.open(key);
    if (found === undefined && bytes === undefined) throw notFound('The logo');
    if (found === undefined || (bytes !== undefined && found.bytes !== bytes)) {
      found?.stream.destroy();
      throw new StorageUnavailableError(new Error(`${key} is not there as it was stored`));
    }
    return reply
      .header('content-type', key.endsWith('.png') ? 'image/png' : 'image/jpeg')
      .header('content-security-policy', IMAGE_POLICY)
      .header('cache-control', bytes === undefined ? FOR_AN_HOUR : FOR_EVER)
      .header('content-length', found.bytes)
      .send(found.stream);
  }

  const smallLogo = createSmallLogo(storage);
  app.get('/logos/:file', image, async (request, reply) => {
    const [, name, type] = LOGO_FILE.exec(request.params.file) ?? [];
    if (name === undefined) throw notFound('The logo');
    const key = `logos/${name}.png`;
    if (type === 'png') return sendImage(reply as never, { key });
    const small = await smallLogo(key);
    if (small === undefined) throw notFound('The logo');
    return reply
      .header('content-type', 'image/webp')
      .header('content-security-policy', IMAGE_POLICY)
      .header('cache-control', FOR_EVER)
      .send(small);
  });

  app.get('/slot-images/:file', image, async (request, reply) =>
    sendImage(reply as never, await slotImages.findFile(request.params.file)),
  );
}
