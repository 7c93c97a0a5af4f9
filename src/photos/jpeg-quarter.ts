import type { Pixels } from './evidence/pixels.ts';
import { type Picture, SLOTS } from './jpeg-scan.ts';
import type { Component, ScanHeader } from './jpeg-scan-header.ts';

/** From this size on the coefficients that are kept have all that can be seen in 640 pixels, slanting stripes included. */
const MIN_LONGEST_SIDE = 3_600;
/** What the decoder opens. */
const MAX_SIDE = 65_500;
/** The last coefficients, in the file's order, that squares of 2 by 2 and of 4 by 4 pixels are made of. */
const LAST_OF_TWO = 4;
const LAST_OF_FOUR = 9;
/** The waves of a block, averaged over halves and over quarters of it: how strong they are in the first one. */
const OF_TWO = [0.353553, 0.320364];
const OF_FOUR = [0.353553, 0.453064, 0.326641, 0.159095];
/** T.81 figure A.6: which waves run across and which down, in the file's order. */
const ACROSS = [0, 1, 0, 0, 1, 2, 3, 2, 1, 0];
const DOWN = [0, 0, 1, 2, 1, 0, 0, 1, 2, 3];
/** Fractions of a gray, in bits. */
const FRACTION = 16;
const MIDDLE_GRAY = (128 << FRACTION) + (1 << (FRACTION - 1));

export interface Quarter extends Picture {
  pixels: Pixels;
}

/** The pixels of one color in one row of units. */
interface Strip {
  grays: Uint8ClampedArray;
  width: number;
}

/**
 * A picture of a quarter of the width and height, from the first coefficients of each block: they are what is left of
 * it when it is made smaller. Undefined for photos that are decoded otherwise: smaller ones, and unusual ones.
 */
export function openQuarter(header: ScanHeader): Quarter | undefined {
  const { width, height, components, unitsAcross, hasPlainColors } = header;
  const longest = Math.max(width, height);
  const [first] = components;
  const isUsual = hasPlainColors && components.length === 3 && components.slice(1).every(isSampledOnce);
  if (longest < MIN_LONGEST_SIDE || longest > MAX_SIDE || !isUsual || first === undefined) return undefined;
  // 1: as many pixels of each color (4:4:4). 2: half as many, both ways, of all but the brightness (4:2:0).
  const blocks = first.horizontal;
  if (first.vertical !== blocks || blocks > 2) return undefined;

  const coefficients = new Int16Array(SLOTS * unitsAcross * (blocks ** 2 + 2) + 256);
  const side = 2 * blocks;
  const stripWidth = side * unitsAcross;
  const strips = components.map(() => ({
    grays: new Uint8ClampedArray(stripWidth * side),
    width: stripWidth,
  })) as [Strip, Strip, Strip];
  const size = { width: Math.floor(width / 4), height: Math.floor(height / 4) };
  const rgb = new Uint8ClampedArray(3 * size.width * size.height);
  const last = components.map((_, index) => (index > 0 && blocks === 2 ? LAST_OF_FOUR : LAST_OF_TWO));
  const weights = components.map(({ quantization }, index) =>
    weightsOf(quantization, last[index] === LAST_OF_FOUR ? OF_FOUR : OF_TWO, last[index] as number),
  ) as [Int32Array, Int32Array, Int32Array];
  let row = 0;

  function drawUnits(): void {
    const drawColor = blocks === 2 ? drawFour : drawTwo;
    for (let unit = 0, from = 0; unit < unitsAcross; unit += 1) {
      for (let y = 0; y < side; y += 2) {
        for (let x = 0; x < side; x += 2, from += SLOTS)
          drawTwo(coefficients, from, weights[0], strips[0], y * stripWidth + unit * side + x);
      }
      drawColor(coefficients, from, weights[1], strips[1], unit * side);
      drawColor(coefficients, from + SLOTS, weights[2], strips[2], unit * side);
      from += 2 * SLOTS;
    }
  }

  return {
    last,
    coefficients,
    pixels: { data: new Uint8Array(rgb.buffer), ...size, channels: 3 },
    takeRow() {
      drawUnits();
      for (let y = 0; y < side && row < size.height; y += 1, row += 1)
        paint(strips, y * stripWidth, rgb.subarray(3 * row * size.width, 3 * (row + 1) * size.width));
    },
  };
}

const isSampledOnce = ({ horizontal, vertical }: Component) => horizontal === 1 && vertical === 1;

/** What a coefficient was divided by, and how much it adds to the first pixel. */
function weightsOf(quantization: Uint16Array, waves: number[], last: number): Int32Array {
  return Int32Array.from({ length: last + 1 }, (_, index) => {
    const [across, down] = [waves[ACROSS[index] as number] ?? 0, waves[DOWN[index] as number] ?? 0];
    return (quantization[index] as number) * across * down * 2 ** FRACTION;
  });
}

/** A block as 2 by 2 pixels. */
function drawTwo(
  coefficients: Int16Array,
  from: number,
  weights: Int32Array,
  strip: Strip,
  to: number,
): void {
  const { grays, width } = strip;
  const mean = MIDDLE_GRAY + Math.imul(coefficients[from] as number, weights[0] as number);
  const across = Math.imul(coefficients[from + 1] as number, weights[1] as number);
  const down = Math.imul(coefficients[from + 2] as number, weights[2] as number);
  const both = Math.imul(coefficients[from + 4] as number, weights[4] as number);
  grays[to] = (mean + down + across + both) >> FRACTION;
  grays[to + 1] = (mean + down - across - both) >> FRACTION;
  grays[to + width] = (mean - down + across - both) >> FRACTION;
  grays[to + width + 1] = (mean - down - across + both) >> FRACTION;
}

/** tan(22.5°) times the value: how strong the first wave is in the second of four pixels, compared with the first one. */
const inSecond = (value: number) => Math.imul(value >> 7, 53);

/** A block as 4 by 4 pixels: first the waves across, for each of the four that run down, then those, column by column. */
function drawFour(
  coefficients: Int16Array,
  from: number,
  weights: Int32Array,
  strip: Strip,
  to: number,
): void {
  const weighted = (index: number) =>
    Math.imul(coefficients[from + index] as number, weights[index] as number);
  const mean = MIDDLE_GRAY + weighted(0);
  const a1 = weighted(1);
  const a2 = weighted(5);
  const a3 = weighted(6);
  const a = inSecond(a1 - a3) - 2 * a3;
  const b0 = weighted(2);
  const b1 = weighted(4);
  const b2 = weighted(7);
  const b = inSecond(b1);
  const c0 = weighted(3);
  const c1 = weighted(8);
  const c = inSecond(c1);
  const d0 = weighted(9);
  if ((a1 | a2 | a3 | b0 | b1 | b2 | c0 | c1 | d0) === 0) {
    fillFour(strip, to, mean >> FRACTION);
    return;
  }
  drawColumn(strip, to, mean + a2 + a1 + a3, b0 + b2 + b1, c0 + c1, d0);
  drawColumn(strip, to + 1, mean - a2 + a, b0 - b2 + b, c0 + c, d0);
  drawColumn(strip, to + 2, mean - a2 - a, b0 - b2 - b, c0 - c, d0);
  drawColumn(strip, to + 3, mean + a2 - a1 - a3, b0 + b2 - b1, c0 - c1, d0);
}

/** Most blocks of most photos have one color. */
function fillFour({ grays, width }: Strip, to: number, value: number): void {
  for (let row = 0, at = to; row < 4; row += 1, at += width) {
    grays[at] = value;
    grays[at + 1] = value;
    grays[at + 2] = value;
    grays[at + 3] = value;
  }
}

function drawColumn({ grays, width }: Strip, to: number, a: number, b: number, c: number, d: number): void {
  const outer = b + d;
  const inner = inSecond(b - d) - 2 * d;
  grays[to] = (a + c + outer) >> FRACTION;
  grays[to + width] = (a - c + inner) >> FRACTION;
  grays[to + 2 * width] = (a - c - inner) >> FRACTION;
  grays[to + 3 * width] = (a + c - outer) >> FRACTION;
}

/** JFIF: brightness and two differences become red, green and blue. In 65,536ths. */
function paint(
  [brightness, bluish, reddish]: [Strip, Strip, Strip],
  from: number,
  rgb: Uint8ClampedArray,
): void {
  const [luma, blues, reds] = [brightness.grays, bluish.grays, reddish.grays];
  for (let at = from, to = 0; to < rgb.length; at += 1, to += 3) {
    const gray = ((luma[at] as number) << 16) + 32_768;
    const blue = (blues[at] as number) - 128;
    const red = (reds[at] as number) - 128;
    rgb[to] = (gray + Math.imul(91_881, red)) >> 16;
    rgb[to + 1] = (gray - Math.imul(22_554, blue) - Math.imul(46_802, red)) >> 16;
    rgb[to + 2] = (gray + Math.imul(116_130, blue)) >> 16;
  }
}
