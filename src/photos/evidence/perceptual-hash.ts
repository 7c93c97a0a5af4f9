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

function slowestFrequencies(): { across: number; down: number }[] {
  const all = Array.from({ length: COMPARED_SIDE ** 2 - 1 }, (_, index) => ({
    across: (index + 1) % COMPARED_SIDE,
    down: Math.floor((index + 1) / COMPARED_SIDE),
  }));
  const speed = ({ across, down }: { across: number; down: number }) => across + down;
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

export function spectrumOf(gray: ArrayLike<number>): Spectrum {
  const rows = COSINES.map((cosines) =>
    Float64Array.from({ length: COMPARED_SIDE }, (_, y) => {
      let sum = 0;
      for (let x = 0; x < COMPARED_SIDE; x += 1) {
        sum += (gray[y * COMPARED_SIDE + x] as number) * (cosines[x] as number);
      }
      return sum;
    }),
  );
  return Float64Array.from(FREQUENCIES, ({ across, down }) => {
    const row = rows[across] as Float64Array;
    const cosines = COSINES[down] as Float64Array;
    let sum = 0;
    for (let y = 0; y < COMPARED_SIDE; y += 1) sum += (row[y] as number) * (cosines[y] as number);
    return sum;
  });
}

/** In a mirror the odd waves across the picture begin with the opposite sign. */
export function mirrored(spectrum: Spectrum): Spectrum {
  return spectrum.map((strength, bit) => ((FREQUENCIES[bit]?.across ?? 0) % 2 === 1 ? -strength : strength));
}

/** Which waves begin bright and which begin dark, as 256 bits. */
export function hashOf(spectrum: Spectrum): Buffer {
  const hash = Buffer.alloc(HASH_BITS / 8);
  spectrum.forEach((strength, bit) => {
    if (strength > 0) hash[bit >> 3] = (hash[bit >> 3] ?? 0) | (1 << (bit & 7));
  });
  return hash;
}

export function bitOf(hash: Buffer, bit: number): number {
  return ((hash[bit >> 3] ?? 0) >> (bit & 7)) & 1;
}
