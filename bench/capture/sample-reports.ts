import { type CaptureReport, MAX_TURNS, OVERVIEW } from '../../src/shared/capture-report.ts';
import { reportOf } from '../../test/helpers/capture/report.ts';
import { drawScene, seededNumbers } from '../../test/helpers/capture/scene.ts';

/** As many frames as the page keeps until the shutter. */
const FRAMES = 10;
const EVERY_MS = 110;
const TURN_EVERY_MS = 16;
/** So many different ones: the service must not see the same one again and again. */
const REPORTS = 32;

/** What the customer's page tells of a shot, line by line as it stands in front of the photo. */
export function makeReports(): string[] {
  return Array.from({ length: REPORTS }, (_, seed) => {
    const scene = drawScene(seed, { width: 4 * OVERVIEW.width, height: 4 * OVERVIEW.height });
    const random = seededNumbers(seed);
    const report = reportOf(scene, {
      turns: Array.from({ length: MAX_TURNS }, (_, index) => ({
        at: (index - MAX_TURNS) * TURN_EVERY_MS,
        rate: [rateOf(random), rateOf(random), rateOf(random)],
      })),
    });
    return `${JSON.stringify({ ...report, frames: handHeld(report.frames) })}\n`;
  });
}

function rateOf(random: () => number): number {
  return Number((40 * random() - 20).toFixed(6));
}

/** The frames of the helper, repeated up to the number of a page, each with a pixel of its own. */
function handHeld(frames: CaptureReport['frames']): CaptureReport['frames'] {
  return Array.from({ length: FRAMES }, (_, index) => {
    const frame = frames[index % frames.length] as CaptureReport['frames'][number];
    const middle = Buffer.from(frame.middle, 'base64');
    middle[0] = index;
    return { ...frame, at: (index + 1 - FRAMES) * EVERY_MS, middle: middle.toString('base64') };
  });
}
