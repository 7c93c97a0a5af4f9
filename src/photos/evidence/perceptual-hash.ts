/** Pictures are compared at this size, in gray. */
export const COMPARED_SIDE = 48;
export const HASH_BITS = 256;

/**
 * Horizontal and vertical frequency of each bit, the slowest first: crops, scaling and compression change those least.
 * Frequency zero, the mean, is left out: brightness is no part of what a picture shows.
 */
const FREQUENCIES = slowestFrequencies();
const COSINES = cosineTable();

/** Of a gray picture of 48 by 48 pixels: how strong each frequency is, in the order of the bits (DCT-II). */
export type Spectrum = Float64Array;

interface Frequency {
  across: number;
  down: number;
}

function slowestFrequencies(): Frequency[] {
  const all = Array.from({ length: COMPARED_SIDE ** 2 - 1 }, (_, index) => ({
    across: (index + 1) % COMPARED_SIDE,
    down: Math.floor((index + 1) / COMPARED_SIDE),
  }));
  const speed = ({ across, down }: Frequency) => across + down;
  return all.sort((a, b) => speed(a) - speed(b) || a.across - b.across).slice(0, HASH_BITS);
}

function cosineTable(): Float64Array[] {
  const highest = Math.max(...FREQUENCIES.flatMap(({ across, down }) => [across, down]));
  return Array.from({ length: highest + 1 }, (_, frequency) =>
    Float64Array.from({ length: COMPARED_SIDE }, (_, at) =>
      Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * COMPARED_SIDE)),
    ),
  );
}

const HALF = COMPARED_SIDE / 2;

/** A wave is the same from both sides, or its opposite: the sums and the differences of both sides are all it needs. */
function foldedRows(gray: ArrayLike<number>): [sums: Float64Array, differences: Float64Array] {
  const sums = new Float64Array(COMPARED_SIDE * HALF);
  const differences = new Float64Array(COMPARED_SIDE * HALF);
  for (let y = 0; y < COMPARED_SIDE; y += 1) {
    for (let x = 0; x < HALF; x += 1) {
      const left = gray[y * COMPARED_SIDE + x] as number;
      const right = gray[(y + 1) * COMPARED_SIDE - 1 - x] as number;
      sums[y * HALF + x] = left + right;
      differences[y * HALF + x] = left - right;
    }
  }
  return [sums, differences];
}

function alongRows(folded: Float64Array, cosines: Float64Array): Float64Array {
  const row = new Float64Array(COMPARED_SIDE);
  for (let y = 0, at = 0; y < COMPARED_SIDE; y += 1) {
    let sum = 0;
    for (let x = 0; x < HALF; x += 1, at += 1) sum += (folded[at] as number) * (cosines[x] as number);
    row[y] = sum;
  }
  return row;
}

/** In plain loops: a picture is looked for in many ways, and each takes one of these. */
export function spectrumOf(gray: ArrayLike<number>): Spectrum {
  const folded = foldedRows(gray);
  const rows = COSINES.map((cosines, across) => alongRows(folded[across % 2] as Float64Array, cosines));
  const spectrum = new Float64Array(HASH_BITS);
  for (let wave = 0; wave < HASH_BITS; wave += 1) {
    const { across, down } = FREQUENCIES[wave] as Frequency;
    const row = rows[across] as Float64Array;
    const cosines = COSINES[down] as Float64Array;
    let sum = 0;
    for (let y = 0; y < COMPARED_SIDE; y += 1) sum += (row[y] as number) * (cosines[y] as number);
    spectrum[wave] = sum;
  }
  return spectrum;
}

/** In a mirror the odd waves across the picture begin with the opposite sign. */
export function mirrored(spectrum: Spectrum): Spectrum {
  return spectrum.map((strength, bit) => ((FREQUENCIES[bit]?.across ?? 0) % 2 === 1 ? -strength : strength));
}

/** The other way up, in a mirror: odd waves down the picture begin with the opposite sign. */
export function upsideDown(spectrum: Spectrum): Spectrum {
  return spectrum.map((strength, bit) => ((FREQUENCIES[bit]?.down ?? 0) % 2 === 1 ? -strength : strength));
}

const TRANSPOSED = FREQUENCIES.map(({ across, down }) =>
  FREQUENCIES.findIndex((other) => other.across === down && other.down === across),
);

/** Rows for columns: what was across runs down. A few of the fastest waves have no counterpart, and are left out. */
export function transposed(spectrum: Spectrum): Spectrum {
  return spectrum.map((_, bit) => spectrum[TRANSPOSED[bit] as number] ?? 0);
}

/** Which waves begin bright and which begin dark, as 256 bits. */
export function hashOf(spectrum: Spectrum): Buffer {
  const hash = Buffer.alloc(HASH_BITS / 8);
  for (let bit = 0; bit < HASH_BITS; bit += 1) {
    if ((spectrum[bit] as number) > 0) hash[bit >> 3] = (hash[bit >> 3] as number) | (1 << (bit & 7));
  }
  return hash;
}

export function bitOf(hash: Buffer, bit: number): number {
  return ((hash[bit >> 3] ?? 0) >> (bit & 7)) & 1;
}
