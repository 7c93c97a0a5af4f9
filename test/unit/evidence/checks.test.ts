import { describe, expect, it } from 'vitest';
import { checkClock } from '../../../src/photos/evidence/checks/clock.ts';
import { checkContent } from '../../../src/photos/evidence/checks/content.ts';
import { checkFile } from '../../../src/photos/evidence/checks/file.ts';
import { checkPage } from '../../../src/photos/evidence/checks/page.ts';
import { checkPlace } from '../../../src/photos/evidence/checks/place.ts';
import { lookAt } from '../../../src/photos/evidence/look.ts';
import type { PhotoTraits } from '../../../src/photos/evidence/traits.ts';
import { createJpegInspector } from '../../../src/photos/jpeg-structure.ts';
import type { PhotoRow } from '../../../src/platform/db/tables.ts';
import { JFIF, withSegments } from '../../helpers/capture/jpeg-files.ts';
import { drawScene, imageOf, photoOf, type Scene, seededNumbers } from '../../helpers/capture/scene.ts';
import { photoRequestRow, photoRow } from '../../helpers/database/rows.ts';

const OPENED = Date.UTC(2026, 0, 31, 12);
const CHROME = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1';

const request = photoRequestRow('ws_1');
const photo = (changes: Partial<PhotoRow>) => photoRow(request, changes);
const traits = (changes: Partial<PhotoTraits> = {}): PhotoTraits => ({
  sessionOpenedAt: OPENED,
  claimedAt: OPENED + 20_000,
  userAgent: CHROME,
  encoder: { quality: 90, sampling: '4:2:0', codes: 'computed', extras: ['APP0'] },
  ...changes,
});

describe('the content check', () => {
  const lookAtScene = (scene: Scene) => lookAt({ ...scene, channels: 3 });
  const scene = drawScene(1, { width: 160, height: 120 });
  const darkened = (share: number): Scene => ({
    ...scene,
    // What is left of the light, and the noise of the sensor.
    data: Buffer.from(scene.data.map((value, at) => value * share + ((at * 7_919) % 3))),
  });
  const random = seededNumbers(1);
  const noise: Scene = {
    ...{ width: 640, height: 480 },
    data: Buffer.from(Array.from({ length: 640 * 480 * 3 }, () => 256 * random())),
  };
  const plain = (value: number): Scene => ({ ...scene, data: Buffer.alloc(scene.data.length, value) });

  it.each([
    ['a scene', scene],
    ['a dark room', darkened(0.08)],
  ])('should pass %s', (_, seen) => {
    expect(checkContent(lookAtScene(seen)).result).toBe('pass');
  });

  it.each([
    ['black', plain(0), 'The picture is black.'],
    ['one color', plain(120), 'The picture shows hardly more than one color.'],
    [
      'a drawing',
      { ...scene, data: Buffer.from(scene.data.map((_, at) => (at < scene.data.length / 2 ? 60 : 180))) },
      'The picture looks drawn: large areas have exactly one color.',
    ],
    ['noise', noise, 'The picture is nothing but noise.'],
  ])('should warn of %s', (_, seen, message) => {
    expect(checkContent(lookAtScene(seen))).toMatchObject({ result: 'warn', message });
  });
});

describe('the file check', () => {
  const image = () => imageOf(drawScene(1, { width: 320, height: 240 }));
  function encoderOf(jpeg: Buffer) {
    const inspector = createJpegInspector();
    inspector.push(jpeg);
    return inspector.finish().encoder;
  }

  it('should pass what the camera page makes Chromium write', async () => {
    const encoder = encoderOf(await photoOf(image()));
    expect(checkFile(traits({ encoder }))).toMatchObject({
      result: 'pass',
      figures: { quality: 90, sampling: '4:2:0', codes: 'computed', segments: 'APP0' },
    });
  });

  it.each([
    [90, '4:4:4'],
    [80, '4:2:0'],
  ])(
    'should pass what the camera page makes Firefox write: quality %i',
    async (quality, chromaSubsampling) => {
      const options = { quality, chromaSubsampling, optimizeCoding: false };
      const encoder = encoderOf(withSegments(await image().jpeg(options).toBuffer(), JFIF));
      expect(checkFile(traits({ encoder, userAgent: FIREFOX })).result).toBe('pass');
    },
  );

  it.each([
    ['of another quality', CHROME, { quality: 85 }],
    ['with all colors', CHROME, { quality: 90, chromaSubsampling: '4:4:4' }],
    ['with the codes of the standard', CHROME, { quality: 90, optimizeCoding: false }],
    ['with tables that no canvas has', CHROME, { quality: 90, quantizationTable: 3 }],
    ['of Chromium from Firefox', FIREFOX, { quality: 90 }],
    ['without all colors from Firefox', FIREFOX, { quality: 90, optimizeCoding: false }],
  ])('should warn of a file %s', async (_, userAgent, options) => {
    const encoder = encoderOf(withSegments(await image().jpeg(options).toBuffer(), JFIF));
    expect(checkFile(traits({ encoder, userAgent })).result).toBe('warn');
  });

  it('should say that it does not know what an unmeasured browser writes', () => {
    expect(checkFile(traits({ userAgent: IPHONE })).result).toBe('unknown');
    expect(checkFile(undefined).result).toBe('unknown');
  });
});

describe('the clock check', () => {
  const judged = (claimed: number, received: number) =>
    checkClock(photo({ received_at: OPENED + received }), traits({ claimedAt: OPENED + claimed }));

  it.each([
    ['sent right away', 20_000, 22_000, 'pass'],
    ['sent from behind the dead spot', 20_000, 20 * 60_000, 'pass'],
    ['taken before a reload', -90_000, 5_000, 'pass'],
    ['kept for long', 20_000, 45 * 60_000, 'warn'],
    ['from the future', 3_600_000, 22_000, 'warn'],
  ])('should judge a photo %s', (_, claimed, received, result) => {
    expect(judged(claimed, received).result).toBe(result);
  });
});

describe('the page check', () => {
  it('should warn of a photo that came as fast as from a script', () => {
    const judged = checkPage(photo({ received_at: OPENED + 40 }), traits());
    expect(judged).toMatchObject({ result: 'warn', figures: { opened_to_received_seconds: 0.04 } });
  });
});

describe('the place check', () => {
  const BERLIN = { latitude: 52.52, longitude: 13.405, accuracy: 20 };
  const NEW_YORK = { latitude: 40.7128, longitude: -74.006, accuracy: 20 };
  const at = (place: object, seconds: number) => photo({ ...place, captured_at: OPENED + seconds * 1_000 });
  const alone = { others: [], expected: null };

  it('should know nothing without a location', () => {
    expect(checkPlace(photo({}), alone).result).toBe('unknown');
  });

  it('should warn of a journey that no one can make, and name the other photo', () => {
    const other = at(NEW_YORK, 1);
    const judged = checkPlace(at(BERLIN, 0), { others: [other], expected: null });
    expect(judged).toMatchObject({ result: 'warn', figures: { photo_id: other.id, seconds: 1 } });
    expect(judged.figures.distance_meters).toBeGreaterThan(6_300_000);
    expect(judged.figures.distance_meters).toBeLessThan(6_450_000);
  });

  it('should pass a flight, and a position that becomes exact', () => {
    expect(checkPlace(at(BERLIN, 0), { others: [at(NEW_YORK, 8 * 3_600)], expected: null }).result).toBe(
      'pass',
    );
    const rough = { latitude: 52.7, longitude: 13.405, accuracy: 20_000 };
    expect(checkPlace(at(BERLIN, 0), { others: [at(rough, 1)], expected: null }).result).toBe('pass');
  });

  it.each([
    ['inside', { lat: 52.5205, lng: 13.405, radius_m: 100 }, 'pass'],
    ['as close as the accuracy can tell', { lat: 52.521, lng: 13.405, radius_m: 100 }, 'pass'],
    ['outside', { lat: 52.53, lng: 13.405, radius_m: 100 }, 'warn'],
  ])('should judge a photo %s the expected location', (_, expected, result) => {
    expect(checkPlace(at(BERLIN, 0), { others: [], expected }).result).toBe(result);
  });
});
