import { atLeast, under } from '../bars.ts';
import type { Findings, Setting } from '../group.ts';
import { ratio, typical } from '../measure.ts';
import { readOptions, someOf, wholeNumber } from '../options.ts';
import {
  busyColumn,
  type Column,
  emptyReport,
  formatFindings,
  type Line,
  loadColumns,
  ofCeiling,
  type Report,
  rate,
} from '../report.ts';
import { prepareLoad } from './load.ts';
import { benchUploads, type UploadMeasurement, type UploadSample } from './uploads.ts';

/** How many customers send at once. */
const CROWDS = [1, 8, 32, 100];
/** For someone alone, for a quiet hour's rush, and for a crowd. */
const RATIO_GOALS = new Map([
  [1, 0.35],
  [8, 0.7],
  [100, 0.8],
]);
/** What photos cost and how many can be settled is looked at in the rush. */
const RUSH = 8;
const CPU_GOAL_MS = 30;
const SETTLED_GOAL = 36;
const GROWTH_GOAL_MB = 60;
/** The number of customers at which memory has its bar. */
const CROWD = 100;

type UploadLine = Line<UploadMeasurement>;
type Found = Awaited<ReturnType<typeof benchUploads>>;

/** Uploads beside a bare route that makes a body durable. */
export async function runCaptureBenchmark(args: string[], { folder, say }: Setting): Promise<Findings> {
  const options = readOptions(args, {
    seconds: wholeNumber(2),
    rounds: wholeNumber(5),
    only: someOf(CROWDS),
  });
  const { photo, load } = await prepareLoad(folder, say);
  const report = emptyReport<UploadLine>();
  for (const concurrent of options.only) {
    const found = await benchUploads({ options, folder, photo, load }, concurrent);
    addToReport(report, concurrent, found);
    const { acknowledged } = found.uploads;
    say(`${concurrent} at once: all ${acknowledged} acknowledged photos have their row and file`);
  }
  load.stop();
  addCurve(report);
  return { options, text: formatFindings(report, columns()), ...report, details: report };
}

function addToReport(report: Report<UploadLine>, concurrent: number, { ceiling, uploads }: Found): void {
  report.lines.push({ measurement: ceiling }, { measurement: uploads, ceiling });
  const goal = RATIO_GOALS.get(concurrent);
  if (goal !== undefined) {
    const found = ratio(uploads, ceiling, 'perSecond');
    report.bars.push(atLeast(`uploads, ${concurrent} at once / bare durable file`, found, goal));
  }
  if (concurrent === RUSH) {
    report.bars.push(
      under('CPU of one photo, all in', typical(uploads, 'cpuMs'), CPU_GOAL_MS, 'ms'),
      atLeast('photos settled per second', typical(uploads, 'settledPerSecond'), SETTLED_GOAL),
    );
  }
  if (concurrent === CROWD) {
    const growth = uploads.peakMb - uploads.idleMb;
    report.bars.push(under(`memory, ${concurrent} at once, peak over ready`, growth, GROWTH_GOAL_MB, 'MB'));
  }
}

function addCurve(report: Report<UploadLine>): void {
  const points = (isCeiling: boolean, figure: 'perSecond' | 'settledPerSecond') =>
    report.lines
      .filter(({ ceiling }) => (ceiling === undefined) === isCeiling)
      .map(({ measurement }) => ({ x: measurement.connections, y: typical(measurement, figure) }));
  report.curves.push({
    name: 'customers',
    title: 'Photos of 2 MB per second, by the customers who send at once',
    xLabel: 'customers at once',
    yLabel: 'photos per second',
    isLogY: false,
    series: [
      { name: 'bare durable file', points: points(true, 'perSecond') },
      { name: 'acknowledged', points: points(false, 'perSecond') },
      { name: 'with thumbnail', points: points(false, 'settledPerSecond') },
    ],
  });
}

function columns(): Column<UploadLine>[] {
  const shared = loadColumns<UploadSample>({
    atOnce: 'at once',
    unit: 'upload',
    digits: { perSecond: 1, cpuMs: 1, ms: 0 },
  });
  const memory = (heading: string, figure: 'startedMb' | 'idleMb' | 'peakMb') => ({
    heading,
    cell: ({ measurement }: UploadLine) => measurement[figure].toFixed(0),
  });
  return [
    ...shared.name,
    ...shared.rate,
    rate<UploadSample>('settled/s', 'settledPerSecond', 1),
    ofCeiling<UploadSample>('settledPerSecond'),
    ...shared.cpu,
    ...shared.times,
    memory('idle MB', 'startedMb'),
    memory('ready MB', 'idleMb'),
    memory('peak MB', 'peakMb'),
    busyColumn('client'),
  ];
}
