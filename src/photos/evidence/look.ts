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

/** One pass over the pixels, cell by cell of a row: a few sums at a time stay in the processor. */
function countedIn({ data, width, height, channels }: Pixels): Omit<Look, 'fringes'> {
  const sums = new Float64Array(COMPARED_SIDE ** 2);
  const histogram = new Uint32Array(256);
  const starts = startsOfCells(width);
  const [toGreen, toBlue] = channels >= 3 ? [1, 2] : [0, 0];
  let uniform = 0;
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = Math.floor((y * COMPARED_SIDE) / height) * COMPARED_SIDE;
    let before = -1;
    for (let column = 0; column < COMPARED_SIDE; column += 1) {
      let sum = 0;
      const end = (y * width + (starts[column + 1] as number)) * channels;
      for (; at < end; at += channels) {
        const red = data[at] as number;
        const green = data[at + toGreen] as number;
        const blue = data[at + toBlue] as number;
        // Rec. 601, in 256ths.
        const gray = (77 * red + 150 * green + 29 * blue) >> 8;
        const color = (red << 16) | (green << 8) | blue;
        sum += gray;
        histogram[gray] = (histogram[gray] as number) + 1;
        if (color === before) uniform += 1;
        before = color;
      }
      sums[row + column] = (sums[row + column] as number) + sum;
    }
  }
  const rows = startsOfCells(height);
  const sizeOf = (place: number, from: ArrayLike<number>) =>
    Math.max(1, (from[place + 1] as number) - (from[place] as number));
  const gray = Buffer.from(
    sums.map((sum, cell) =>
      Math.round(
        sum / (sizeOf(cell % COMPARED_SIDE, starts) * sizeOf(Math.floor(cell / COMPARED_SIDE), rows)),
      ),
    ),
  );
  return {
    gray: gray.toString('base64'),
    ...spread(histogram, width * height),
    uniform: rounded(uniform / (height * Math.max(1, width - 1)), 3),
  };
}

/** The first pixel of each cell of a row or column, and where the last one ends. */
function startsOfCells(length: number): Uint32Array {
  return Uint32Array.from({ length: COMPARED_SIDE + 1 }, (_, cell) =>
    Math.ceil((cell * length) / COMPARED_SIDE),
  );
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
