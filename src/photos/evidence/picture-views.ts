import {
  COMPARED_SIDE,
  mirrored,
  type Spectrum,
  spectrumOf,
  transposed,
  upsideDown,
} from './perceptual-hash.ts';
import { resampled, samplingOf } from './resampling.ts';

const SIZE = { width: COMPARED_SIDE, height: COMPARED_SIDE };
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

/** The edges are stretched over what was cut off: close enough for slow waves. Undefined: nothing was. */
const SAMPLINGS = CUTS.map(([left, right, top, bottom]) =>
  left + right + top + bottom === 0 ? undefined : samplingOf(SIZE, { left, right, top, bottom }),
);

/** The picture as it is, mirrored, and with a little put back at its edges. */
export function viewsOf(gray: ArrayLike<number>): Spectrum[] {
  return SAMPLINGS.flatMap((sampling) => {
    const spectrum = spectrumOf(sampling === undefined ? gray : resampled(gray, sampling));
    return [spectrum, mirrored(spectrum)];
  });
}

/** The whole picture upside down, on its side, and each of them mirrored. */
export function turnedViewsOf(whole: Spectrum): Spectrum[] {
  const onSide = transposed(whole);
  return [upsideDown(whole), onSide, upsideDown(onSide)].flatMap((view) => [view, mirrored(view)]);
}
