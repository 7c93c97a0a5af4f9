import { fringesOf } from './display-patterns.ts';
import { rounded } from './finding.ts';
import { COMPARED_SIDE } from './perceptual-hash.ts';
import type { Pixels } from './pixels.ts';

/** What a decoded picture looks like, in figures. */
export interface Look {
  /** The picture in 48 by 48 grays, base64. */
  gray: string;
  /** Mean of all grays, 0 to 255. */
  brightness: number;
  /** Standard deviation of all grays. */
  contrast: number;
  /** How much a gray value says, in bits: 8 when all are equally frequent, 0 for a single one. */
  entropy: number;
  /** The share of pixels that have exactly the color of their neighbor to the right. */
  uniform: number;
  /** How far stripes of false color stand out; null for a picture that is too small. */
  fringes: number | null;
}

export function lookAt(pixels: Pixels): Look {
  return { ...countedIn(pixels), fringes: fringesOf(pixels) };
}

/** One pass over the pixels. */
function countedIn({ data, width, height, channels }: Pixels): Omit<Look, 'fringes'> {
  const cells = new Float64Array(COMPARED_SIDE ** 2);
  const sizes = new Uint32Array(COMPARED_SIDE ** 2);
  const histogram = new Uint32Array(256);
  const columns = Uint8Array.from({ length: width }, (_, x) => Math.floor((x * COMPARED_SIDE) / width));
  const isColor = channels >= 3;
  let uniform = 0;
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = Math.floor((y * COMPARED_SIDE) / height) * COMPARED_SIDE;
    let [red, green, blue] = [-1, -1, -1];
    for (let x = 0; x < width; x += 1, at += channels) {
      const r = data[at] as number;
      const g = isColor ? (data[at + 1] as number) : r;
      const b = isColor ? (data[at + 2] as number) : r;
      // Rec. 601, in 256ths.
      const gray = (77 * r + 150 * g + 29 * b) >> 8;
      const cell = row + (columns[x] as number);
      cells[cell] = (cells[cell] as number) + gray;
      sizes[cell] = (sizes[cell] as number) + 1;
      histogram[gray] = (histogram[gray] as number) + 1;
      if (r === red && g === green && b === blue) uniform += 1;
      red = r;
      green = g;
      blue = b;
    }
  }
  const gray = Buffer.from(cells.map((sum, cell) => Math.round(sum / Math.max(1, sizes[cell] as number))));
  return {
    gray: gray.toString('base64'),
    ...spread(histogram, width * height),
    uniform: rounded(uniform / (height * Math.max(1, width - 1)), 3),
  };
}

function spread(histogram: Uint32Array, total: number) {
  let [sum, squares, entropy] = [0, 0, 0];
  histogram.forEach((count, gray) => {
    sum += count * gray;
    squares += count * gray * gray;
    if (count > 0) entropy -= (count / total) * Math.log2(count / total);
  });
  const brightness = sum / total;
  const contrast = Math.sqrt(Math.max(0, squares / total - brightness ** 2));
  return {
    brightness: rounded(brightness, 1),
    contrast: rounded(contrast, 1),
    entropy: rounded(entropy, 2),
  };
}

export function grayOf({ gray }: Look): Uint8Array {
  return Buffer.from(gray, 'base64');
}
