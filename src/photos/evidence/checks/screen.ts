import { type Outcome, pass, unknown, warn } from '../finding.ts';
import type { Look } from '../look.ts';
import type { ReportTraits } from '../report.ts';

interface Signs {
  fringes: number;
  grid: number;
}

/** Any of these is more than fabric, fences and tiles were measured to give. */
const CERTAIN: readonly Signs[] = [
  { fringes: 2, grid: 0 },
  { fringes: 0, grid: 2.7 },
  { fringes: 1.7, grid: 2 },
];
/** Where the light also flickers in bands, as many displays do. So do lamps: alone it says nothing. */
const WITH_FLICKER: readonly Signs[] = [
  { fringes: 1.7, grid: 0 },
  { fringes: 0, grid: 2.3 },
];
/** In grays of 255. */
const LEAST_FLICKER = 1.5;

/** Whether the picture has what cameras make of the dots of a display. */
export function checkScreen(look: Look | undefined, frames: ReportTraits['frames'] | undefined): Outcome {
  const fringes = look?.fringes ?? null;
  if (fringes === null) return unknown('The picture is too small to tell whether it shows a display.');
  const { grid = 0, flicker = 0 } = frames ?? {};
  const figures = { fringes, ...(frames === undefined ? {} : { grid, flicker }) };
  const has = (signs: readonly Signs[]) => signs.some((sign) => fringes >= sign.fringes && grid >= sign.grid);
  const isDisplay = has(CERTAIN) || (flicker >= LEAST_FLICKER && has(WITH_FLICKER));
  return isDisplay
    ? warn('The picture has the pattern that the dots of a display make.', figures)
    : pass('The picture has no pattern of a display.', figures);
}
