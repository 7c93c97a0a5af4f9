import { type Measurement, ratio, typical } from '../measure.ts';
import { formatTable } from '../table.ts';

/** A goal that was set before anything was measured. */
export interface Bar {
  name: string;
  goal: string;
  found: string;
  passed: boolean;
}

export interface Line {
  engine: string;
  measurement: Measurement;
  /** What it is held against, within the same rounds. */
  ceiling?: Measurement;
}

/** Everything the run found. */
export interface Report {
  lines: Line[];
  /** Figures that are no rates: memory and time to start. */
  figures: { name: string; value: string }[];
  bars: Bar[];
}

export function atLeast(name: string, found: number, goal: number): Bar {
  return { name, goal: `at least ${goal.toFixed(2)}`, found: found.toFixed(3), passed: found >= goal };
}

export function atMost(name: string, found: number, goal: number): Bar {
  return { name, goal: `at most ${goal.toFixed(2)}`, found: found.toFixed(3), passed: found <= goal };
}

export function under(name: string, found: number, goal: number, unit: string): Bar {
  return { name, goal: `under ${goal} ${unit}`, found: `${found.toFixed(0)} ${unit}`, passed: found < goal };
}

export function formatReport({ lines, figures, bars }: Report): string {
  const parts: string[] = [];
  if (lines.length > 0) parts.push(formatTable(LINE_HEADINGS, lines.map(lineCells)));
  if (figures.length > 0) {
    parts.push(
      formatTable(
        ['memory and start', 'found'],
        figures.map(({ name, value }) => [name, value]),
      ),
    );
  }
  parts.push(
    formatTable(
      ['bar', 'goal', 'found', ''],
      bars.map(({ name, goal, found, passed }) => [name, goal, found, passed ? 'pass' : 'MISS']),
    ),
  );
  return parts.join('\n\n');
}

const LINE_HEADINGS = [
  'engine',
  'what',
  'conn',
  'req/s',
  'of ceiling',
  'CPU ms/req',
  'of ceiling',
  'p50 ms',
  'p99 ms',
  'idle MB',
  'loaded MB',
  'client',
];

function lineCells({ engine, measurement, ceiling }: Line): string[] {
  const against = (figure: 'perSecond' | 'cpuMs') =>
    ceiling === undefined ? '' : ratio(measurement, ceiling, figure).toFixed(2);
  return [
    engine,
    measurement.name,
    String(measurement.connections),
    Math.round(typical(measurement, 'perSecond')).toLocaleString('en'),
    against('perSecond'),
    typical(measurement, 'cpuMs').toFixed(3),
    against('cpuMs'),
    typical(measurement, 'p50Ms').toFixed(2),
    typical(measurement, 'p99Ms').toFixed(2),
    measurement.idleMb.toFixed(0),
    measurement.loadedMb.toFixed(0),
    `${Math.round(typical(measurement, 'clientBusy') * 100)} %`,
  ];
}
