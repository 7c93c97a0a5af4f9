import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, monotonicClock } from '../clock.ts';
import type { Engine } from './database.ts';

/** So long a batch takes about. On SQLite it holds up whoever writes, on PostgreSQL those who want the same rows. */
const TARGET_MS: Record<Engine, number> = { sqlite: 6, postgres: 25 };
/** So many times as long as a batch took is left to everyone else. */
const PAUSE = 2;
/** Only ever doubled and halved: each size is a statement of its own, and those are kept prepared. */
const FIRST_SIZE = 16;
/** Where each batch takes some time whatever its size, as on a database far away, smaller ones would only take longer in all. */
const MIN_SIZE = 16;
const MAX_SIZE = 1_024;
const MIN_PAUSE_MS = 5;

/** Does at most so much in one transaction; true when there may be more. */
export type Batch = (size: number) => Promise<boolean>;

/**
 * Batch after batch until nothing is left, each about as long as the target, with pauses for everyone else. True when it was
 * over before that.
 */
export async function inPacedBatches(
  engine: Engine,
  batch: Batch,
  {
    isOver = () => false,
    monotonic = monotonicClock,
    pause = (milliseconds) => delay(milliseconds),
  }: { isOver?: () => boolean; monotonic?: Clock; pause?: (milliseconds: number) => Promise<unknown> } = {},
): Promise<boolean> {
  const target = TARGET_MS[engine];
  let size = FIRST_SIZE;
  while (!isOver()) {
    const startedAt = monotonic();
    if (!(await batch(size))) return false;
    const tookMs = monotonic() - startedAt;
    if (tookMs > target) size = Math.max(MIN_SIZE, size / 2);
    else if (tookMs < target / 3) size = Math.min(MAX_SIZE, size * 2);
    await pause(Math.max(MIN_PAUSE_MS, PAUSE * tookMs));
  }
  return true;
}
