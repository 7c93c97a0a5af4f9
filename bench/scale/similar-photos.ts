import { CHECKS } from '../../src/photos/evidence/finding.ts';
import { grayOf, lookAt } from '../../src/photos/evidence/look.ts';
import {
  COMPARED_SIDE,
  HASH_BITS,
  hashOf,
  type Spectrum,
  spectrumOf,
} from '../../src/photos/evidence/perceptual-hash.ts';
import { entriesOf } from '../../src/photos/evidence/similarity-repository.ts';
import type { Owner } from '../../src/platform/db/tables.ts';
import { drawScene, seededNumbers } from '../../test/helpers/capture/scene.ts';
import { type Rows, submitted } from './population.ts';

const PHOTOS_PER_REQUEST = 50;
const BATCH = 5_000;
/** Drawing takes milliseconds: each picture is a few of so many drawn ones, laid over each other. */
const DRAWN = 2_000;
const LAID_OVER = 4;
const DRAWN_SIZE = { width: 64, height: 48 };
/** Far from the scenes that are looked for. */
const FIRST_SEED = 1_000_000;

/** As long as what a real submission leaves with each photo. */
const EVIDENCE = JSON.stringify(
  CHECKS.map((check) => ({
    check,
    result: 'pass',
    message: 'This sentence is as long as what the checks say of a photo, no more and no less.',
    figures: { count: 10, measured: 12.34, spanned: 990 },
  })),
);

/** Submitted photos of one workspace, in batches, each with its hash and listed by its keys. */
export function* similarPhotos(owner: Owner, count: number, now: number): Generator<Rows> {
  const drawHash = createHashes();
  for (let start = 0; start < count; start += BATCH) {
    const batch: Required<Rows> = { requests: [], photos: [], events: [], similarityKeys: [] };
    const size = Math.min(BATCH, count - start);
    for (let added = 0; added < size; added += PHOTOS_PER_REQUEST) {
      const { requests, photos } = submitted(owner, Math.min(PHOTOS_PER_REQUEST, size - added), now);
      batch.requests.push(...requests);
      for (const blank of photos) {
        const photo = { ...blank, hash: drawHash().toString('hex'), evidence: EVIDENCE };
        batch.photos.push(photo);
        batch.similarityKeys.push(...entriesOf(photo));
      }
    }
    yield batch;
  }
}

/**
 * Hashes whose bits hang together as those of real photos do. They are the signs of waves, and waves that are added up
 * keep what they have in common.
 */
export function createHashes(): () => Buffer {
  const random = seededNumbers(FIRST_SEED);
  const drawn = Array.from({ length: DRAWN }, (_, index) => spectrumOf(drawnAsPhoto(FIRST_SEED + index)));
  const mean = new Float64Array(HASH_BITS);
  for (const spectrum of drawn) add(mean, spectrum, 1 / DRAWN);
  for (const spectrum of drawn) add(spectrum, mean, -1);
  const light = spectrumOf(LIGHT);
  const sum = new Float64Array(HASH_BITS);
  return () => {
    sum.set(light);
    for (let layer = 0; layer < LAID_OVER; layer += 1) {
      add(sum, drawn[Math.floor(random() * DRAWN)] as Spectrum, 0.5 + random());
    }
    return hashOf(sum);
  };
}

function add(sum: Spectrum, other: Spectrum, share: number): void {
  for (let wave = 0; wave < HASH_BITS; wave += 1) {
    sum[wave] = (sum[wave] as number) + share * (other[wave] as number);
  }
}

/** A scene whose things stand in the middle of its height, as people frame them. */
function drawnAsPhoto(seed: number): Float64Array {
  const gray = grayOf(lookAt({ ...drawScene(seed, DRAWN_SIZE), channels: 3 }));
  return Float64Array.from(gray, (value, index) => {
    const down = (Math.floor(index / COMPARED_SIDE) + 0.5) / COMPARED_SIDE;
    return 128 + (value - 128) * (0.35 + 0.65 * Math.sin(Math.PI * down));
  });
}

/** What photos have in common: they are lighter above, and in the middle, as 6 of 10 real ones were found to be. */
const LIGHT = Float64Array.from({ length: COMPARED_SIDE ** 2 }, (_, index) => {
  const across = ((index % COMPARED_SIDE) + 0.5) / COMPARED_SIDE;
  const down = (Math.floor(index / COMPARED_SIDE) + 0.5) / COMPARED_SIDE;
  return 14 * (0.5 - down) + 8 * Math.sin(Math.PI * across) + 4 * Math.sin(Math.PI * down);
});
