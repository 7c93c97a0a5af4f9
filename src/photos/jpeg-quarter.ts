import type { Pixels } from './evidence/pixels.ts';
import type { Picture } from './jpeg-scan.ts';
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

export interface Quarter extends Picture {
  pixels: Pixels;
}

/**
 * A picture of a quarter of the width and height, from the first coefficients of each block: they are what is left of
 * it when it is made smaller. Undefined for photos that are decoded otherwise: smaller ones, and unusual ones.
 */
export function openQuarter(header: ScanHeader): Quarter | undefined {
  const { components, unitsAcross } = header;
  const sampling = samplingOf(header);
  if (sampling === undefined) return undefined;
  const [width, height] = [Math.floor(header.width / 4), Math.floor(header.height / 4)];
  const data = new Uint8Array(3 * width * height);
  const last = components.map((_, index) => (index > 0 && sampling === 2 ? LAST_OF_FOUR : LAST_OF_TWO));
  const rowBytes = 3 * 2 * sampling * unitsAcross;
  let row = 0;
  return {
    sampling,
    last,
    weights: components.map(({ quantization }, index) => weightsOf(quantization, last[index] as number)),
    pixels: { data, width, height, channels: 3 },
    takeRows(rows) {
      for (let at = 0; at < rows.length && row < height; at += rowBytes, row += 1)
        data.set(rows.subarray(at, at + 3 * width), 3 * row * width);
    },
  };
}

/** 1: as many pixels of each color (4:4:4). 2: half as many, both ways, of all but the brightness (4:2:0). */
function samplingOf({ width, height, components, hasPlainColors }: ScanHeader): 1 | 2 | undefined {
  const longest = Math.max(width, height);
  const [first] = components;
  const isUsual = hasPlainColors && components.length === 3 && components.slice(1).every(isSampledOnce);
  if (longest < MIN_LONGEST_SIDE || longest > MAX_SIDE || !isUsual) return undefined;
  const { horizontal = 0, vertical = 0 } = first ?? {};
  return horizontal === vertical && (horizontal === 1 || horizontal === 2) ? horizontal : undefined;
}

const isSampledOnce = ({ horizontal, vertical }: Component) => horizontal === 1 && vertical === 1;

/** What a coefficient was divided by, and how much it adds to the first pixel. */
function weightsOf(quantization: Uint16Array, last: number): Int32Array {
  const waves = last === LAST_OF_FOUR ? OF_FOUR : OF_TWO;
  return Int32Array.from({ length: last + 1 }, (_, index) => {
    const [across, down] = [waves[ACROSS[index] as number] ?? 0, waves[DOWN[index] as number] ?? 0];
    return (quantization[index] as number) * across * down * 2 ** FRACTION;
  });
}
