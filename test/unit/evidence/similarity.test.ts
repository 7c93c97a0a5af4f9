import type { Sharp } from 'sharp';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { grayOf, lookAt } from '../../../src/photos/evidence/look.ts';
import { hashOf, spectrumOf } from '../../../src/photos/evidence/perceptual-hash.ts';
import { entriesOfHash, SAME_PICTURE, seek } from '../../../src/photos/evidence/similarity.ts';
import { drawScene, imageOf } from '../../helpers/capture/scene.ts';

const SIZE = { width: 120, height: 90 };
const SCENES = 142;

async function grayIn(image: Sharp): Promise<Uint8Array> {
  const { data, info } = await sharp(await image.jpeg({ quality: 80 }).toBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true });
  return grayOf(lookAt({ data, ...info }));
}

/** Cuts off shares of the width and the height. */
function crop(image: Sharp, [left, right, top, bottom]: [number, number, number, number]): Sharp {
  const { width, height } = SIZE;
  return image.extract({
    left: Math.floor(left * width),
    top: Math.floor(top * height),
    width: Math.floor((1 - left - right) * width),
    height: Math.floor((1 - top - bottom) * height),
  });
}

describe('pictures that were seen before', () => {
  const scene = (seed: number) => imageOf(drawScene(seed, SIZE));
  let grays: Uint8Array[];
  let hashes: Buffer[];
  beforeAll(() => {
    const drawn = Array.from({ length: SCENES }, (_, seed) => drawScene(seed, SIZE));
    grays = drawn.map((scene) => grayOf(lookAt({ ...scene, channels: 3 })));
    hashes = grays.map((gray) => hashOf(spectrumOf(gray)));
  });

  it.each<[string, (image: Sharp) => Sharp]>([
    ['compressed again', (image) => image.jpeg({ quality: 30 })],
    ['at half the size', (image) => image.resize(SIZE.width / 2)],
    ['without 5 % at all edges together', (image) => crop(image, [0.025, 0.025, 0.025, 0.025])],
    ['without 5 % at the left', (image) => crop(image, [0.05, 0, 0, 0])],
    ['without 5 % at the bottom', (image) => crop(image, [0, 0, 0, 0.05])],
    ['without 5 % at two edges', (image) => crop(image, [0, 0.05, 0.05, 0])],
    ['mirrored', (image) => image.flop()],
    ['upside down', (image) => image.rotate(180)],
    ['turned to the left', (image) => image.rotate(270)],
    ['turned to the right', (image) => image.rotate(90)],
    ['turned to the right and mirrored', (image) => image.rotate(90).flop()],
    ['brightened', (image) => image.linear(1.25, 15)],
    ['without colors', (image) => image.grayscale().toColorspace('srgb')],
  ])('should be found %s', async (_, change) => {
    let found = 0;
    for (let seed = 0; seed < 10; seed += 1) {
      const sought = seek(await grayIn(change(scene(seed))));
      const hash = hashes[seed] as Buffer;
      const isListed = entriesOfHash(hash).some(sought.isWorthComparing);
      if (isListed && sought.likeness(hash) >= SAME_PICTURE) found += 1;
    }
    expect(found).toBe(10);
  });

  it('should not be mixed up with others, in ten thousand pairs', () => {
    let pairs = 0;
    const alike: [number, number, number][] = [];
    for (let first = 0; first < SCENES; first += 1) {
      const sought = seek(grays[first] as Uint8Array);
      for (let second = first + 1; second < SCENES; second += 1) {
        pairs += 1;
        const likeness = sought.likeness(hashes[second] as Buffer);
        if (likeness >= SAME_PICTURE) alike.push([first, second, likeness]);
      }
    }
    expect(pairs).toBeGreaterThanOrEqual(10_000);
    expect(alike).toEqual([]);
  });

  it('should not be compared with pictures that only have a key in common', () => {
    const sought = seek(grays[0] as Uint8Array);
    const own = entriesOfHash(hashes[0] as Buffer);
    const others = hashes
      .slice(1)
      .flatMap((hash) =>
        entriesOfHash(hash).map(({ sketch }, index) => ({ key: own[index]?.key ?? 0, sketch })),
      );
    expect(own.every(sought.isWorthComparing)).toBe(true);
    expect(others.filter(sought.isWorthComparing).length).toBeLessThan(others.length / 10);
  });

  it('should have fewer keys to look under than would slow down the database', () => {
    const sought = seek(grays[1] as Uint8Array);
    expect(sought.keys.length).toBeLessThan(1_600);
    expect(new Set(sought.keys).size).toBe(sought.keys.length);
  });
});
