import type { PhotoRow } from '../../../platform/db/tables.ts';
import { type Outcome, pass, rounded, unknown, warn } from '../finding.ts';
import type { PhotoTraits } from '../traits.ts';

/** What a device's clock may be wrong after the page has set it by the server's. */
const TOLERANCE_MS = 60_000;
/** Someone out of reach walks out of the cellar sooner. */
const MAX_KEPT_MS = 30 * 60_000;

/** When the device says that the photo was taken, against when the page was opened and when the photo came. */
export function checkClock(photo: PhotoRow, traits: PhotoTraits | undefined): Outcome {
  if (traits === undefined) return unknown('The times of the device were not kept.');
  const ahead = traits.claimedAt - photo.received_at;
  const beforeOpening = traits.sessionOpenedAt - traits.claimedAt;
  const kept = Math.max(0, photo.received_at - traits.claimedAt);
  const figures = {
    taken_to_received_seconds: seconds(kept),
    opened_to_received_seconds: seconds(photo.received_at - traits.sessionOpenedAt),
  };
  if (ahead > TOLERANCE_MS)
    return warn('The device claims a time that had not come yet when the photo arrived.', {
      ...figures,
      ahead_seconds: seconds(ahead),
    });
  if (kept > MAX_KEPT_MS)
    return warn('The photo was kept on the device for a long time before it was sent.', figures);
  if (beforeOpening > TOLERANCE_MS)
    return pass('The photo was taken before the page was loaded again, and sent soon.', figures);
  return pass('The photo was taken while the page was open, and sent soon.', figures);
}

const seconds = (ms: number) => rounded(ms / 1_000, 1);
