import { bitOf, COMPARED_SIDE, hashOf, mirrored, type Spectrum, spectrumOf } from './perceptual-hash.ts';

/** Waves weaker than this come from rounding and compression: their sign says nothing. */
const FAINT = 30;
/**
 * From here on two pictures are the same one. Counts how many more waves agree than by chance, in standard deviations; of
 * 190,000 pairs of different photos none came above 6.6.
 */
export const SAME_PICTURE = 7.5;

/** Each photo is listed under so many keys of so many bits; whoever looks for it has to hit one of them. */
const KEYS = 5;
const KEY_BITS = 20;
/** The bits of a key that a crop or another brightness flips first are tried both ways. */
const TRIED_BITS = 4;

/** A frame of 32 by 24 pixels shows no faster ones. */
const WAVES_OF_FRAME = 80;

/** How much may have been cut off at the left, right, top and bottom: a picture is looked for with that put back. */
const CUTS = [
  [0, 0, 0, 0],
  [0.025, 0.025, 0.025, 0.025],
  [0.05, 0, 0, 0],
  [0, 0.05, 0, 0],
  [0, 0, 0.05, 0],
  [0, 0, 0, 0.05],
  [0.05, 0, 0.05, 0],
  [0.05, 0, 0, 0.05],
  [0, 0.05, 0.05, 0],
  [0, 0.05, 0, 0.05],
] as const;

/** What a stored picture is listed under. */
export function keysOfHash(hash: Buffer): number[] {
  return Array.from({ length: KEYS }, (_, key) => {
    const bits = bitsOfKey(key).map((bit) => bitOf(hash, bit));
    return keyFrom(key, bits);
  });
}

/** The same file is found by its bytes, also where the picture shows nothing to find it by. */
export function keyOfFile(sha256: string): number {
  return keyFrom(
    KEYS,
    [
      ...Number.parseInt(sha256.slice(0, KEY_BITS / 4), 16)
        .toString(2)
        .padStart(KEY_BITS, '0'),
    ].map(Number),
  );
}

/** Interleaved, so that each key has slow and faster waves. */
function bitsOfKey(key: number): number[] {
  return Array.from({ length: KEY_BITS }, (_, index) => index * KEYS + key);
}

function keyFrom(key: number, bits: number[]): number {
  return bits.reduce((value, bit) => value * 2 + bit, key);
}

export interface Sought {
  /** Any stored picture like it is listed under at least one of these, nearly always. */
  keys: number[];
  /** How sure it is that the picture with this hash is the same one; compare with SAME_PICTURE. */
  likeness(hash: Buffer): number;
}

/** A way to see the picture, ready to be compared with many. */
interface View {
  bits: Uint32Array;
  /** One for each wave that is strong enough to tell anything. */
  telling: Uint32Array;
  tellingCount: number;
}

/** Looks for a picture as it is, mirrored, and with a little put back at its edges. */
export function seek(gray: ArrayLike<number>): Sought {
  const spectra = CUTS.flatMap((cut) => {
    const spectrum = spectrumOf(uncropped(gray, cut));
    return [spectrum, mirrored(spectrum)];
  });
  const views = spectra.map(viewOf);
  return {
    keys: [...new Set(spectra.flatMap(keysNear))],
    likeness(hash) {
      const words = wordsOf(hash);
      return views.reduce((best, view) => Math.max(best, agreement(view, words)), 0);
    },
  };
}

/** How sure it is that a small frame of the camera shows what the photo with this hash shows, on the same scale. */
export function likenessOfFrame(gray: ArrayLike<number>, hash: Buffer): number {
  const slow = spectrumOf(gray).map((strength, wave) => (wave < WAVES_OF_FRAME ? strength : 0));
  return agreement(viewOf(slow), wordsOf(hash));
}

function viewOf(spectrum: Spectrum): View {
  const telling = wordsOf(hashOf(spectrum.map((strength) => Math.abs(strength) - FAINT)));
  return {
    bits: wordsOf(hashOf(spectrum)),
    telling,
    tellingCount: telling.reduce((count, word) => count + onesIn(word), 0),
  };
}

function wordsOf(hash: Buffer): Uint32Array {
  return Uint32Array.from({ length: hash.length / 4 }, (_, index) => hash.readUInt32LE(4 * index));
}

/** In standard deviations above what two unrelated pictures have in common. */
function agreement({ bits, telling, tellingCount }: View, words: Uint32Array): number {
  let differing = 0;
  for (let index = 0; index < bits.length; index += 1) {
    differing += onesIn(((bits[index] as number) ^ (words[index] as number)) & (telling[index] as number));
  }
  return tellingCount === 0 ? 0 : (tellingCount - 2 * differing) / Math.sqrt(tellingCount);
}

/** Adds up neighboring bits, then pairs, then fours; the product sums up the bytes. */
function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function keysNear(spectrum: Spectrum): number[] {
  const hash = hashOf(spectrum);
  return Array.from({ length: KEYS }, (_, key) => key).flatMap((key) => {
    const bits = bitsOfKey(key);
    const strength = (bit: number) => Math.abs(spectrum[bit] as number);
    const faintest = new Set(bits.toSorted((a, b) => strength(a) - strength(b)).slice(0, TRIED_BITS));
    return bits.reduce(
      (values, bit) =>
        faintest.has(bit)
          ? values.flatMap((value) => [value * 2, value * 2 + 1])
          : values.map((value) => value * 2 + bitOf(hash, bit)),
      [key],
    );
  });
}

/** Stretches the picture's edges over what was cut off: close enough for slow waves. */
function uncropped(gray: ArrayLike<number>, cut: (typeof CUTS)[number]): ArrayLike<number> {
  const [left, right, top, bottom] = cut;
  if (left + right + top + bottom === 0) return gray;
  const across = positions(left, right);
  const down = positions(top, bottom);
  const result = new Float64Array(COMPARED_SIDE ** 2);
  for (let y = 0; y < COMPARED_SIDE; y += 1) {
    for (let x = 0; x < COMPARED_SIDE; x += 1) {
      result[y * COMPARED_SIDE + x] = between(gray, across[x] as number, down[y] as number);
    }
  }
  return result;
}

function positions(before: number, after: number): number[] {
  const kept = 1 - before - after;
  return Array.from({ length: COMPARED_SIDE }, (_, at) => {
    const inPicture = ((at + 0.5) / COMPARED_SIDE - before) / kept;
    return Math.min(Math.max(inPicture * COMPARED_SIDE - 0.5, 0), COMPARED_SIDE - 1);
  });
}

function between(gray: ArrayLike<number>, x: number, y: number): number {
  const [column, row] = [
    Math.min(Math.floor(x), COMPARED_SIDE - 2),
    Math.min(Math.floor(y), COMPARED_SIDE - 2),
  ];
  const at = row * COMPARED_SIDE + column;
  const value = (offset: number) => gray[at + offset] as number;
  const upper = value(0) + (value(1) - value(0)) * (x - column);
  const lower = value(COMPARED_SIDE) + (value(COMPARED_SIDE + 1) - value(COMPARED_SIDE)) * (x - column);
  return upper + (lower - upper) * (y - row);
}
