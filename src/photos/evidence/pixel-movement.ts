import { MIDDLE_SIDE } from '../../shared/capture-report.ts';
import { rounded } from './finding.ts';
import { createShiftFinder } from './nearest-shift.ts';

/** What the middles of the frames tell, pixel for pixel. */
export interface PixelMovement {
  /** How far the picture moved from frame to frame, in pixels, added up; null where it has too little detail to tell. */
  moved: number | null;
  /** Whether two frames are cut out of one picture. */
  isCopied: boolean;
}

/** How far a movement is looked for, in pixels: only whether there is one at all is of interest. */
const REACH = 3;
/** In pixels: what is known less exactly is not known. */
const MAX_ERROR = 0.1;
const MIN_CLEAR_STEPS = 3;

/** Pixels that a shift within reach, and the slope beside it, keep in the picture. */
const INNER = Uint16Array.from({ length: MIDDLE_SIDE ** 2 }, (_, at) => at).filter((at) =>
  [at % MIDDLE_SIDE, Math.floor(at / MIDDLE_SIDE)].every(
    (place) => place > REACH && place < MIDDLE_SIDE - 1 - REACH,
  ),
);
const nearestShift = createShiftFinder({ width: MIDDLE_SIDE, height: MIDDLE_SIDE, reach: REACH });

export function pixelMovementOf(middles: Buffer[]): PixelMovement {
  const distinct = middles.filter(
    (middle, index) => index === 0 || !middle.equals(middles[index - 1] as Buffer),
  );
  const steps = distinct.slice(1).map((after, index) => stepBetween(distinct[index] as Buffer, after));
  const isClear = steps.filter(({ error }) => error < MAX_ERROR).length >= MIN_CLEAR_STEPS;
  return {
    moved: isClear
      ? rounded(
          steps.reduce((sum, { moved }) => sum + moved, 0),
          2,
        )
      : null,
    isCopied: distinct.some((one, index) =>
      distinct.slice(index + 1, index + 3).some((other) => isCutFrom(one, other)),
    ),
  };
}

/** By whole pixels first, then by the parts of a pixel that explain the rest best. */
function stepBetween(before: Buffer, after: Buffer): { moved: number; error: number } {
  const { across, down } = nearestShift(before, after);
  const rest = movementWithin(before, after, down * MIDDLE_SIDE + across);
  if (rest === undefined || Math.max(Math.abs(across), Math.abs(down)) === REACH)
    return { moved: REACH, error: Number.POSITIVE_INFINITY };
  return { moved: Math.hypot(across - rest.across, down - rest.down), error: rest.error };
}

/**
 * Least squares: a pixel changes by the slope of the picture times the movement, beside a brightening that all have in
 * common. Undefined for a picture without slopes.
 */
function movementWithin(before: Buffer, after: Buffer, offset: number) {
  const count = INNER.length;
  let [x, y, c, xx, yy, cc, xy, xc, yc] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let index = 0; index < count; index += 1) {
    const at = INNER[index] as number;
    const from = at + offset;
    const across = ((before[from + 1] as number) - (before[from - 1] as number)) / 2;
    const down = ((before[from + MIDDLE_SIDE] as number) - (before[from - MIDDLE_SIDE] as number)) / 2;
    const change = (after[at] as number) - (before[from] as number);
    x += across;
    y += down;
    c += change;
    xx += across * across;
    yy += down * down;
    cc += change * change;
    xy += across * down;
    xc += across * change;
    yc += down * change;
  }
  xx -= (x * x) / count;
  yy -= (y * y) / count;
  cc -= (c * c) / count;
  xy -= (x * y) / count;
  xc -= (x * c) / count;
  yc -= (y * c) / count;
  const determinant = xx * yy - xy * xy;
  if (determinant <= 0) return undefined;
  const across = (yy * xc - xy * yc) / determinant;
  const down = (xx * yc - xy * xc) / determinant;
  const unexplained = Math.max(0, cc - across * xc - down * yc) / count;
  // In the direction in which the picture has the least detail.
  const detail = (xx + yy - Math.hypot(xx - yy, 2 * xy)) / 2;
  return { across, down, error: Math.sqrt(unexplained / detail) };
}

const BLOCK = 8;
/** In the middle and at the corners. */
const BLOCKS = [
  [12, 12],
  [2, 2],
  [22, 2],
  [2, 22],
  [22, 22],
].map(([x = 0, y = 0]) => y * MIDDLE_SIDE + x);
/** Fewer could be alike by chance. */
const MIN_GRAYS = 16;

/** Whether a part of one stands in the other at another place, to the last gray. No sensor sees a thing twice like that. */
function isCutFrom(one: Buffer, other: Buffer): boolean {
  return BLOCKS.some(
    (from) => placeOfBlock(one, from, other) !== undefined && graysIn(one, from) >= MIN_GRAYS,
  );
}

function placeOfBlock(one: Buffer, from: number, other: Buffer): number | undefined {
  const first = one[from] as number;
  for (let to = other.indexOf(first); to !== -1; to = other.indexOf(first, to + 1)) {
    const isInside = to % MIDDLE_SIDE <= MIDDLE_SIDE - BLOCK && to < (MIDDLE_SIDE - BLOCK + 1) * MIDDLE_SIDE;
    if (isInside && to !== from && isSameBlock(one, from, other, to)) return to;
  }
  return undefined;
}

function graysIn(middle: Buffer, from: number): number {
  const grays = new Set<number>();
  for (let y = 0; y < BLOCK * MIDDLE_SIDE; y += MIDDLE_SIDE)
    for (let x = 0; x < BLOCK; x += 1) grays.add(middle[from + y + x] as number);
  return grays.size;
}

function isSameBlock(one: Buffer, from: number, other: Buffer, to: number): boolean {
  for (let y = 0; y < BLOCK * MIDDLE_SIDE; y += MIDDLE_SIDE) {
    for (let x = 0; x < BLOCK; x += 1) if (one[from + y + x] !== other[to + y + x]) return false;
  }
  return true;
}
