import { type Outcome, pass, unknown, warn } from '../finding.ts';
import { grayOf, type Look } from '../look.ts';

/** Even a dark room or a white wall has more, from its light and from the noise of the sensor. */
const MIN_CONTRAST = 1.5;
const MIN_ENTROPY = 1;
const BLACK = 16;
/** Drawings and screenshots are mostly areas without any change; a sensor never sees equal pixels for long. */
const MAX_UNIFORM = 0.85;
/** At both ends of the scale a sensor sees equal pixels too: nothing is darker than black. */
const MIDDLE = { darkest: 30, brightest: 235 };

/** What is seen has larger parts than single pixels; of noise nothing is left once pixels are averaged. */
const MIN_STRUCTURE = 0.12;
const NOISY_CONTRAST = 25;

/** Whether there is anything to see, and whether a lens can have seen it. */
export function checkContent(look: Look | undefined): Outcome {
  if (look === undefined) return unknown('The picture was not examined.');
  const { brightness, contrast, entropy, uniform } = look;
  const figures = { brightness, contrast, entropy, uniform };
  if (contrast < MIN_CONTRAST || entropy < MIN_ENTROPY) {
    const what = brightness < BLACK ? 'is black' : 'shows hardly more than one color';
    return warn(`The picture ${what}.`, figures);
  }
  if (contrast > NOISY_CONTRAST && deviation(grayOf(look)) < MIN_STRUCTURE * contrast)
    return warn('The picture is nothing but noise.', figures);
  const isInMiddle = brightness > MIDDLE.darkest && brightness < MIDDLE.brightest;
  if (isInMiddle && uniform > MAX_UNIFORM)
    return warn('The picture looks drawn: large areas have exactly one color.', figures);
  return pass('The picture has the detail of a photo.', figures);
}

function deviation(grays: Uint8Array): number {
  const mean = grays.reduce((sum, gray) => sum + gray, 0) / grays.length;
  return Math.sqrt(grays.reduce((sum, gray) => sum + (gray - mean) ** 2, 0) / grays.length);
}
