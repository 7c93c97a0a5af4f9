import { describe, expect, it } from 'vitest';
import { type Gray, qualityHint, toGray } from '../../web/capture/camera/quality.ts';

const WIDTH = 160;
const HEIGHT = 120;

function paint(value: (x: number, y: number) => number): Gray {
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) for (let x = 0; x < WIDTH; x++) pixels[y * WIDTH + x] = value(x, y);
  return { width: WIDTH, height: HEIGHT, pixels };
}

/** Sharp squares, as of a page, a number plate, a room with furniture. */
const squares = (x: number, y: number) => (((x >> 4) + (y >> 4)) % 2 === 0 ? 60 : 190);

function blur(gray: Gray, radius: number): Gray {
  return paint((x, y) => {
    let sum = 0;
    let count = 0;
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) {
        const value = gray.pixels[(y + dy) * WIDTH + x + dx];
        if (x + dx < 0 || x + dx >= WIDTH || value === undefined) continue;
        sum += value;
        count++;
      }
    return sum / count;
  });
}

describe('the hint before a photo is kept', () => {
  it('should be absent for an ordinary sharp photo', () => {
    expect(qualityHint(paint(squares))).toBeNull();
  });

  it('should be absent for a bare wall, which has nothing sharp to show', () => {
    expect(qualityHint(paint((x) => 150 + (x % 3)))).toBeNull();
  });

  it('should be absent for a night scene with a lit sign', () => {
    expect(qualityHint(paint((x, y) => (x > 60 && x < 100 && y > 50 && y < 70 ? 220 : 8)))).toBeNull();
  });

  it('should tell a blurred photo', () => {
    expect(qualityHint(blur(blur(paint(squares), 6), 4))).toBe('blurred');
  });

  it('should not call slight softness blurred', () => {
    expect(qualityHint(blur(paint(squares), 1))).toBeNull();
  });

  it('should tell a photo that is too dark', () => {
    expect(qualityHint(paint((x, y) => squares(x, y) / 10))).toBe('dark');
  });

  it('should tell an overexposed photo', () => {
    expect(qualityHint(paint((x, y) => (squares(x, y) > 100 || y > 30 ? 255 : 200)))).toBe('overexposed');
  });

  it('should weigh the colors as the eye does', () => {
    const rgba = new Uint8ClampedArray([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255]);
    const [red = 0, green = 0, blue = 0, white] = toGray(rgba, 4, 1).pixels;
    expect(green).toBeGreaterThan(red);
    expect(red).toBeGreaterThan(blue);
    expect(white).toBe(255);
  });
});
