import type { ReportedCamera } from '../../../shared/capture-report.ts';
import { type Outcome, pass, unknown, warn } from '../finding.ts';

/** Programs and devices that pose as a camera, by the names they give themselves. */
const VIRTUAL = new RegExp(
  [
    ...[
      'virtual',
      '\\bobs\\b',
      'obs-',
      'manycam',
      'snap ?camera',
      'xsplit',
      'splitcam',
      'sparkocam',
      'droidcam',
    ],
    ...[
      'iriun',
      'epoccam',
      '\\bcamo\\b',
      'camtwist',
      'webcamoid',
      'akvcam',
      'v4l2 ?loopback',
      'loopback',
      'dummy',
    ],
    ...['fake', 'youcam', 'perfectcam', 'mmhmm', 'e2esoft', 'vcam', '\\bndi\\b', 'chromacam', 'altercam'],
    ...['vmix', 'streamlabs', 'nvidia broadcast', 'prism live', 'unity video capture', 'webcam utility'],
    ...[
      'cam ?link',
      'hdmi',
      'video capture',
      'capture card',
      '\\bgrabber\\b',
      'mirabox',
      'avermedia',
      'elgato',
    ],
  ].join('|'),
  'i',
);
/** What devices call a camera that looks away from the display, where the browser does not say which way it looks. */
const REAR = /back|rear|environment|rück|arrière|trasera|traseira|posterior|tyln[ya]|achter/i;
const MAX_RATE = 240;

/** Which camera it was, as far as the browser says. */
export function checkCamera(
  camera: ReportedCamera | null | undefined,
  photo: { width: number; height: number },
): Outcome {
  if (camera === undefined) return unknown('The page said nothing about the camera.');
  if (camera === null) return warn('The report names no camera; the page always names one.');
  const { label, facing, wanted, width, height, rate } = camera;
  const figures = { label, facing, width, height, rate };
  if (VIRTUAL.test(label)) return warn('The camera has the name of a virtual one.', figures);
  if (!fits(photo, camera) || rate > MAX_RATE)
    return warn('The camera reports values that do not fit the photo.', figures);
  const isRear = facing === 'environment' || (facing === '' && REAR.test(label));
  if (wanted === 'environment' && !isRear) {
    const what = facing === 'user' ? 'The front camera was used' : 'A computer’s camera was used';
    return warn(`${what}; the rear camera was asked for.`, figures);
  }
  return pass('The camera is what was asked for.', figures);
}

/** The photo is a frame at full size or scaled down, upright or turned with the device; 0 is what was not said. */
function fits(photo: { width: number; height: number }, { width, height }: ReportedCamera): boolean {
  if (width === 0 || height === 0) return true;
  const share = (a: number, b: number) => Math.max(a, b) / Math.min(a, b);
  const isAlike = Math.abs(share(photo.width, photo.height) - share(width, height)) < 0.02;
  return isAlike && Math.max(photo.width, photo.height) <= Math.max(width, height) + 1;
}
