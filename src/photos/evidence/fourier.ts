interface Tables {
  window: Float64Array;
  cosines: Float64Array;
  sines: Float64Array;
  /** Each index with its bits in reverse order. */
  reversed: Uint16Array;
}

const known = new Map<number, Tables>();

/** Squared strength of every frequency in a square tile whose side is a power of two; a Hann window keeps its edges out. */
export function powerSpectrum(tile: Float64Array, side: number): Float64Array {
  const tables = tablesFor(side);
  const real = windowed(tile, side, tables.window);
  const imaginary = new Float64Array(side * side);
  for (let row = 0; row < side; row += 1) transformLine(real, imaginary, row * side, 1, side, tables);
  for (let column = 0; column < side; column += 1) {
    transformLine(real, imaginary, column, side, side, tables);
  }
  for (let at = 0; at < real.length; at += 1) {
    real[at] = (real[at] as number) ** 2 + (imaginary[at] as number) ** 2;
  }
  return real;
}

function windowed(tile: Float64Array, side: number, window: Float64Array): Float64Array {
  let sum = 0;
  for (let at = 0; at < tile.length; at += 1) sum += tile[at] as number;
  const mean = sum / tile.length;
  const result = new Float64Array(tile.length);
  for (let y = 0, at = 0; y < side; y += 1) {
    const weight = window[y] as number;
    for (let x = 0; x < side; x += 1, at += 1) {
      result[at] = ((tile[at] as number) - mean) * weight * (window[x] as number);
    }
  }
  return result;
}

/** Cooley and Tukey's transform of one row or column, in place. The hot loop: no calls and no objects in it. */
function transformLine(
  real: Float64Array,
  imaginary: Float64Array,
  start: number,
  step: number,
  side: number,
  { cosines, sines, reversed }: Tables,
): void {
  for (let index = 0; index < side; index += 1) {
    const other = reversed[index] as number;
    if (other <= index) continue;
    const a = start + index * step;
    const b = start + other * step;
    const heldReal = real[a] as number;
    const heldImaginary = imaginary[a] as number;
    real[a] = real[b] as number;
    imaginary[a] = imaginary[b] as number;
    real[b] = heldReal;
    imaginary[b] = heldImaginary;
  }
  for (let half = 1; half < side; half *= 2) {
    const stride = side / (2 * half);
    const distance = half * step;
    for (let index = 0; index < half; index += 1) {
      const cosine = cosines[index * stride] as number;
      const sine = sines[index * stride] as number;
      const last = start + side * step;
      for (let low = start + index * step; low < last; low += 2 * distance) {
        const high = low + distance;
        const turnedReal = (real[high] as number) * cosine + (imaginary[high] as number) * sine;
        const turnedImaginary = (imaginary[high] as number) * cosine - (real[high] as number) * sine;
        real[high] = (real[low] as number) - turnedReal;
        imaginary[high] = (imaginary[low] as number) - turnedImaginary;
        real[low] = (real[low] as number) + turnedReal;
        imaginary[low] = (imaginary[low] as number) + turnedImaginary;
      }
    }
  }
}

function tablesFor(side: number): Tables {
  const tables = known.get(side) ?? createTables(side);
  known.set(side, tables);
  return tables;
}

function createTables(side: number): Tables {
  const bits = Math.log2(side);
  const angle = (index: number) => (2 * Math.PI * index) / side;
  return {
    window: Float64Array.from({ length: side }, (_, index) => 0.5 - 0.5 * Math.cos(angle(index + 0.5))),
    cosines: Float64Array.from({ length: side / 2 }, (_, index) => Math.cos(angle(index))),
    sines: Float64Array.from({ length: side / 2 }, (_, index) => Math.sin(angle(index))),
    reversed: Uint16Array.from({ length: side }, (_, index) => {
      let result = 0;
      for (let bit = 0; bit < bits; bit += 1) result |= ((index >> bit) & 1) << (bits - 1 - bit);
      return result;
    }),
  };
}
