import type { Findings, Setting } from '../group.ts';
import { readOptions, someOf, wholeNumber } from '../options.ts';
import { type Column, emptyReport, formatFindings, type Report } from '../report.ts';
import { median } from '../statistics.ts';
import { benchCamera } from './camera.ts';
import { benchFirstVisits } from './first-visits.ts';
import { benchLongList } from './long-list.ts';

const PARTS = ['camera', 'visits', 'list'] as const;

/** What someone waits for, and how long. */
export interface PageLine {
  what: string;
  bytes?: number[];
  ms?: number[];
}

export interface PagesContext extends Setting {
  options: { rounds: number; rows: number };
  report: Report<PageLine>;
}

const RUN: Record<(typeof PARTS)[number], (context: PagesContext) => Promise<void>> = {
  camera: benchCamera,
  visits: benchFirstVisits,
  list: benchLongList,
};

/** What customers and members wait for, in Chromium. */
export async function runPagesBenchmark(args: string[], setting: Setting): Promise<Findings> {
  const options = readOptions(args, {
    only: someOf(PARTS),
    rounds: wholeNumber(7),
    rows: wholeNumber(1_500),
  });
  const report = emptyReport<PageLine>();
  for (const part of options.only) await RUN[part]({ ...setting, options, report });
  return { options, text: formatFindings(report, COLUMNS), ...report, details: report };
}

const shown = (values: number[] | undefined, of: (values: number[]) => number) =>
  values === undefined ? '' : of(values).toFixed(0);

const COLUMNS: Column<PageLine>[] = [
  { heading: 'what', cell: ({ what }) => what },
  { heading: 'bytes', cell: ({ bytes }) => shown(bytes, median) },
  { heading: 'ms', cell: ({ ms }) => shown(ms, median) },
  { heading: 'least', cell: ({ ms }) => shown(ms, (values) => Math.min(...values)) },
  { heading: 'most', cell: ({ ms }) => shown(ms, (values) => Math.max(...values)) },
];
