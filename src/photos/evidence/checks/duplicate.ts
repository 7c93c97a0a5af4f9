import type { PhotoRow } from '../../../platform/db/tables.ts';
import { type Outcome, pass, rounded, unknown, warn } from '../finding.ts';
import { grayOf, type Look } from '../look.ts';
import { SAME_PICTURE, type Sought, seek } from '../similarity.ts';
import type { SimilarityRepository, SimilarPhoto } from '../similarity-repository.ts';

/** Whether the same picture came before, anywhere in the workspace; also mirrored, cropped, scaled or compressed anew. */
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
  const [closest] = candidates
    .map((candidate) => ({ candidate, likeness: likenessOf(candidate, sought) }))
    .toSorted((a, b) => b.likeness - a.likeness);
  if (closest === undefined || closest.likeness < SAME_PICTURE)
    return pass('No photo like it was sent to this workspace before.');
  const likeness = rounded(closest.likeness, 1);
  return warn('Nearly the same picture was sent before.', { ...nameOf(closest.candidate), likeness });
}

function likenessOf({ hash }: SimilarPhoto, sought: Sought): number {
  return hash === null ? 0 : sought.likeness(Buffer.from(hash, 'hex'));
}

const nameOf = ({ id, request_id, slot_index }: SimilarPhoto) => ({
  photo_id: id,
  request_id,
  slot_index,
});
