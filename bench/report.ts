import type { Bar } from './bars.ts';
import type { Curve } from './charts/curve.ts';
import type { Sample } from './load.ts';
import { type Measurement, ratio, typical } from './measure.ts';
import { formatTable } from './table.ts';

/** What was measured of one server, beside what it is held against within the same rounds. */
export interface Line<M extends Measurement = Measurement> {
  engine?: string;
  measurement: M;
  ceiling?: M;
}

/** Everything that a group of measurements found. */
export interface Report<L = Line> {
  lines: L[];
  /** Figures that are no lines of the table. */
  figures: { name: string; value: string }[];
  bars: Bar[];
  /** Single samples of what is no line, for whoever reads the file of the results. */
  samples: Record<string, unknown>;
  curves: Curve[];
}

export function emptyReport<L>(): Report<L> {
  return { lines: [], figures: [], bars: [], samples: {}, curves: [] };
}

export interface Column<L> {
  heading: string;
  cell(line: L): string;
}

/** The lines and the figures; the bars are shown with those of the other groups. */
export function formatFindings<L>({ lines, figures }: Report<L>, columns: Column<L>[]): string {
  const parts: string[] = [];
  if (lines.length > 0) {
    parts.push(
      formatTable(
        columns.map(({ heading }) => heading),
        lines.map((line) => columns.map(({ cell }) => cell(line))),
      ),
    );
  }
  if (figures.length > 0) {
    parts.push(
      formatTable(
        ['what', 'found'],
        figures.map(({ name, value }) => [name, value]),
      ),
    );
  }
  return parts.join('\n\n');
}

type Figure<S> = keyof S & string;
type LineOf<S extends Sample> = Line<Measurement<S>>;

/** The columns that lines of a server under load have; the words differ. */
export function loadColumns<S extends Sample>(words: {
  /** What the number of connections stands for. */
  atOnce: string;
  /** One of what is counted. */
  unit: string;
  digits: { perSecond: number; cpuMs: number; ms: number };
}): Record<'name' | 'rate' | 'cpu' | 'times' | 'memory', Column<LineOf<S>>[]> {
  const { atOnce, unit, digits } = words;
  const short = unit === 'request' ? 'req' : unit;
  const plural = unit === 'request' ? 'req' : `${unit}s`;
  return {
    name: [
      { heading: 'what', cell: ({ measurement }) => measurement.name },
      { heading: atOnce, cell: ({ measurement }) => String(measurement.connections) },
    ],
    rate: [rate(`${plural}/s`, 'perSecond', digits.perSecond), ofCeiling('perSecond')],
    cpu: [figure(`CPU ms/${short}`, 'cpuMs', digits.cpuMs), ofCeiling('cpuMs')],
    times: [figure('p50 ms', 'p50Ms', digits.ms), figure('p99 ms', 'p99Ms', digits.ms)],
    memory: [
      { heading: 'idle MB', cell: ({ measurement }) => measurement.idleMb.toFixed(0) },
      { heading: 'loaded MB', cell: ({ measurement }) => measurement.loadedMb.toFixed(0) },
    ],
  };
}

export const engineColumn: Column<{ engine?: string }> = {
  heading: 'engine',
  cell: ({ engine }) => engine ?? '',
};

/** How much of a core the side used that the server depends on. */
export function busyColumn(heading: string): Column<Line<Measurement<Sample>>> {
  return {
    heading,
    cell: ({ measurement }) => `${Math.round(typical(measurement, 'clientBusy') * 100)} %`,
  };
}

export function figure<S extends Sample>(
  heading: string,
  name: Figure<S>,
  digits: number,
): Column<LineOf<S>> {
  return { heading, cell: ({ measurement }) => typicalOf(measurement, name).toFixed(digits) };
}

export function rate<S extends Sample>(heading: string, name: Figure<S>, digits: number): Column<LineOf<S>> {
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return {
    heading,
    cell: ({ measurement }) => typicalOf(measurement, name).toLocaleString('en', format),
  };
}

export function ofCeiling<S extends Sample>(name: Figure<S>): Column<LineOf<S>> {
  return {
    heading: 'of ceiling',
    cell: ({ measurement, ceiling }) =>
      ceiling === undefined ? '' : ratio(figuresOf(measurement), figuresOf(ceiling), name).toFixed(2),
  };
}

function typicalOf<S extends Sample>(measurement: Measurement<S>, name: Figure<S>): number {
  return typical(figuresOf(measurement), name);
}

/** All figures of a sample are numbers, which the compiler does not see of an extended one. */
function figuresOf(measurement: Measurement): { samples: Record<string, number>[] } {
  return measurement as unknown as { samples: Record<string, number>[] };
}
