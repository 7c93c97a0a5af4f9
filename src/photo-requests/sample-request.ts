import type { PhotoRequestRow } from '../platform/db/tables.ts';
import type { CreatePhotoRequest } from './schema.ts';

/** Something to try at the first start. It says of itself what it is, so that no one takes it for one of their own. */
export const SAMPLE_REQUEST = {
  instructions: 'This is your first photo request. Please take two photos of whatever is in front of you.',
  photo_slots: [
    { instructions: 'Something near you', is_required: true },
    { instructions: 'The same thing up close', is_required: true },
  ],
  metadata: { sample: 'true' },
} satisfies CreatePhotoRequest;

export function isSampleRequest({
  instructions,
  metadata,
}: Pick<PhotoRequestRow, 'instructions' | 'metadata'>): boolean {
  return (
    instructions === SAMPLE_REQUEST.instructions &&
    JSON.parse(metadata).sample === SAMPLE_REQUEST.metadata.sample
  );
}
