import sharp, { type Sharp } from 'sharp';
import { JFIF, withSegments } from './jpeg-files.ts';

/** What a camera looks at: bare pixels of three components. */
export interface Scene {
  data: Buffer;
  width: number;
  height: number;
}

/** Numbers between 0 and 1 that are the same in every run (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Things of all sizes that cover each other, in a light that falls off to one side, seen by a sensor with noise: the
 * "dead leaves" that pictures of the world resemble in all that can be counted.
 */
export function drawScene(seed: number, { width = 640, height = 480, noise = 6 } = {}): Scene {
  const random = seededNumbers(seed);
  const data = Buffer.alloc(width * height * 3, 128);
  for (let leaf = 0; leaf < 160; leaf += 1) drawLeaf(data, { width, height }, random);
  const [slopeX, slopeY] = [random() - 0.5, random() - 0.5];
  for (let at = 0; at < data.length; at += 1) {
    const pixel = Math.floor(at / 3);
    const light =
      1 + slopeX * ((pixel % width) / width - 0.5) + slopeY * (Math.floor(pixel / width) / height - 0.5);
    const value = (data[at] as number) * light + noise * (random() + random() - 1);
    data[at] = Math.min(255, Math.max(0, Math.round(value)));
  }
  return { data, width, height };
}

function drawLeaf(data: Buffer, size: { width: number; height: number }, random: () => number): void {
  const { width, height } = size;
  // Twice as large is eight times as rare.
  const radius = Math.min(width / 3, (width / 40) * (1 - random()) ** -0.5);
  const [x, y] = [random() * width, random() * height];
  const stretch = 0.5 + random();
  const color = [random() * 255, random() * 255, random() * 255];
  for (let row = Math.max(0, Math.ceil(y - radius)); row < Math.min(height, y + radius); row += 1) {
    const half = Math.sqrt(radius ** 2 - (row - y) ** 2) * stretch;
    for (let column = Math.max(0, Math.ceil(x - half)); column < Math.min(width, x + half); column += 1) {
      data.set(color, (row * width + column) * 3);
    }
  }
}

export function imageOf({ data, width, height }: Scene): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** As the canvas of Chromium encodes what its camera sees. */
export async function photoOf(image: Sharp, quality = 90): Promise<Buffer> {
  return withSegments(await image.jpeg({ quality, chromaSubsampling: '4:2:0' }).toBuffer(), JFIF);
}

/** A photo of another scene for each number. */
export function scenePhoto(seed: number): Promise<Buffer> {
  return photoOf(imageOf(drawScene(seed)));
}
