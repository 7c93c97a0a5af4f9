/** The complex values of a square, row by row. */
export interface ComplexSquare {
  real: Float64Array;
  imaginary: Float64Array;
}

/** Transforms squares of one size in place; their side is a power of two. */
export function createFourier(side: number): (square: ComplexSquare) => void {
  const half = side / 2;
  const cosines = Float64Array.from({ length: half }, (_, k) => Math.cos((2 * Math.PI * k) / side));
  const sines = Float64Array.from({ length: half }, (_, k) => -Math.sin((2 * Math.PI * k) / side));
  const order = reversedBits(side);
  const re = new Float64Array(side);
  const im = new Float64Array(side);

  /** One row or column: every `step`th value from `start` on. Plain loops: this is most of what a photo costs. */
  function transformLine({ real, imaginary }: ComplexSquare, start: number, step: number): void {
    for (let index = 0; index < side; index += 1) {
      const from = start + (order[index] as number) * step;
      re[index] = real[from] as number;
      im[index] = imaginary[from] as number;
    }
    for (let size = 1, turn = half; size < side; size *= 2, turn /= 2) {
      for (let block = 0; block < side; block += 2 * size) {
        for (let a = block, k = 0; a < block + size; a += 1, k += turn) {
          const b = a + size;
          const cosine = cosines[k] as number;
          const sine = sines[k] as number;
          const br = (re[b] as number) * cosine - (im[b] as number) * sine;
          const bi = (re[b] as number) * sine + (im[b] as number) * cosine;
          re[b] = (re[a] as number) - br;
          im[b] = (im[a] as number) - bi;
          re[a] = (re[a] as number) + br;
          im[a] = (im[a] as number) + bi;
        }
      }
    }
    for (let index = 0; index < side; index += 1) {
      real[start + index * step] = re[index] as number;
      imaginary[start + index * step] = im[index] as number;
    }
  }

  return (square) => {
    for (let line = 0; line < side; line += 1) transformLine(square, line * side, 1);
    for (let line = 0; line < side; line += 1) transformLine(square, line, side);
  };
}

function reversedBits(side: number): Uint32Array {
  const bits = Math.log2(side);
  return Uint32Array.from({ length: side }, (_, index) => {
    let reversed = 0;
    for (let bit = 0; bit < bits; bit += 1) if (index & (1 << bit)) reversed |= 1 << (bits - 1 - bit);
    return reversed;
  });
}
