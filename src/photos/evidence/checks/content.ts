import { type Outcome, pass, unknown, warn } from '../finding.ts';
import type { Look } from '../look.ts';

/** Even a dark room or a white wall has more, from its light and from the noise of the sensor. */
const MIN_CONTRAST = 1.5;
const MIN_ENTROPY = 1;
const BLACK = 16;
/** Drawings and screenshots are mostly areas without any change; a sensor never sees equal pixels for long. */
const MAX_UNIFORM = 0.85;
/** At both ends of the scale a sensor sees equal pixels too: nothing is darker than black. */
const MIDDLE = { darkest: 30, brightest: 235 };

/** Whether there is anything to see, and whether a lens can have seen it. */
export function checkContent(look: Look | undefined): Outcome {
  if (look === undefined) return unknown('The picture was not examined.');
  const { brightness, contrast, entropy, uniform } = look;
  const figures = { brightness, contrast, entropy, uniform };
  if (contrast < MIN_CONTRAST || entropy < MIN_ENTROPY) {
    const what = brightness < BLACK ? 'is black' : 'shows hardly more than one color';
    return warn(`The picture ${what}.`, figures);
  }
  const isInMiddle = brightness > MIDDLE.darkest && brightness < MIDDLE.brightest;
  if (isInMiddle && uniform > MAX_UNIFORM)
    return warn('The picture looks drawn: large areas have exactly one color.', figures);
  return pass('The picture has the detail of a photo.', figures);
}
