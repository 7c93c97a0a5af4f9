/** Round steps for an axis from 0: the last one is at least `highest`. */
export function axisTicks(highest: number, wanted = 4): number[] {
  if (highest <= 0) return [0, 1];
  const rough = highest / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((step) => step * power >= rough) ?? 10;
  // There is no half photo.
  const step = Math.max(1, factor * power);
  const count = Math.ceil(highest / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Which days get a name below the axis: evenly spread, the last one always. */
export function namedDays(count: number, room: number): number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, room)));
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => (count - 1 - index) % every === 0,
  );
}
