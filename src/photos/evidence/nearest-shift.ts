export interface Shift {
  across: number;
  down: number;
}

/** Finds by how many whole pixels a picture moved: with which shift two frames differ least. */
export function createShiftFinder({
  width,
  height,
  reach,
}: {
  width: number;
  height: number;
  reach: number;
}) {
  const side = 2 * reach + 1;
  /** The near ones first: once one of them fits, the others are soon seen to be worse. */
  const shifts = Array.from({ length: side ** 2 }, (_, index) => ({
    across: (index % side) - reach,
    down: Math.floor(index / side) - reach,
  })).sort((a, b) => Math.hypot(a.across, a.down) - Math.hypot(b.across, b.down));

  /** Of every other pixel, like the fields of one color of a chessboard. Stops where it is more than the least so far. */
  function differenceAt(before: Uint8Array, after: Uint8Array, offset: number, least: number): number {
    let sum = 0;
    for (let y = reach; y < height - reach && sum < least; y += 1) {
      const end = (y + 1) * width - reach;
      for (let at = y * width + reach + (y % 2); at < end; at += 2)
        sum += Math.abs((after[at] as number) - (before[at + offset] as number));
    }
    return sum;
  }

  return (before: Uint8Array, after: Uint8Array): Shift => {
    let best = { shift: { across: 0, down: 0 }, difference: Number.POSITIVE_INFINITY };
    for (const shift of shifts) {
      const offset = shift.down * width + shift.across;
      const difference = differenceAt(before, after, offset, best.difference);
      if (difference < best.difference) best = { shift, difference };
    }
    return best.shift;
  };
}
