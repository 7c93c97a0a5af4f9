/** The complex values of a square, row by row. */
export interface ComplexSquare {
  real: Float64Array;
  imaginary: Float64Array;
}

/**
 * Transforms squares of one size in place; their side is a power of two, 4 at least. The result is mirrored at its
 * diagonal: columns where rows would be, which costs less and says the same.
 */
export function createFourier(side: number): (square: ComplexSquare) => void {
  const half = side / 2;
  const cosines = Float64Array.from({ length: half }, (_, k) => Math.cos((2 * Math.PI * k) / side));
  const sines = Float64Array.from({ length: half }, (_, k) => -Math.sin((2 * Math.PI * k) / side));
  const order = reversedBits(side);
  const re = new Float64Array(side);
  const im = new Float64Array(side);

  /** Plain loops: this is most of what a photo costs. */
  function transformRow({ real, imaginary }: ComplexSquare, start: number): void {
    for (let index = 0; index < side; index += 1) {
      const from = start + (order[index] as number);
      re[index] = real[from] as number;
      im[index] = imaginary[from] as number;
    }
    combineFours();
    for (let size = 4, turn = side / 8; size < side; size *= 2, turn /= 2) {
      for (let block = 0; block < side; block += 2 * size) {
        for (let a = block, k = 0; a < block + size; a += 1, k += turn) {
          const b = a + size;
          const cosine = cosines[k] as number;
          const sine = sines[k] as number;
          const br = (re[b] as number) * cosine - (im[b] as number) * sine;
          const bi = (re[b] as number) * sine + (im[b] as number) * cosine;
          const ar = re[a] as number;
          const ai = im[a] as number;
          re[b] = ar - br;
          im[b] = ai - bi;
          re[a] = ar + br;
          im[a] = ai + bi;
        }
      }
    }
    real.set(re, start);
    imaginary.set(im, start);
  }

  /** The first two steps, which only add and subtract. */
  function combineFours(): void {
    for (let at = 0; at < side; at += 4) {
      const r0 = (re[at] as number) + (re[at + 1] as number);
      const r1 = (re[at] as number) - (re[at + 1] as number);
      const r2 = (re[at + 2] as number) + (re[at + 3] as number);
      const r3 = (re[at + 2] as number) - (re[at + 3] as number);
      const i0 = (im[at] as number) + (im[at + 1] as number);
      const i1 = (im[at] as number) - (im[at + 1] as number);
      const i2 = (im[at + 2] as number) + (im[at + 3] as number);
      const i3 = (im[at + 2] as number) - (im[at + 3] as number);
      re[at] = r0 + r2;
      im[at] = i0 + i2;
      re[at + 1] = r1 + i3;
      im[at + 1] = i1 - r3;
      re[at + 2] = r0 - r2;
      im[at + 2] = i0 - i2;
      re[at + 3] = r1 - i3;
      im[at + 3] = i1 + r3;
    }
  }

  return (square) => {
    for (let row = 0; row < side; row += 1) transformRow(square, row * side);
    mirror(square.real, side);
    mirror(square.imaginary, side);
    for (let row = 0; row < side; row += 1) transformRow(square, row * side);
  };
}

/** Rows become columns. Tile by tile, because whole columns do not fit into the processor's cache. */
function mirror(values: Float64Array, side: number): void {
  const tile = Math.min(8, side);
  for (let top = 0; top < side; top += tile) {
    for (let left = top; left < side; left += tile) {
      for (let y = top; y < top + tile; y += 1) {
        for (let x = left === top ? y + 1 : left; x < left + tile; x += 1) {
          const kept = values[y * side + x] as number;
          values[y * side + x] = values[x * side + y] as number;
          values[x * side + y] = kept;
        }
      }
    }
  }
}

function reversedBits(side: number): Uint32Array {
  const bits = Math.log2(side);
  return Uint32Array.from({ length: side }, (_, index) => {
    let reversed = 0;
    for (let bit = 0; bit < bits; bit += 1) if (index & (1 << bit)) reversed |= 1 << (bits - 1 - bit);
    return reversed;
  });
}
