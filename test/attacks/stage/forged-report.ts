import sharp, { type Sharp } from 'sharp';
import { type CaptureReport, MIDDLE_SIDE, OVERVIEW } from '../../../src/shared/capture-report.ts';
import { seededNumbers } from '../../helpers/capture/scene.ts';
import type { Capture } from '../honest/phones.ts';

type Frames = CaptureReport['frames'];

/** The frames that a page would have reported if it had seen this picture: computed from it, moving and with noise. */
export async function framesOf(
  photo: Buffer,
  { count = 10, shake = 1, noise = 2, seed = 1 } = {},
): Promise<Frames> {
  const random = seededNumbers(seed);
  const { width, height } = await sharp(photo).metadata();
  const frames: Frames = [];
  for (let index = 0; index < count; index += 1) {
    const isLast = index === count - 1;
    const move = () => (isLast ? 0 : Math.round(shake * (width / 100) * random()));
    const [left, top] = [move(), move()];
    const seen = sharp(photo).extract({ left, top, width: width - left, height: height - top });
    const grays = async (image: Sharp) => noisy(await image.grayscale().raw().toBuffer(), noise, random);
    const overview = await grays(seen.clone().resize(OVERVIEW.width, OVERVIEW.height, { fit: 'fill' }));
    const middle = await grays(
      sharp(photo).extract({
        left: (width >> 1) - 16 + left,
        top: (height >> 1) - 16 + top,
        width: MIDDLE_SIDE,
        height: MIDDLE_SIDE,
      }),
    );
    const at = (index - count + 1) * 110 + (isLast ? 0 : Math.round(4 * random()));
    frames.push({ at, overview: overview.toString('base64'), middle: middle.toString('base64') });
  }
  return frames;
}

function noisy(grays: Buffer, noise: number, random: () => number): Buffer {
  return grays.map((gray) =>
    Math.min(255, Math.max(0, Math.round(gray + noise * (random() + random() + random() - 1.5)))),
  ) as Buffer;
}

/** The picture as a photo of the phone, with a report that was forged to fit it in every figure. */
export async function reportedAs(
  { report, userAgent }: Capture,
  body: Buffer,
  frames: Parameters<typeof framesOf>[1] = {},
): Promise<Capture> {
  const { width, height } = await sharp(body).metadata();
  const camera = report.camera && { ...report.camera, width, height };
  const forged = await framesOf(body, { seed: body.length, ...frames });
  return { body, userAgent, report: { ...report, camera, frames: forged } };
}

export async function withNoise(photo: Buffer, noise: number): Promise<Sharp> {
  const random = seededNumbers(Math.round(noise * 100));
  const { data, info } = await sharp(photo).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return sharp(noisy(data, noise, random), { raw: { width, height, channels } });
}

/** One after the other. */
export async function forEachOf<T, R>(values: T[], work: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const value of values) results.push(await work(value));
  return results;
}
