import type { Engine } from '../../src/platform/db/database.ts';
import type { Point } from '../charts/curve.ts';
import { ENGINES } from '../options.ts';
import type { Report } from '../report.ts';
import type { ScaleLine } from './run.ts';

const ENGINE_NAMES: Record<Engine, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
/** What may not grow, one line of each kind. */
const FLAT = ['create', 'get', 'list', 'submit', 'sweep'];
/** What tells of numbers. */
const COUNTING = ['overview', 'stats'];

export function addCurves(report: Report<ScaleLine>): void {
  const engines = ENGINES.filter((engine) => report.lines.some((line) => line.engine === engine));
  const axes = { xLabel: 'photo requests in the database', yLabel: 'median time in ms', isLogY: true };
  const points = (engine: Engine, operation: string): Point[] =>
    report.lines
      .filter((line) => line.engine === engine && line.comparison.operation === operation)
      .map(({ comparison, summary }) => ({ x: comparison.rows, y: summary.large.p50Ms }));
  for (const engine of engines) {
    report.curves.push({
      name: `scale-${engine}`,
      title: `What a call costs with more and more rows: ${ENGINE_NAMES[engine]}`,
      ...axes,
      series: FLAT.map((operation) => ({ name: operation, points: points(engine, operation) })),
    });
  }
  report.curves.push({
    name: 'scale-counting',
    title: 'The overview and GET /stats with more and more rows',
    ...axes,
    series: engines.flatMap((engine) =>
      COUNTING.map((operation) => ({
        name: `${operation}, ${ENGINE_NAMES[engine]}`,
        points: points(engine, operation),
      })),
    ),
  });
}
