import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, monotonicClock } from '../clock.ts';
import type { Engine } from './database.ts';

/**
 * How long a batch takes about, and how many times as long is left to everyone else. On SQLite a batch holds up whoever
 * writes, on PostgreSQL those who want the same rows (0140).
 */
const PACE: Record<Engine, { targetMs: number; pauses: number }> = {
  sqlite: { targetMs: 6, pauses: 2 },
  postgres: { targetMs: 25, pauses: 1 },
};
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
  const { targetMs, pauses } = PACE[engine];
  let size = FIRST_SIZE;
  while (!isOver()) {
    const startedAt = monotonic();
    if (!(await batch(size))) return false;
    const tookMs = monotonic() - startedAt;
    if (tookMs > targetMs) size = Math.max(MIN_SIZE, size / 2);
    else if (tookMs < targetMs / 3) size = Math.min(MAX_SIZE, size * 2);
    await pause(Math.max(MIN_PAUSE_MS, pauses * tookMs));
  }
  return true;
}
