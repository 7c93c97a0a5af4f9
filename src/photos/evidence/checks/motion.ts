import { type Outcome, pass, unknown, warn } from '../finding.ts';
import type { ReportTraits } from '../report.ts';

/** A picture spans about 60 degrees: a turn by this much moves it by a good part of its width. */
const CLEAR_TURN_DEGREES = 20;
const HARDLY_MOVED = 0.02;
/** Less than any hand. */
const NO_TURN_DEGREES = 0.05;
const CLEARLY_MOVED = 0.3;
/** What the tremor of any hand adds up to. */
const TREMOR_DEGREES = 1.5;
/** In pixels of the camera, of which a degree has ten at least. */
const STOOD_STILL = 1;

/** Whether the picture moved as the device did. */
export function checkMotion(report: ReportTraits | undefined): Outcome {
  if (report === undefined || report.turned === null || report.frames.count < 4)
    return unknown('The browser does not say how the device moved.');
  const { turned, frames } = report;
  const pixels = frames.pixels?.moved ?? null;
  const figures = {
    ...{ device_degrees: turned, picture_widths: frames.moved },
    ...(pixels === null ? {} : { picture_pixels: pixels }),
  };
  const isStill = turned > TREMOR_DEGREES && pixels !== null && pixels < STOOD_STILL;
  if (isStill || (turned > CLEAR_TURN_DEGREES && frames.moved < HARDLY_MOVED))
    return warn('The device turned while the picture stood still.', figures);
  if (turned < NO_TURN_DEGREES && frames.moved > CLEARLY_MOVED)
    return warn('The picture moved while the device stood perfectly still.', figures);
  return pass('The picture moved as the device did.', figures);
}
