import type { PostponedDecoding } from '../photos/postponed-decoding.ts';
import { ServiceError } from '../platform/errors.ts';

/** A page sends two at a time; many bodies at once with one ticket are no customer's. */
const MAX_PER_SESSION = 20;

/** Runs uploads beside each other, up to so many of one session. */
export function createUploadLimit(decoding: PostponedDecoding) {
  const underWay = new Map<string, number>();
  return async <T>(session: string, upload: (hasTime: () => boolean) => Promise<T>): Promise<T> => {
    const others = underWay.get(session) ?? 0;
    if (others >= MAX_PER_SESSION) {
      throw new ServiceError('rate_limited', 'Too many photos at once. Try again in a moment.', {
        retryAfterSeconds: 2,
      });
    }
    underWay.set(session, others + 1);
    try {
      return await decoding.during(upload);
    } finally {
      const left = (underWay.get(session) ?? 1) - 1;
      if (left === 0) underWay.delete(session);
      else underWay.set(session, left);
    }
  };
}
