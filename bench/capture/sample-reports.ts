import {
  type CaptureReport,
  MAX_TURNS,
  OVERVIEW,
  type ReportedFrame,
} from '../../src/shared/capture-report.ts';
import { reportOf } from '../../test/helpers/capture/report.ts';
import { drawScene, type Scene, seededNumbers } from '../../test/helpers/capture/scene.ts';

/** As many frames as the page keeps until the shutter. */
const FRAMES = 10;
const EVERY_MS = 110;
const TURN_EVERY_MS = 16;
/** So many different ones: the service must not see the same one again and again. */
const REPORTS = 32;

const SEEN = { width: 4 * OVERVIEW.width, height: 4 * OVERVIEW.height };
/** How far a hand wanders with the phone from the first frame to the last, in pixels of the scene. */
const WANDERED = 24;

/** What the customer's page tells of a shot, line by line as it stands in front of the photo. */
export function createReports(): string[] {
  return Array.from({ length: REPORTS }, (_, seed) => {
    const random = seededNumbers(seed);
    const scene = drawScene(seed, { width: SEEN.width + WANDERED, height: SEEN.height + WANDERED });
    const frames = Array.from({ length: FRAMES }, (_, index) => {
      const [left, top] = [Math.round(random() * WANDERED), Math.round((index * WANDERED) / FRAMES)];
      const [frame] = reportOf(partOf(scene, left, top)).frames;
      return { ...(frame as ReportedFrame), at: (index + 1 - FRAMES) * EVERY_MS };
    });
    const turns: CaptureReport['turns'] = Array.from({ length: MAX_TURNS }, (_, index) => ({
      at: (index - MAX_TURNS) * TURN_EVERY_MS,
      rate: [rateOf(random), rateOf(random), rateOf(random)],
    }));
    return `${JSON.stringify(reportOf(scene, { frames, turns }))}\n`;
  });
}

/** What the camera sees of the scene. */
function partOf({ data, width }: Scene, left: number, top: number): Scene {
  const rows = Array.from({ length: SEEN.height }, (_, y) => {
    const start = ((top + y) * width + left) * 3;
    return data.subarray(start, start + SEEN.width * 3);
  });
  return { data: Buffer.concat(rows), ...SEEN };
}

function rateOf(random: () => number): number {
  return Number((40 * random() - 20).toFixed(6));
}
