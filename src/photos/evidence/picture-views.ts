import {
  COMPARED_SIDE,
  mirrored,
  type Spectrum,
  spectrumOf,
  transposed,
  upsideDown,
} from './perceptual-hash.ts';

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

/** The picture as it is, mirrored, and with a little put back at its edges. */
export function viewsOf(gray: ArrayLike<number>): Spectrum[] {
  return FRAMINGS.flatMap((framing) => {
    const spectrum = spectrumOf(framing === undefined ? gray : uncropped(gray, framing));
    return [spectrum, mirrored(spectrum)];
  });
}

/** The whole picture upside down, on its side, and each of them mirrored. */
export function turnedViewsOf(whole: Spectrum): Spectrum[] {
  const onSide = transposed(whole);
  return [upsideDown(whole), onSide, upsideDown(onSide)].flatMap((view) => [view, mirrored(view)]);
}

/** Stretches the picture's edges over what was cut off: close enough for slow waves. */
function uncropped(gray: ArrayLike<number>, { across, down }: Framing): ArrayLike<number> {
  const result = new Float64Array(COMPARED_SIDE ** 2);
  for (let y = 0, to = 0; y < COMPARED_SIDE; y += 1) {
    const { whole: row, part: below } = down[y] as Position;
    for (let x = 0; x < COMPARED_SIDE; x += 1, to += 1) {
      const { whole: column, part: beside } = across[x] as Position;
      const at = row * COMPARED_SIDE + column;
      const upper = between(gray[at] as number, gray[at + 1] as number, beside);
      const [under, next] = [at + COMPARED_SIDE, at + COMPARED_SIDE + 1];
      const lower = between(gray[under] as number, gray[next] as number, beside);
      result[to] = between(upper, lower, below);
    }
  }
  return result;
}

/** Where the pixels of a picture with its edges put back come from. */
interface Framing {
  across: Position[];
  down: Position[];
}

/** Between a pixel and the next one. */
interface Position {
  whole: number;
  part: number;
}

/** Where in the picture each pixel of a row or column comes from. */
function positions(before: number, after: number): Position[] {
  const kept = 1 - before - after;
  return Array.from({ length: COMPARED_SIDE }, (_, at) => {
    const inPicture = (((at + 0.5) / COMPARED_SIDE - before) / kept) * COMPARED_SIDE - 0.5;
    const exact = Math.min(Math.max(inPicture, 0), COMPARED_SIDE - 1);
    const whole = Math.min(Math.floor(exact), COMPARED_SIDE - 2);
    return { whole, part: exact - whole };
  });
}

export function between(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** Undefined: nothing was cut off. */
const FRAMINGS = CUTS.map(([left, right, top, bottom]): Framing | undefined =>
  left + right + top + bottom === 0
    ? undefined
    : { across: positions(left, right), down: positions(top, bottom) },
);
