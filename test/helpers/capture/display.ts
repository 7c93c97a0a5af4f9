import type { Scene } from './scene.ts';

export interface Display {
  /** Pixels of the camera for each pixel of the display. */
  pitch: number;
  /** How it is turned against the camera, in degrees. */
  angle: number;
  /** Where the camera is, in its pixels; a hand never holds it still. */
  shift?: { x: number; y: number };
}

/** The share of a display's pixel that shines: a third of its width for each color, and most of its height. */
const SHINING = { width: 0.29, height: 0.75 };
/** Blur of a lens in focus, in pixels of the camera. */
const BLUR = 0.45;
const HARMONICS = { across: 4, down: 3 };
const COSINES = Float64Array.from({ length: 1_024 }, (_, index) => Math.cos((2 * Math.PI * index) / 1_024));

const sinc = (value: number) => (value === 0 ? 1 : Math.sin(Math.PI * value) / (Math.PI * value));

/**
 * The scene on a display with red, green and blue dots side by side, as a camera sees it: each frequency of the dots
 * comes through as far as lens and pixels of the camera pass it, and those beyond what its pixels can hold come back as
 * moiré, in a color filter that sees one color per pixel.
 */
export function onDisplay({ data, width, height }: Scene, { pitch, angle, shift }: Display): Scene {
  const [cosine, sine] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const waves = wavesOf(pitch, cosine, sine);
  const light = new Float64Array(data.length);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) {
      const [left, top] = [x + (shift?.x ?? 0), y + (shift?.y ?? 0)];
      const across = (left * cosine - top * sine) / pitch;
      const down = (left * sine + top * cosine) / pitch;
      for (let color = 0; color < 3; color += 1) {
        let shining = 1;
        for (const wave of waves) {
          const turn = wave.across * (across - color / 3) + wave.down * down;
          shining += wave.strength * (COSINES[(turn * COSINES.length) & (COSINES.length - 1)] as number);
        }
        light[at + color] = ((data[at + color] as number) / 255) ** 2.2 * Math.max(0, shining) * 0.9;
      }
    }
  }
  const seen = throughColorFilter(light, width, height);
  return {
    data: Buffer.from(seen.map((value) => Math.min(255, Math.round(255 * value ** (1 / 2.2))))),
    width,
    height,
  };
}

function wavesOf(pitch: number, cosine: number, sine: number) {
  const waves: { across: number; down: number; strength: number }[] = [];
  for (let across = 0; across <= HARMONICS.across; across += 1) {
    for (let down = across === 0 ? 1 : -HARMONICS.down; down <= HARMONICS.down; down += 1) {
      const x = (across * cosine + down * sine) / pitch;
      const y = (-across * sine + down * cosine) / pitch;
      const passed = sinc(x) * sinc(y) * Math.exp(-2 * (Math.PI * BLUR) ** 2 * (x * x + y * y));
      // Twice: what runs the other way is the same.
      const strength = 2 * sinc(across * SHINING.width) * sinc(down * SHINING.height) * passed;
      if (Math.abs(strength) > 0.005) waves.push({ across, down, strength });
    }
  }
  return waves;
}

/** Red, green, green and blue in each square of four; what is missing is taken from around. */
function throughColorFilter(light: Float64Array, width: number, height: number): Float64Array {
  const colorAt = (x: number, y: number) => (y % 2 === 0 ? (x % 2 === 0 ? 0 : 1) : x % 2 === 0 ? 1 : 2);
  const seen = new Float64Array(light.length);
  const sums = new Float64Array(3);
  const counts = new Uint8Array(3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      sums.fill(0);
      counts.fill(0);
      const own = colorAt(x, y);
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          const color = colorAt(column, row);
          if (color === own && (column !== x || row !== y)) continue;
          sums[color] = (sums[color] ?? 0) + (light[(row * width + column) * 3 + color] as number);
          counts[color] = (counts[color] ?? 0) + 1;
        }
      }
      for (let color = 0; color < 3; color += 1) {
        seen[(y * width + x) * 3 + color] = (sums[color] ?? 0) / Math.max(1, counts[color] ?? 0);
      }
    }
  }
  return seen;
}
