import { setTimeout as delay } from 'node:timers/promises';
import { drive, type Sample, type Target } from './load.ts';
import { residentMb } from './process-stats.ts';
import { median } from './statistics.ts';

/** Idle, before the first call, and long enough for the start to be over. */
const SETTLE_MS = 1_500;
/** V8 compiles the hot path within this time. */
const WARM_UP_SECONDS = 4;

export interface Effort {
  rounds: number;
  seconds: number;
}

export interface Measurement {
  name: string;
  connections: number;
  samples: Sample[];
  idleMb: number;
  loadedMb: number;
}

/**
 * Drives the targets in short turns, round after round. The machine's speed changes while this runs, but hardly within
 * one round: compare the targets round by round (`ratio`), never by figures of different rounds.
 */
export async function alternate(targets: Target[], { rounds, seconds }: Effort): Promise<Measurement[]> {
  await delay(SETTLE_MS);
  const measurements = targets.map((target) => ({
    name: target.name,
    connections: target.connections,
    samples: [] as Sample[],
    idleMb: residentMb(target.server.processId),
    loadedMb: 0,
  }));
  for (const target of targets) await drive(target, WARM_UP_SECONDS);

  for (let round = 0; round < rounds; round++) {
    const order = [...targets.keys()];
    // Whoever goes first gains or loses something by it; everybody does half of the time.
    if (round % 2 === 1) order.reverse();
    for (const index of order) {
      measurements[index]?.samples.push(await drive(targets[index] as Target, seconds));
    }
  }
  for (const [index, target] of targets.entries()) {
    (measurements[index] as Measurement).loadedMb = residentMb(target.server.processId);
  }
  return measurements;
}

/** The median of the figure's ratios within each round. */
export function ratio(of: Measurement, to: Measurement, figure: keyof Sample): number {
  return median(of.samples.map((sample, round) => sample[figure] / (to.samples[round] as Sample)[figure]));
}

export function typical(measurement: Measurement, figure: keyof Sample): number {
  return median(measurement.samples.map((sample) => sample[figure]));
}
