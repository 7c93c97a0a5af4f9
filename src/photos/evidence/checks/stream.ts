import { LOOK_EVERY_MS } from '../../../shared/capture-report.ts';
import { type Outcome, pass, rounded, unknown, warn } from '../finding.ts';
import type { ReportTraits } from '../report.ts';
import { likenessOfFrame } from '../similarity.ts';

/** Fewer do not show whether anything lives. */
const MIN_FRAMES = 4;
const MIN_SPAN_MS = 300;
/** The first look may come late, and the last one comes with the shutter. */
const SPARE_LOOKS = 3;
/** A hand that shakes in the moment of the shutter changes less than this. */
const MIN_LIKENESS = 3.5;

type Frames = ReportTraits['frames'];

/** What the camera showed around the shutter, against the photo and the frames of the other photos. */
export function checkStream(
  frames: Frames | undefined,
  { hash, others }: { hash: string | null; others: Frames[] },
): Outcome {
  if (frames === undefined) return unknown('The page sent no report of the camera.');
  const { count, span, frozen, repeated } = frames;
  const figures = { frames: count, milliseconds: rounded(span, 0) };
  if (frames.shot === null)
    return warn('The report has no frame of the camera; the page always sends at least one.', figures);
  if (span < (count - SPARE_LOOKS) * LOOK_EVERY_MS)
    return warn('The frames follow each other faster than the page looks at the camera.', figures);
  if (count < MIN_FRAMES || span < MIN_SPAN_MS)
    return unknown('The page sent too few frames of the camera.', figures);
  if (frozen === count - 1)
    return warn('The camera showed one unchanging frame, as a still picture does.', figures);
  if (repeated > 0)
    return warn('The frames of the camera repeat, as a recording does.', { ...figures, repeated });
  if (frames.pixels?.isCopied) return warn('The frames of the camera are cut out of one picture.', figures);
  const shared = frames.marks.filter((mark) => others.some(({ marks }) => marks.includes(mark))).length;
  if (shared > 0)
    return warn('The same frames came with another photo, as from a recording.', { ...figures, shared });
  if (hash === null) return pass('The camera showed a living picture.', figures);
  // While a slow device draws the photo, the camera may come to its next picture.
  const shown = [frames.shot, frames.after ?? frames.shot];
  const likeness = Math.max(...shown.map((frame) => likenessTo(hash, frame)));
  const compared = { ...figures, likeness: rounded(likeness, 1) };
  return likeness < MIN_LIKENESS
    ? warn('The photo does not show what the camera showed at the shutter.', compared)
    : pass('The photo shows what the camera showed around the shutter.', compared);
}

function likenessTo(hash: string, frame: string): number {
  return likenessOfFrame(Buffer.from(frame, 'base64'), Buffer.from(hash, 'hex'));
}
