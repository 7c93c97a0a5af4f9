/** The list with one of its rows at another place; the same list where there is nothing to move. */
export function moveItem<T>(items: T[], from: number, to: number): T[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length || from === to) return items;
  const others = items.filter((other) => other !== item);
  return [...others.slice(0, to), item, ...others.slice(to)];
}

/** Where a row that is dragged to `y` belongs, given the vertical middles of all rows in their present order. */
export function placeAt(y: number, middles: number[], from: number): number {
  const above = middles.filter((middle, index) => index !== from && middle < y).length;
  return Math.min(above, middles.length - 1);
}
