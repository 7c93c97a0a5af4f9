import type { Sample } from '../load.ts';
import { type Measurement, ratio, typical } from '../measure.ts';
import { formatTable } from '../table.ts';

export interface PeerSample extends Sample {
  /** CPU of the server's process and of PostgreSQL per call. */
  withDatabaseMs?: number;
}

/** The service beside a peer, within the same rounds. */
export interface Comparison {
  what: string;
  peer: string;
  ours: Measurement<PeerSample>;
  theirs: Measurement<PeerSample>;
}

const FIGURES = [
  { name: 'perSecond', heading: 'per s', digits: 1 },
  { name: 'cpuMs', heading: 'CPU ms', digits: 2 },
  { name: 'withDatabaseMs', heading: 'with PostgreSQL', digits: 2 },
] as const;

/** Each figure of ours, the peer's, and ours divided by it. */
export function formatComparisons(comparisons: Comparison[]): string {
  return formatTable(
    ['what', 'beside', 'at once', ...FIGURES.flatMap(({ heading }) => [heading, 'peer', 'ratio'])],
    comparisons.map(({ what, peer, ours, theirs }) => [
      what,
      peer,
      String(ours.connections),
      ...FIGURES.flatMap(({ name, digits }) => {
        if (ours.samples[0]?.[name] === undefined) return ['', '', ''];
        const [own, other] = [figuresOf(ours), figuresOf(theirs)];
        return [
          typical(own, name).toFixed(digits),
          typical(other, name).toFixed(digits),
          ratio(own, other, name).toFixed(2),
        ];
      }),
    ]),
  );
}

function figuresOf({ samples }: Measurement<PeerSample>): { samples: Record<string, number>[] } {
  return { samples: samples.map((sample) => ({ ...sample })) };
}
