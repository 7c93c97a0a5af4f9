import { createHash } from 'node:crypto';
import { dotsOfText, LETTER_HEIGHT } from './sample-font.ts';

export interface SampleSubject {
  /** Drawn large, so that the samples of one submission can be told apart. */
  number: number;
  label: string;
  seed: string;
}

interface Picture {
  pixels: Buffer;
  width: number;
  height: number;
}

type Color = [red: number, green: number, blue: number];

export const SAMPLE_SIZE = { width: 1600, height: 1200 };
/** Drawn small and enlarged: a sixteenth of the work on the main thread, and softer edges. */
const WIDTH = SAMPLE_SIZE.width / 4;
const HEIGHT = SAMPLE_SIZE.height / 4;
const RIDGES = 4;
const MAX_LABEL_LENGTH = 30;
const WHITE: Color = [255, 255, 255];

/** Layers of hills in the haze before a low sun, with a number and a label. */
export function drawSample({ number, label, seed }: SampleSubject): Picture {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, number, label]))
    .digest();
  const picture = { pixels: Buffer.alloc(WIDTH * HEIGHT * 3), width: WIDTH, height: HEIGHT };
  const hue = (digest.readUInt16BE(0) / 65_536 + number * 0.618) % 1;
  drawSky(picture, hue, { x: WIDTH * (0.2 + (0.6 * (digest[2] ?? 0)) / 255), y: HEIGHT * 0.38 });
  for (let ridge = 0; ridge < RIDGES; ridge += 1) drawRidge(picture, hue, ridge, digest);
  addGrain(picture, digest.readUInt32BE(4));
  drawText(picture, String(number), { x: 20, y: 20, dot: 8 });
  drawText(picture, [...label].slice(0, MAX_LABEL_LENGTH).join(''), {
    x: 20,
    y: HEIGHT - 20 - 2 * LETTER_HEIGHT,
    dot: 2,
  });
  return picture;
}

/** Behind the start of the image: the encoder leaves out the header that every canvas writes. */
export function withJfifHeader(jpeg: Buffer): Buffer {
  const header = Buffer.from('ffe000104a46494600010100000100010000', 'hex');
  return Buffer.concat([jpeg.subarray(0, 2), header, jpeg.subarray(2)]);
}

function drawSky(picture: Picture, hue: number, sun: { x: number; y: number }): void {
  const above = colorOf(hue, 0.55, 0.5);
  const below = colorOf(hue + 0.12, 0.7, 0.85);
  for (let y = 0; y < HEIGHT; y += 1) {
    const sky = mix(above, below, Math.min(1, y / (HEIGHT * 0.65)));
    for (let x = 0; x < WIDTH; x += 1) {
      const glow = 1.6 * Math.exp(-Math.sqrt((x - sun.x) ** 2 + (y - sun.y) ** 2) / 45);
      paint(picture, x, y, sky, Math.min(1, glow));
    }
  }
}

function drawRidge(picture: Picture, hue: number, ridge: number, digest: Buffer): void {
  const nearness = (ridge + 1) / RIDGES;
  const color = colorOf(hue + 0.05, 0.35 + 0.15 * nearness, 0.66 - 0.48 * nearness);
  const phase = (digest[8 + ridge] ?? 0) / 20;
  for (let x = 0; x < WIDTH; x += 1) {
    const waves =
      Math.sin(x / 70 + phase) * 19 + Math.sin(x / 24 + phase * 3) * 7 + Math.sin(x / 7 + phase) * 1.5;
    const top = Math.round(HEIGHT * (0.42 + 0.13 * ridge) + waves);
    for (let y = top; y < HEIGHT; y += 1) paint(picture, x, y, color);
  }
}

/** A camera's noise; without it the file would be far smaller than a photo. */
function addGrain({ pixels }: Picture, seed: number): void {
  let state = seed;
  for (let at = 0; at < pixels.length; at += 3) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const grain = (state >>> 28) - 8;
    for (let channel = at; channel < at + 3; channel += 1) {
      pixels[channel] = Math.max(0, Math.min(255, (pixels[channel] ?? 0) + grain));
    }
  }
}

function drawText(
  picture: Picture,
  text: string,
  { x, y, dot }: { x: number; y: number; dot: number },
): void {
  for (const place of dotsOfText(text)) {
    for (let down = 0; down < dot; down += 1) {
      for (let right = 0; right < dot; right += 1) {
        paint(picture, x + place.x * dot + right, y + place.y * dot + down, WHITE);
      }
    }
  }
}

/** `light` lets the color fade to white. */
function paint({ pixels, width }: Picture, x: number, y: number, color: Color, light = 0): void {
  if (x >= width) return;
  const at = (y * width + x) * 3;
  pixels[at] = color[0] + (255 - color[0]) * light;
  pixels[at + 1] = color[1] + (255 - color[1]) * light;
  pixels[at + 2] = color[2] + (255 - color[2]) * light;
}

function mix(from: Color, to: Color, share: number): Color {
  const part = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share;
  return [part(0), part(1), part(2)];
}

/** From hue, saturation and lightness, each 0 to 1. */
function colorOf(hue: number, saturation: number, lightness: number): Color {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const place = (offset + hue * 12) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}
