import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Curve } from './charts/curve.ts';
import { type Findings, RESULTS } from './group.ts';

interface Results {
  startedAt: string;
  machine: string;
  groups: Record<string, Omit<Findings, 'text'>>;
}

/** A list of numbers is one line. */
const NUMBERS = /\[\s+[-\d.e,\s]+\]/g;

/** One file for a run, with every sample; where it is. */
export function keepResults(run: {
  name: string;
  startedAt: Date;
  machine: string;
  found: Record<string, Findings>;
}): string {
  const startedAt = run.startedAt.toISOString();
  const results: Results = {
    startedAt,
    machine: run.machine,
    groups: Object.fromEntries(
      Object.entries(run.found).map(([group, { options, bars, curves, details }]) => [
        group,
        { options, bars, curves, details: { ...details, bars: undefined, curves: undefined } },
      ]),
    ),
  };
  const file = join(RESULTS, `${run.name}-${startedAt.replaceAll(':', '-').slice(0, 19)}.json`);
  const text = JSON.stringify(results, rounded, 1).replaceAll(NUMBERS, (list) =>
    list.replaceAll(/\s+/g, ' '),
  );
  writeFileSync(file, `${text}\n`);
  return file;
}

export function readCurves(file: string): Curve[] {
  const { groups } = JSON.parse(readFileSync(file, 'utf8')) as Results;
  return Object.values(groups).flatMap(({ curves }) => curves);
}

/** A clock's last digits are noise, and only make the file long. */
function rounded(_name: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
}
