import { median, quantile } from '../statistics.ts';
import type { Operation } from './operations.ts';

/** The times of one operation in two databases, round by round. */
export interface Comparison {
  operation: string;
  hasBar: boolean;
  rows: number;
  small: Times;
  large: Times;
}

/** Milliseconds, round by round. */
interface Times {
  ms: number[][];
  /** Of this process: with SQLite the whole work, and hardly touched by what else the machine does. */
  cpuMs: number[][];
}

const SIZES = ['small', 'large'] as const;

/**
 * Takes turns call by call between the small and the large database, so that whatever else the machine does hits both.
 * The first round only warms up.
 */
export async function compare<W extends { rows: number }>(
  { small, large }: { small: W; large: W },
  operations: Operation<W>[],
  { rounds, tidy }: { rounds: number; tidy: (world: W) => Promise<void> },
): Promise<Comparison[]> {
  const found = operations.map(({ name, hasBar }) => ({
    operation: name,
    hasBar,
    rows: large.rows,
    small: { ms: [], cpuMs: [] } as Times,
    large: { ms: [], cpuMs: [] } as Times,
  }));
  for (let round = -1; round < rounds; round++) {
    for (const [index, operation] of operations.entries()) {
      const times = await takeTurns({ small, large }, operation, round);
      if (round < 0) continue;
      for (const size of SIZES) {
        found[index]?.[size].ms.push(times[size].ms);
        found[index]?.[size].cpuMs.push(times[size].cpuMs);
      }
    }
    for (const world of [small, large]) await tidy(world);
  }
  return found;
}

async function takeTurns<W>(worlds: { small: W; large: W }, operation: Operation<W>, round: number) {
  const times = {
    small: { ms: [] as number[], cpuMs: [] as number[] },
    large: { ms: [] as number[], cpuMs: [] as number[] },
  };
  for (let turn = 0; turn < operation.perRound; turn++) {
    // Whoever goes first gains or loses something by it; both do half of the time.
    for (const name of (round + turn) % 2 === 0 ? SIZES : SIZES.toReversed()) {
      const work = await operation.prepare(worlds[name], (round + 1) * operation.perRound + turn);
      const cpuBefore = process.cpuUsage();
      const started = performance.now();
      await work();
      times[name].ms.push(performance.now() - started);
      const { user, system } = process.cpuUsage(cpuBefore);
      times[name].cpuMs.push((user + system) / 1000);
    }
  }
  return times;
}

export interface Summary {
  small: { p50Ms: number; p95Ms: number };
  large: { p50Ms: number; p95Ms: number };
  ratio: Ratio;
  cpuRatio: Ratio;
}

/** The median of the ratios of the medians within each round, and the lowest and highest of them. */
export interface Ratio {
  median: number;
  lowest: number;
  highest: number;
}

export function summarise({ small, large }: Comparison): Summary {
  const of = (rounds: number[][]) => ({
    p50Ms: median(rounds.flat()),
    p95Ms: quantile(rounds.flat(), 0.95),
  });
  return {
    small: of(small.ms),
    large: of(large.ms),
    ratio: ratioOf(large.ms, small.ms),
    cpuRatio: ratioOf(large.cpuMs, small.cpuMs),
  };
}

function ratioOf(large: number[][], small: number[][]): Ratio {
  const ratios = large.map((times, round) => median(times) / median(small[round] ?? []));
  return { median: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) };
}
