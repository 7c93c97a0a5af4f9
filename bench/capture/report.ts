import { ratio, typical } from '../measure.ts';
import { formatTable } from '../table.ts';
import type { UploadMeasurement } from './uploads.ts';

export interface Line {
  measurement: UploadMeasurement;
  /** What it is held against, within the same rounds. */
  ceiling?: UploadMeasurement;
}

const HEADINGS = [
  'what',
  'concurrent',
  'uploads/s',
  'of ceiling',
  'settled/s',
  'of ceiling',
  'CPU ms/upload',
  'of ceiling',
  'p50 ms',
  'p99 ms',
  'idle MB',
  'ready MB',
  'peak MB',
  'client',
];

export function formatLines(lines: Line[]): string {
  return formatTable(HEADINGS, lines.map(cells));
}

function cells({ measurement, ceiling }: Line): string[] {
  const against = (figure: 'perSecond' | 'settledPerSecond' | 'cpuMs') =>
    ceiling === undefined ? '' : ratio(measurement, ceiling, figure).toFixed(2);
  return [
    measurement.name,
    String(measurement.connections),
    typical(measurement, 'perSecond').toFixed(1),
    against('perSecond'),
    typical(measurement, 'settledPerSecond').toFixed(1),
    against('settledPerSecond'),
    typical(measurement, 'cpuMs').toFixed(1),
    against('cpuMs'),
    typical(measurement, 'p50Ms').toFixed(0),
    typical(measurement, 'p99Ms').toFixed(0),
    measurement.startedMb.toFixed(0),
    measurement.idleMb.toFixed(0),
    measurement.peakMb.toFixed(0),
    `${Math.round(typical(measurement, 'clientBusy') * 100)} %`,
  ];
}
