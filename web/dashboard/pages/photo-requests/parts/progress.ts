import type { ShownPhotoRequest } from '../../../../../src/photo-requests/web-schema.ts';

type Progress = Pick<ShownPhotoRequest, 'unsent_photos' | 'wanted_photos'>;

/** "1 of 2", or how many where any number was asked for. */
export function progressOf(request: Progress): string {
  const { unsent_photos: taken, wanted_photos: wanted } = request;
  return wanted === null ? String(taken) : `${taken} of ${wanted}`;
}

/** "1 of 2 photos taken so far": counted only, because until they are sent they are the customer's own. */
export function progressText(request: Progress): string {
  if (request.wanted_photos === 0) return 'Asked for answers only';
  const isOne = (request.wanted_photos ?? request.unsent_photos) === 1;
  return `${progressOf(request)} ${isOne ? 'photo' : 'photos'} taken so far`;
}

/** What is known of a request that ended without a submission. */
export function endedText(status: 'expired' | 'canceled', unsent: number, isKept = false): string {
  const photos = unsent === 1 ? '1 photo' : `${unsent} photos`;
  const were = unsent === 1 ? 'It was' : 'They were';
  if (status === 'canceled') {
    const taken =
      unsent === 0
        ? ''
        : ` Your customer had taken ${photos} but not sent ${unsent === 1 ? 'it' : 'them'}. ${were} deleted.`;
    return `The customer’s link is closed.${taken}`;
  }
  if (unsent === 0) return 'No photos were taken before the request expired.';
  return `Your customer took ${photos} but didn’t send ${unsent === 1 ? 'it' : 'them'} before the request expired. ${isKept ? KEPT : `${were} deleted.`}`;
}

const KEPT = 'If you reopen it within a few days, they can continue where they stopped.';

/** The same where only photos that were asked for again are missing. */
export function endedAgainText(unsent: number, isKept = false): string {
  const deleted = ' Photos they took but didn’t send were deleted.';
  const taken = unsent === 0 ? '' : isKept ? ` ${KEPT}` : deleted;
  return `Your customer didn’t send the photos you asked for again.${taken} What they sent before is still here.`;
}
