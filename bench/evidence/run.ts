import type { Findings, Setting } from '../group.ts';
import { readOptions, someOf, wholeNumber } from '../options.ts';
import { type Column, emptyReport, formatFindings, type Report } from '../report.ts';
import { median } from '../statistics.ts';
import { benchChecks } from './checks.ts';
import { benchShutter } from './shutter.ts';

const PARTS = ['checks', 'shutter'] as const;

/** One step of the server, or one way to take a photo. */
export interface EvidenceLine {
  what: string;
  cpuMs?: number[] | undefined;
  ms?: number[] | undefined;
}

export interface EvidenceContext extends Setting {
  options: { rounds: number };
  report: Report<EvidenceLine>;
}

const RUN: Record<(typeof PARTS)[number], (context: EvidenceContext) => Promise<void>> = {
  checks: benchChecks,
  shutter: benchShutter,
};

/** What it costs to look at photos: the server's CPU for each, and the customer's wait at the shutter. */
export async function runEvidenceBenchmark(args: string[], setting: Setting): Promise<Findings> {
  const options = readOptions(args, { only: someOf(PARTS), rounds: wholeNumber(10) });
  const report = emptyReport<EvidenceLine>();
  for (const part of options.only) await RUN[part]({ ...setting, options, report });
  return { options, text: formatFindings(report, COLUMNS), ...report, details: report };
}

const shown = (values: number[] | undefined, of: (values: number[]) => number) =>
  values === undefined ? '' : of(values).toFixed(1);
const least = (values: number[]) => Math.min(...values);

const COLUMNS: Column<EvidenceLine>[] = [
  { heading: 'what', cell: ({ what }) => what },
  { heading: 'CPU ms', cell: ({ cpuMs }) => shown(cpuMs, median) },
  { heading: 'least', cell: ({ cpuMs }) => shown(cpuMs, least) },
  { heading: 'ms', cell: ({ ms }) => shown(ms, median) },
  { heading: 'least', cell: ({ ms }) => shown(ms, least) },
];
