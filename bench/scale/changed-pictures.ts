import type { Sharp } from 'sharp';
import sharp from 'sharp';
import { type Look, lookAt } from '../../src/photos/evidence/look.ts';
import { drawScene, imageOf } from '../../test/helpers/capture/scene.ts';

const SIZE = { width: 640, height: 480 };
const QUALITY = 80;

/** What someone does to a picture to send it once more. */
export const CHANGES: { name: string; of(image: Sharp): Sharp; quality?: number }[] = [
  { name: 'compressed again', of: (image) => image, quality: 30 },
  { name: 'at half the size', of: (image) => image.resize(SIZE.width / 2) },
  { name: 'cropped by 5 %', of: (image) => image.extract(cropped(SIZE)) },
  { name: 'mirrored', of: (image) => image.flop() },
  { name: 'brightened', of: (image) => image.linear(1.25, 15) },
];

function cropped({ width, height }: typeof SIZE) {
  const [left, top] = [Math.round(0.025 * width), Math.round(0.025 * height)];
  return { left, top, width: width - 2 * left, height: height - 2 * top };
}

/** A picture, and how the server sees what someone made of it. */
export interface ChangedPicture {
  original: Look;
  changed: Look[];
}

/** In the order of `CHANGES`. */
export async function changedPictures(firstSeed: number, count: number): Promise<ChangedPicture[]> {
  const pictures: ChangedPicture[] = [];
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    const scene = drawScene(seed, SIZE);
    const changed: Look[] = [];
    for (const { of, quality } of CHANGES) changed.push(await lookOf(of(imageOf(scene)), quality));
    pictures.push({ original: await lookOf(imageOf(scene)), changed });
  }
  return pictures;
}

/** Once it was sent and decoded. */
async function lookOf(image: Sharp, quality = QUALITY): Promise<Look> {
  const jpeg = await image.jpeg({ quality }).toBuffer();
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  return lookAt({ data, ...info });
}
