import { setTimeout as delay } from 'node:timers/promises';
import { drive, type Sample, type Target } from './load.ts';
import { residentMb } from './process-stats.ts';
import type { ServerProcess } from './server-process.ts';
import { median } from './statistics.ts';

/** Idle, before the first call, and long enough for the start to be over. */
const SETTLE_MS = 1_500;
/** V8 compiles the hot path within this time. */
export const WARM_UP_SECONDS = 4;

export interface Effort {
  rounds: number;
  seconds: number;
}

export interface Measurement<S extends Sample = Sample> {
  name: string;
  connections: number;
  samples: S[];
  idleMb: number;
  loadedMb: number;
}

/** Whatever can be put under load. */
export interface Contender {
  name: string;
  server: ServerProcess;
  connections: number;
}

export function alternate(targets: Target[], effort: Effort): Promise<Measurement[]> {
  return takeTurns(targets, effort, drive);
}

/**
 * Drives the targets in short turns, round after round. The machine's speed changes while this runs, but hardly within
 * one round: compare the targets round by round (`ratio`), never by figures of different rounds.
 */
export async function takeTurns<T extends Contender, S extends Sample>(
  targets: T[],
  { rounds, seconds }: Effort,
  drive: (target: T, seconds: number) => Promise<S>,
): Promise<Measurement<S>[]> {
  await delay(SETTLE_MS);
  const measurements = targets.map((target) => ({
    name: target.name,
    connections: target.connections,
    samples: [] as S[],
    idleMb: residentMb(target.server.processId),
    loadedMb: 0,
  }));
  for (const target of targets) await drive(target, WARM_UP_SECONDS);

  for (let round = 0; round < rounds; round++) {
    const order = [...targets.keys()];
    // Whoever goes first gains or loses something by it; everyone does half of the time.
    if (round % 2 === 1) order.reverse();
    for (const index of order) {
      measurements[index]?.samples.push(await drive(targets[index] as T, seconds));
    }
  }
  for (const [index, target] of targets.entries()) {
    (measurements[index] as Measurement<S>).loadedMb = residentMb(target.server.processId);
  }
  return measurements;
}

interface Figures<Figure extends string> {
  samples: Record<Figure, number>[];
}

/** The median of the figure's ratios within each round. */
export function ratio<Figure extends string>(
  of: Figures<NoInfer<Figure>>,
  to: Figures<NoInfer<Figure>>,
  figure: Figure,
): number {
  return median(
    of.samples.map((sample, round) => sample[figure] / (to.samples[round] as Record<Figure, number>)[figure]),
  );
}

export function typical<Figure extends string>(of: Figures<NoInfer<Figure>>, figure: Figure): number {
  return median(of.samples.map((sample) => sample[figure]));
}
