import type { PhotoRow } from '../../../platform/db/tables.ts';
import { type Outcome, pass, rounded, unknown, warn } from '../finding.ts';
import type { PhotoTraits } from '../traits.ts';

/** Reading, opening the camera, aiming, releasing and keeping the photo take anyone longer. */
const MIN_FIRST_PHOTO_MS = 1_500;
/** No one aims faster. */
const MIN_AIM_MS = 250;

/** Whether a person used the page as it was sent to the browser. Times are the server's, but for the aiming. */
export function checkPage(photo: PhotoRow, traits: PhotoTraits | undefined): Outcome {
  if (traits === undefined) return unknown('When the page was opened was not kept.');
  // A photo that was taken before a reload is sent as soon as the page is there again.
  const elapsed = photo.received_at - (traits.firstOpenedAt ?? traits.sessionOpenedAt);
  const figures = { opened_to_received_seconds: rounded(elapsed / 1_000, 2) };
  if (elapsed < MIN_FIRST_PHOTO_MS)
    return warn('The photo arrived sooner after the page was opened than a person can take one.', figures);
  const { report } = traits;
  if (report === undefined)
    return warn('The photo came without the report that the camera page sends.', figures);
  if (report === 'unreadable')
    return warn('The photo came with a report that no camera page sends.', figures);
  const { automated, patched, aimed } = report.page;
  const told = {
    ...figures,
    ...{ aimed_seconds: rounded(aimed / 1_000, 2), automated, patched: patched.join(', ') },
  };
  if (automated) return warn('The browser was driven by a program.', told);
  if (patched.length > 0) return warn('Functions of the browser were replaced.', told);
  if (aimed < MIN_AIM_MS) return warn('The shutter was released sooner than a person can aim.', told);
  return pass('The page was used at the pace of a person.', told);
}
