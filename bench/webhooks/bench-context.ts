import type { Engine } from '../../src/platform/db/database.ts';
import type { Databases } from '../databases.ts';
import type { Effort } from '../measure.ts';
import type { Report } from '../report.ts';
import type { Child } from './child.ts';
import type { ReceiverQuestions } from './receiver-process.ts';

export const PARTS = ['throughput', 'latency', 'isolation', 'backlog'] as const;

export interface Options extends Effort {
  only: (typeof PARTS)[number][];
  engine: Engine[];
}

/** What each part of the benchmark is given. */
export interface BenchContext {
  options: Options;
  folder: string;
  databases: Databases;
  receiver: Child<ReceiverQuestions>;
  /** Of the receiver. */
  origin: string;
  report: Report;
  say(text: string): void;
}

/** Longer than anything here takes on a slow machine. */
const PATIENCE_MS = 600_000;

/** A delivery that got lost must end the run instead of keeping it waiting. */
export async function within<T>(what: string, work: Promise<T>, limitMs = PATIENCE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${limitMs / 1000} s`)), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
