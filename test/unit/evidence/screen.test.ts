import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { checkScreen } from '../../../src/photos/evidence/checks/screen.ts';
import { gridOf } from '../../../src/photos/evidence/display-patterns.ts';
import { type Look, lookAt } from '../../../src/photos/evidence/look.ts';
import { measureReport } from '../../../src/photos/evidence/report.ts';
import { MIDDLE_SIDE, OVERVIEW } from '../../../src/shared/capture-report.ts';
import { onDisplay } from '../../helpers/capture/display.ts';
import { reportOf } from '../../helpers/capture/report.ts';
import { drawScene, imageOf, photoOf, type Scene, seededNumbers } from '../../helpers/capture/scene.ts';

const SIZE = { width: 960, height: 720 };

/** As the server decodes the photo of a scene. */
async function lookOf(scene: Scene): Promise<Look> {
  const photo = sharp(await photoOf(imageOf(scene), 80)).resize({
    width: 640,
    height: 640,
    fit: 'inside',
    withoutEnlargement: true,
  });
  const { data, info } = await photo.raw().toBuffer({ resolveWithObject: true });
  return lookAt({ data, ...info });
}

/** The green of the scene's middle, pixel for pixel. */
function middleOf({ data, width, height }: Scene): Buffer {
  const [left, top] = [(width - MIDDLE_SIDE) >> 1, (height - MIDDLE_SIDE) >> 1];
  return Buffer.from(
    Array.from({ length: MIDDLE_SIDE ** 2 }, (_, index) => {
      const [x, y] = [left + (index % MIDDLE_SIDE), top + Math.floor(index / MIDDLE_SIDE)];
      return data[(y * width + x) * 3 + 1] as number;
    }),
  );
}

/** Dark and light stripes, painted over the scene in one color. */
function withFence(scene: Scene, period: number, [red, green, blue]: number[]): Scene {
  const data = Buffer.from(scene.data);
  for (let at = 0; at < data.length; at += 3) {
    if (((at / 3) % scene.width) % period < period / 2) data.set([red ?? 0, green ?? 0, blue ?? 0], at);
  }
  return { ...scene, data };
}

interface Wall {
  joints: number[];
  /** Of each color of a tile. */
  darkest: number;
  spread: number;
}

const PALE_TILES: Wall = { joints: [160, 70, 110], darkest: 90, spread: 30 };
/** As bright as its joints on the whole: only their color makes a pattern. */
const MOSAIC: Wall = { joints: [150, 80, 160], darkest: 80, spread: 60 };

/** Colored tiles on a wall, with joints of one color. */
function tiledWall(step: number, { joints, darkest, spread }: Wall): Scene {
  const random = seededNumbers(step);
  const tiles = Array.from({ length: 40_000 }, () => [0, 1, 2].map(() => darkest + spread * random()));
  const data = Buffer.alloc(3 * SIZE.width * SIZE.height);
  for (let at = 0; at < data.length; at += 3) {
    const [x, y] = [(at / 3) % SIZE.width, Math.floor(at / 3 / SIZE.width)];
    const isJoint = x % step < 2 || y % step < 2;
    const tile = tiles[Math.floor(y / step) * 200 + Math.floor(x / step)] ?? [];
    data.set(isJoint ? joints : tile, at);
  }
  return { ...SIZE, data };
}

describe('a photo of a display', () => {
  it.each([1.7, 2.5])(
    'should show itself by its stripes: %s pixels of the camera for each',
    async (pitch) => {
      const look = await lookOf(onDisplay(drawScene(31, SIZE), { pitch, angle: 3 }));
      expect(checkScreen(look, undefined)).toMatchObject({ result: 'warn' });
    },
  );

  it('should show itself by a grid in the frames of the camera, and the flicker of the display', async () => {
    const scene = drawScene(24, { width: 96, height: 96 });
    const shifts = [0, 0.7, 1.9, 3.2, 4.1, 5.5].map((x) => ({ x, y: 0.6 * x }));
    const grid = gridOf(shifts.map((shift) => middleOf(onDisplay(scene, { pitch: 2.4, angle: 4, shift }))));
    const look = await lookOf(drawScene(24, SIZE));
    const { frames } = measureReport(reportOf(scene));
    expect(checkScreen(look, { ...frames, grid, flicker: 3 }).result).toBe('warn');
    // A lamp flickers too, and a sieve has a grid.
    expect(checkScreen(look, { ...frames, flicker: 3 }).result).toBe('pass');
    expect(checkScreen(look, { ...frames, grid }).result).toBe('pass');
  });
});

describe('a photo of the world', () => {
  it.each([1, 2])('should not be taken for one of a display: scene %s', async (seed) => {
    const look = await lookOf(drawScene(seed, SIZE));
    expect(look.fringes).toBeLessThan(1.7);
    expect(checkScreen(look, undefined).result).toBe('pass');
  });

  it('should not be taken for one of a display because it is too small to tell', async () => {
    expect(checkScreen(await lookOf(drawScene(7, { width: 120, height: 90 })), undefined).result).toBe(
      'unknown',
    );
  });

  it('should not be taken for one of a display for a fence', async () => {
    const look = await lookOf(withFence(drawScene(8, SIZE), 24, [60, 60, 60]));
    expect(checkScreen(look, undefined).result).toBe('pass');
  });
});

describe('a wall of colored tiles', () => {
  it.each([
    ...[7, 9, 12, 16, 24].map((step) => ({ name: 'pale tiles', step, wall: PALE_TILES })),
    ...[11, 15, 22].map((step) => ({ name: 'a mosaic', step, wall: MOSAIC })),
  ])('should not be taken for a display: $name, one every $step pixels', async ({ step, wall }) => {
    expect(checkScreen(await lookOf(tiledWall(step, wall)), undefined).result).toBe('pass');
  });
});

/** The middle of a frame with small print, five pixels from line to line, a little askew. */
function smallPrint(shift: number): Buffer {
  const random = seededNumbers(5);
  const words = Array.from({ length: 400 }, () => random() < 0.95);
  return Buffer.from(
    Array.from({ length: MIDDLE_SIDE ** 2 }, (_, index) => {
      const [x, y] = [(index % MIDDLE_SIDE) + shift, Math.floor(index / MIDDLE_SIDE) + 0.6 * shift];
      const [down, along] = [y + 0.15 * x, x - 0.15 * y + 10];
      const isWord = words[20 * Math.floor(down / 5) + Math.floor(along / 3)];
      return isWord ? Math.round(235 - 190 * Math.min(1, Math.max(0, 2 - (down % 5)))) : 235;
    }),
  );
}

describe('small print', () => {
  it('should not be taken for a display, also under a lamp that flickers', async () => {
    const grid = gridOf([0, 0.7, 1.9, 3.2, 4.1, 5.5].map(smallPrint));
    const { frames } = measureReport(reportOf(drawScene(24, { width: 96, height: 96 })));
    const look = await lookOf(drawScene(24, SIZE));
    expect(checkScreen(look, { ...frames, grid }).result).toBe('pass');
    expect(checkScreen(look, { ...frames, grid, flicker: 3 }).result).toBe('pass');
  });
});

describe('the flicker of a light', () => {
  const random = seededNumbers(5);
  const scene = Array.from({ length: OVERVIEW.width * OVERVIEW.height }, () => 60 + 100 * random());
  const flickerOf = (gray: (value: number, x: number, y: number, frame: number) => number) => {
    const report = reportOf(drawScene(9));
    const frames = report.frames.map((each, frame) => {
      const grays = scene.map((value, index) =>
        gray(value, index % OVERVIEW.width, Math.floor(index / OVERVIEW.width), frame),
      );
      return { ...each, overview: Buffer.from(grays.map(Math.round)).toString('base64') };
    });
    return measureReport({ ...report, frames }).frames.flicker;
  };

  it('should be seen in bands that wander over the frames', () => {
    expect(flickerOf((value, _x, y, frame) => value + 6 * Math.sin(y / 3 + 2 * frame))).toBeGreaterThan(3);
  });

  it('should not be seen where the picture moves, or grows brighter as a whole', () => {
    expect(flickerOf((value, _x, _y, frame) => value + 5 * frame)).toBe(0);
    expect(
      flickerOf((_value, x, y, frame) => scene[(y * OVERVIEW.width + x + frame) % scene.length] ?? 0),
    ).toBe(0);
  });
});
