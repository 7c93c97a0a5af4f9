import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { createJpegInspector } from '../../src/photos/jpeg-structure.ts';
import { withJfifHeader } from '../../src/photos/sample-drawing.ts';

export interface Photo {
  jpeg: Buffer;
  sha256Hex: string;
  width: number;
  height: number;
  quality: number;
}

/** A frame of a phone's camera at its highest video resolution: 8.3 megapixels. */
const WIDTH = 3840;
const HEIGHT = 2160;
const WANTED_BYTES = 2_000_000;
const LOWEST_QUALITY = 40;
const HIGHEST_QUALITY = 97;

/** Coarse shapes are strong and fine ones weak, as in nature: each halving of the size halves the contrast. */
const LAYERS = [
  { shrunkBy: 240, contrast: 150 },
  { shrunkBy: 60, contrast: 70 },
  { shrunkBy: 15, contrast: 36 },
  { shrunkBy: 4, contrast: 18 },
  { shrunkBy: 1, contrast: 9 },
];

/** The same photo in every run, of about 2 MB, with what a browser's canvas writes around it and nothing else. */
export async function makePhoto(): Promise<Photo> {
  const pixels = await drawScene();
  let low = LOWEST_QUALITY;
  let high = HIGHEST_QUALITY;
  let nearest: Pick<Photo, 'jpeg' | 'quality'> = { jpeg: Buffer.alloc(0), quality: 0 };
  while (low <= high) {
    const quality = Math.floor((low + high) / 2);
    const jpeg = withJfifHeader(
      await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
        .jpeg({ quality })
        .toBuffer(),
    );
    if (distance(jpeg) < distance(nearest.jpeg)) nearest = { jpeg, quality };
    if (jpeg.length > WANTED_BYTES) high = quality - 1;
    else low = quality + 1;
  }
  const inspector = createJpegInspector();
  inspector.push(nearest.jpeg);
  const { width, height } = inspector.finish();
  return { ...nearest, width, height, sha256Hex: createHash('sha256').update(nearest.jpeg).digest('hex') };
}

function distance(jpeg: Buffer): number {
  return Math.abs(jpeg.length - WANTED_BYTES);
}

async function drawScene(): Promise<Buffer> {
  const sum = new Float32Array(WIDTH * HEIGHT * 3).fill(128);
  for (const { shrunkBy, contrast } of LAYERS) {
    const layer = await noise(WIDTH / shrunkBy, HEIGHT / shrunkBy, shrunkBy);
    for (let at = 0; at < sum.length; at++) {
      sum[at] = (sum[at] as number) + contrast * ((layer[at] as number) / 255 - 0.5);
    }
  }
  return Buffer.from(Uint8ClampedArray.from(sum).buffer);
}

/** Noise of this many pixels, enlarged to the size of the photo. */
async function noise(width: number, height: number, seed: number): Promise<Buffer> {
  const pixels = Buffer.allocUnsafe(width * height * 3);
  let state = seed;
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    pixels[at] = state >>> 24;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize({ width: WIDTH, height: HEIGHT, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
}
