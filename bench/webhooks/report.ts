import { formatReport } from '../api/report.ts';
import type { Sample } from '../load.ts';
import { type Measurement, ratio, typical } from '../measure.ts';
import { formatTable } from '../table.ts';
import type { WebhookReport } from './bench-context.ts';

export interface TurnLine {
  engine: string;
  measurement: Measurement<Sample>;
  /** What it is held against, within the same rounds. */
  ceiling?: Measurement<Sample>;
}

const HEADINGS = [
  'engine',
  'what',
  'in flight',
  'events/s',
  'of ceiling',
  'CPU ms/event',
  'of ceiling',
  'p50 ms',
  'p99 ms',
  'idle MB',
  'loaded MB',
  'receiver',
];

export function formatWebhookReport({ lines, figures, bars }: WebhookReport): string {
  const parts: string[] = [];
  if (lines.length > 0) parts.push(formatTable(HEADINGS, lines.map(cells)));
  if (figures.length > 0) {
    parts.push(
      formatTable(
        ['what', 'found'],
        figures.map(({ name, value }) => [name, value]),
      ),
    );
  }
  parts.push(formatReport({ lines: [], figures: [], bars }));
  return parts.join('\n\n');
}

function cells({ engine, measurement, ceiling }: TurnLine): string[] {
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
    typical(measurement, 'p50Ms').toFixed(1),
    typical(measurement, 'p99Ms').toFixed(1),
    measurement.idleMb.toFixed(0),
    measurement.loadedMb.toFixed(0),
    `${Math.round(typical(measurement, 'clientBusy') * 100)} %`,
  ];
}
