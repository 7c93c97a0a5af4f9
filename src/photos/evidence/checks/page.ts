import type { PhotoRow } from '../../../platform/db/tables.ts';
import { type Outcome, pass, unknown, warn } from '../finding.ts';
import { rounded } from '../look.ts';
import type { PhotoTraits } from '../traits.ts';

/** Reading, opening the camera, aiming, releasing and keeping the photo take anyone longer. */
const MIN_FIRST_PHOTO_MS = 1_500;

/** How fast the page was used, by the server's clock. */
export function checkPage(photo: PhotoRow, traits: PhotoTraits | undefined): Outcome {
  if (traits === undefined) return unknown('When the page was opened was not kept.');
  const elapsed = photo.received_at - traits.sessionOpenedAt;
  const figures = { opened_to_received_seconds: rounded(elapsed / 1_000, 2) };
  return elapsed < MIN_FIRST_PHOTO_MS
    ? warn('The photo arrived sooner after the page was opened than a person can take one.', figures)
    : pass('The page was used at the pace of a person.', figures);
}
