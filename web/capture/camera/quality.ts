import type { Hint } from '../flow/state.ts';

export interface Gray {
  width: number;
  height: number;
  /** One byte per pixel. */
  pixels: Uint8Array;
}

/** Conservative: a wrong hint costs the customer more than a missing one. */
const DARK_MEAN = 28;
const DARK_BRIGHTEST = 90;
const BRIGHT_SHARE = 0.6;
const BLURRED_SHARPNESS = 14;
/** A bare wall has no edges to judge by; below this contrast nothing is said about sharpness. */
const LEAST_CONTRAST = 160;

export function qualityHint(gray: Gray): Hint | null {
  const light = measureLight(gray);
  if (light.mean < DARK_MEAN && light.brightest < DARK_BRIGHTEST) return 'dark';
  if (light.blownOut > BRIGHT_SHARE) return 'overexposed';
  if (light.variance > LEAST_CONTRAST && laplacianVariance(gray) < BLURRED_SHARPNESS) return 'blurred';
  return null;
}

/** Turns the RGBA bytes of a canvas into luminance. */
export function toGray(rgba: Uint8ClampedArray, width: number, height: number): Gray {
  const pixels = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < pixels.length; at++, from += 4) {
    pixels[at] = ((rgba[from] ?? 0) * 77 + (rgba[from + 1] ?? 0) * 150 + (rgba[from + 2] ?? 0) * 29) >> 8;
  }
  return { width, height, pixels };
}

/** The edges' energy: blur takes the small differences between neighbors away first. */
export function laplacianVariance({ width, height, pixels }: Gray): number {
  let sum = 0;
  let squares = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      const edge =
        4 * (pixels[at] ?? 0) -
        (pixels[at - 1] ?? 0) -
        (pixels[at + 1] ?? 0) -
        (pixels[at - width] ?? 0) -
        (pixels[at + width] ?? 0);
      sum += edge;
      squares += edge * edge;
    }
  }
  const count = Math.max(1, (width - 2) * (height - 2));
  return squares / count - (sum / count) ** 2;
}

function measureLight({ pixels }: Gray) {
  const histogram = new Uint32Array(256);
  let sum = 0;
  let squares = 0;
  for (const value of pixels) {
    histogram[value] = (histogram[value] ?? 0) + 1;
    sum += value;
    squares += value * value;
  }
  const mean = sum / pixels.length;
  const blownOut = histogram.subarray(250).reduce((total, count) => total + count, 0) / pixels.length;
  return {
    mean,
    variance: squares / pixels.length - mean * mean,
    blownOut,
    brightest: percentile(histogram, pixels.length * 0.98),
  };
}

/** The value below which that many pixels lie. */
function percentile(histogram: Uint32Array, count: number): number {
  let below = 0;
  for (let value = 0; value < 256; value++) {
    below += histogram[value] ?? 0;
    if (below >= count) return value;
  }
  return 255;
}
