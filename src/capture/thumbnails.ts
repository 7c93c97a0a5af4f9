import type { PhotoRepository } from '../photos/repository.ts';
import type { PhotoRow } from '../platform/db/tables.ts';
import { ServiceError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { CaptureSession } from './capture-session.ts';

const HASH = /^[0-9a-f]{64}$/;

export type SessionThumbnails = ReturnType<typeof createSessionThumbnails>;

/** Addresses of small pictures for the page of one session. They end with the session, or when it is handed over. */
export function createSessionThumbnails(deps: {
  publicUrl: string;
  secrets: Secrets;
  photos: PhotoRepository;
}) {
  const { publicUrl, secrets, photos } = deps;
  const signed = (tokenHash: string, photoId: string) => `${tokenHash}\n${photoId}`;
  return {
    url({ tokenHash }: Pick<CaptureSession, 'tokenHash'>, photoId: string): string {
      const signature = secrets.sign('capture-thumbnails', signed(tokenHash, photoId));
      return `${publicUrl}/capture/thumbnails/${photoId}.jpg?session=${tokenHash}&signature=${signature}`;
    },
    /** The photo that the address shows; throws when the session may not see it (any more). */
    async find(
      { photoId, session: tokenHash, signature }: { photoId: string; session: string; signature: string },
      findActive: (tokenHash: string) => Promise<CaptureSession | undefined>,
    ): Promise<PhotoRow> {
      const isGenuine =
        isId('photo', photoId) &&
        HASH.test(tokenHash) &&
        secrets.verify('capture-thumbnails', signed(tokenHash, photoId), signature);
      const session = isGenuine ? await findActive(tokenHash) : undefined;
      const photo = session === undefined ? undefined : await photos.findLinked(photoId);
      if (session === undefined || photo === undefined || photo.request_id !== session.requestId) {
        throw new ServiceError('link_invalid', 'This link is not valid.');
      }
      return photo;
    },
  };
}
