/** Turns values into places along one side of a chart. */
export interface Axis {
  place(value: number): number;
  ticks: number[];
}

interface Span {
  /** Pixels at the lowest and at the highest value. */
  from: number;
  to: number;
}

const MAX_TICKS = 7;
const MAX_LOG_TICKS = 9;

/** A mark at each of these values, with the same distance for the same factor. */
export function logAxis(values: number[], span: Span): Axis {
  const ticks = [...new Set(values)].sort((a, b) => a - b);
  return { place: logPlace(ticks[0] ?? 1, ticks.at(-1) ?? 10, span), ticks };
}

/** Marks at 1, 2 and 5 times the powers of ten, or at these powers alone where those were too many. */
export function logValueAxis(values: number[], span: Span): Axis {
  const lowest = Math.floor(Math.log10(Math.min(...values)));
  const highest = Math.ceil(Math.log10(Math.max(...values)));
  const powers = Array.from({ length: highest - lowest + 1 }, (_, index) => 10 ** (lowest + index));
  const all = powers.flatMap((power) => [1, 2, 5].map((factor) => Number((power * factor).toPrecision(1))));
  const [bottom, top] = [
    all.findLast((tick) => tick <= Math.min(...values)) ?? 10 ** lowest,
    all.find((tick) => tick >= Math.max(...values)) ?? 10 ** highest,
  ];
  const within = (ticks: number[]) => ticks.filter((tick) => tick >= bottom && tick <= top);
  const fine = within(all);
  const ticks =
    fine.length > MAX_LOG_TICKS ? within(powers.map((power) => Number(power.toPrecision(1)))) : fine;
  return { place: logPlace(bottom, top, span), ticks };
}

/** From zero, in round steps. */
export function linearAxis(values: number[], { from, to }: Span): Axis {
  const highest = Math.max(...values, Number.MIN_VALUE);
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [0.2, 0.5, 1, 2].map((factor) => factor * power).find((one) => highest / one <= MAX_TICKS - 1);
  const width = step ?? power;
  const count = Math.ceil(highest / width);
  return {
    place: (value) => from + (value / (count * width)) * (to - from),
    ticks: Array.from({ length: count + 1 }, (_, index) => Number((index * width).toPrecision(6))),
  };
}

function logPlace(lowest: number, highest: number, { from, to }: Span): (value: number) => number {
  const width = Math.log(highest / lowest) || 1;
  return (value) => from + (Math.log(value / lowest) / width) * (to - from);
}
