import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Curve } from './curve.ts';
import { lineChart } from './line-chart.ts';

/** One picture for each curve; where they are. */
export function drawCurves(curves: Curve[], folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  return curves.map((curve) => {
    const file = join(folder, `${curve.name}.svg`);
    writeFileSync(file, lineChart(curve));
    return file;
  });
}
