import { z } from 'zod';
import { IMAGE_POLICY } from '../photos/image-policy.ts';
import { thumbnailKey } from '../photos/keys.ts';
import type { PostponedDecoding } from '../photos/postponed-decoding.ts';
import { openStored } from '../photos/stored-photo.ts';
import { thumbnailSize } from '../photos/thumbnail-size.ts';
import { SIGNED_LINK } from '../platform/http/access.ts';
import type { App } from '../platform/http/typed-app.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { CustomerSide } from './customer-side.ts';

/** Short, so that a device that handed over does not keep showing what it saw. */
const CACHE_SECONDS = 60;

const part = z.string().max(100).catch('');

/** The thumbnails of the customer's page. They belong to its session, unlike the photo links of the API. */
export function thumbnailRoute(
  app: App,
  deps: {
    capture: Pick<CustomerSide, 'thumbnails' | 'sessions'>;
    postponedDecoding: PostponedDecoding;
    storage: Storage;
  },
): void {
  const { storage } = deps;
  const { thumbnails, sessions } = deps.capture;
  app.get(
    '/capture/thumbnails/:file',
    {
      config: { access: SIGNED_LINK },
      schema: {
        params: z.object({ file: z.string() }),
        querystring: z.object({ session: part, signature: part }),
      },
    },
    async (request, reply) => {
      const photoId = request.params.file.replace(/\.jpg$/, '');
      const photo = await thumbnails.find({ photoId, ...request.query }, sessions.findViewing);
      const bytes = await thumbnailSize(deps, photo);
      const file = { id: photo.id, key: thumbnailKey(photo.id), bytes };
      const stream = await openStored(storage, file, undefined);
      return reply
        .headers({
          'content-type': 'image/jpeg',
          'content-length': bytes,
          'content-security-policy': IMAGE_POLICY,
          'cache-control': `private, max-age=${CACHE_SECONDS}`,
        })
        .send(stream as never);
    },
  );
}
