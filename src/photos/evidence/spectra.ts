import { createFourier } from './fourier.ts';

/** How strong each fineness and direction is in squares of one size; only those between two finenesses. */
export function createSpectra({ side, coarsest }: { side: number; coarsest: number }) {
  const transform = createFourier(side);
  const fade = (index: number) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / side);
  const window = Float64Array.from(
    { length: side * side },
    (_, bin) => fade(bin % side) * fade(Math.floor(bin / side)),
  );
  const real = new Float64Array(side * side);
  const imaginary = new Float64Array(side * side);
  const distance = (index: number) => Math.min(index, side - index);
  const fineness = Uint8Array.from({ length: side * side }, (_, bin) =>
    Math.round(Math.hypot(distance(bin % side), distance(Math.floor(bin / side)))),
  );
  /** One of each two that say the same about real values. At the finest, neighbors meet and nothing is to be told. */
  const bins = Uint32Array.from({ length: (side * side) / 2 }, (_, bin) => bin).filter(
    (bin) => (fineness[bin] as number) >= coarsest && (fineness[bin] as number) <= side / 2 - 2,
  );
  const mirrored = bins.map((bin) => {
    const [x, y] = [bin % side, Math.floor(bin / side)];
    return ((side - y) % side) * side + ((side - x) % side);
  });

  return {
    bins,

    /** Of two squares at once, as the two parts of a complex one: it costs no more than one. */
    powers(one: Float64Array, other: Float64Array): [Float64Array, Float64Array] {
      fadeInto(real, one);
      fadeInto(imaginary, other);
      transform({ real, imaginary });
      const ofOne = new Float64Array(real.length / 2);
      const ofOther = new Float64Array(real.length / 2);
      for (let index = 0; index < bins.length; index += 1) {
        const bin = bins[index] as number;
        const opposite = mirrored[index] as number;
        const re = real[bin] as number;
        const im = imaginary[bin] as number;
        const oppositeRe = real[opposite] as number;
        const oppositeIm = imaginary[opposite] as number;
        ofOne[bin] = (re + oppositeRe) ** 2 + (im - oppositeIm) ** 2;
        ofOther[bin] = (im + oppositeIm) ** 2 + (re - oppositeRe) ** 2;
      }
      return [ofOne, ofOther];
    },

    /** Against the geometric mean of all that are as fine, which single strong ones hardly raise. */
    ratios(powers: Float64Array): Float64Array {
      const sums = new Float64Array(side);
      const counts = new Uint32Array(side);
      for (let index = 0; index < bins.length; index += 1) {
        const bin = bins[index] as number;
        const ring = fineness[bin] as number;
        sums[ring] = (sums[ring] as number) + Math.log((powers[bin] as number) + 1);
        counts[ring] = (counts[ring] as number) + 1;
      }
      const usual = sums.map((sum, ring) => Math.exp(sum / Math.max(1, counts[ring] as number)));
      const ratios = new Float64Array(powers.length);
      for (let index = 0; index < bins.length; index += 1) {
        const bin = bins[index] as number;
        ratios[bin] = (powers[bin] as number) / (usual[fineness[bin] as number] as number);
      }
      return ratios;
    },
  };

  /** Toward its edges, which would otherwise look like detail. */
  function fadeInto(target: Float64Array, square: Float64Array): void {
    let sum = 0;
    for (let bin = 0; bin < square.length; bin += 1) sum += square[bin] as number;
    const mean = sum / square.length;
    for (let bin = 0; bin < square.length; bin += 1) {
      target[bin] = ((square[bin] as number) - mean) * (window[bin] as number);
    }
  }
}
