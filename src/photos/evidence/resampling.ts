import { COMPARED_SIDE } from './perceptual-hash.ts';

/** Where the pixels of a picture of 48 by 48 come from in one of another size. */
export interface Sampling {
  /** Of the source, in pixels. */
  width: number;
  across: Position[];
  down: Position[];
}

/** Between a pixel and the next one. */
interface Position {
  whole: number;
  part: number;
}

/** Cut off at an edge and to be put back, as a share of the whole. */
interface Cut {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const NOTHING: Cut = { left: 0, right: 0, top: 0, bottom: 0 };

export function samplingOf({ width, height }: { width: number; height: number }, cut = NOTHING): Sampling {
  return {
    width,
    across: positionsIn(width, cut.left, cut.right),
    down: positionsIn(height, cut.top, cut.bottom),
  };
}

/** Beyond an edge the picture goes on as it ends there. */
function positionsIn(length: number, before: number, after: number): Position[] {
  const kept = 1 - before - after;
  return Array.from({ length: COMPARED_SIDE }, (_, at) => {
    const inPicture = (((at + 0.5) / COMPARED_SIDE - before) / kept) * length - 0.5;
    const exact = Math.min(Math.max(inPicture, 0), length - 1);
    const whole = Math.min(Math.floor(exact), length - 2);
    return { whole, part: exact - whole };
  });
}

export function resampled(gray: ArrayLike<number>, { width, across, down }: Sampling): Float64Array {
  const result = new Float64Array(COMPARED_SIDE ** 2);
  for (let y = 0, to = 0; y < COMPARED_SIDE; y += 1) {
    const { whole: row, part: below } = down[y] as Position;
    for (let x = 0; x < COMPARED_SIDE; x += 1, to += 1) {
      const { whole: column, part: beside } = across[x] as Position;
      const at = row * width + column;
      const under = at + width;
      const upper = between(gray[at] as number, gray[at + 1] as number, beside);
      const lower = between(gray[under] as number, gray[under + 1] as number, beside);
      result[to] = between(upper, lower, below);
    }
  }
  return result;
}

function between(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
