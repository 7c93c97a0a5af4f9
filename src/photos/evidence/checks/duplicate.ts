import type { PhotoRow } from '../../../platform/db/tables.ts';
import { type Outcome, pass, rounded, unknown, warn } from '../finding.ts';
import { grayOf, type Look } from '../look.ts';
import { SAME_PICTURE, type Sought, seek } from '../similarity.ts';
import type { SimilarityRepository, SimilarPhoto } from '../similarity-repository.ts';

/**
 * Within one request people photograph the same thing twice, from nearly the same place; only the same frame counts there.
 * As a share of the likeness that the picture has with itself: copies have 0.94 and more, photos taken again from the hand
 * 0.91 and less in 19 of 20 cases even when it hardly moved.
 */
const SAME_FRAME = 0.93;

/** Whether the same picture came before, anywhere in the workspace; also mirrored, cropped, scaled or compressed again. */
export async function checkDuplicate(
  photo: PhotoRow,
  look: Look | undefined,
  similar: SimilarityRepository,
): Promise<Outcome> {
  if (look === undefined) return unknown('The picture was not compared with others.');
  const owner = { workspaceId: photo.workspace_id, environment: photo.environment };
  const sought = seek(grayOf(look));
  const listed = await similar.candidates(owner, photo.sha256, sought);
  const candidates = listed.filter(({ id }) => id !== photo.id);
  const copy = candidates.find(({ sha256 }) => sha256 === photo.sha256);
  if (copy !== undefined) return warn('The same file was sent before.', nameOf(copy));
  const inRequest = Math.max(SAME_PICTURE, SAME_FRAME * likenessOf(photo, sought));
  const [closest] = candidates
    .map((candidate) => ({ candidate, likeness: likenessOf(candidate, sought) }))
    .filter(({ candidate, likeness }) =>
      candidate.request_id === photo.request_id ? likeness >= inRequest : likeness >= SAME_PICTURE,
    )
    .toSorted((a, b) => b.likeness - a.likeness);
  if (closest === undefined) return pass('No photo like it was sent to this workspace before.');
  const likeness = rounded(closest.likeness, 1);
  return warn('Nearly the same picture was sent before.', { ...nameOf(closest.candidate), likeness });
}

function likenessOf({ hash }: Pick<SimilarPhoto, 'hash'>, sought: Sought): number {
  return hash === null ? 0 : sought.likeness(Buffer.from(hash, 'hex'));
}

const nameOf = ({ id, request_id, slot_index }: SimilarPhoto) => ({
  photo_id: id,
  request_id,
  slot_index,
});
