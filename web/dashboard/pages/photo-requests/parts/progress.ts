import type { ShownPhotoRequest } from '../../../../../src/photo-requests/web-schema.ts';

type Progress = Pick<ShownPhotoRequest, 'photo_slots' | 'unsent_photos'>;

/** "1 of 2", or how many where any number was asked for. */
export function progressOf({ photo_slots, unsent_photos }: Progress): string {
  return photo_slots.length === 0 ? String(unsent_photos) : `${unsent_photos} of ${photo_slots.length}`;
}

/** "1 of 2 photos taken so far": counted only, because until they are sent they are the customer's own. */
export function progressText(request: Progress): string {
  const isOne = request.photo_slots.length === 0 && request.unsent_photos === 1;
  return `${progressOf(request)} ${isOne ? 'photo' : 'photos'} taken so far`;
}

/** What is known of a request that ended without a submission. */
export function endedText(status: 'expired' | 'canceled', unsent: number): string {
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
  return `Your customer took ${photos} but didn’t send ${unsent === 1 ? 'it' : 'them'} before the request expired. ${were} deleted.`;
}
