import type { Databases } from '../api/databases.ts';
import type { Bar } from '../api/report.ts';
import type { Child } from './child.ts';
import type { Options } from './options.ts';
import type { ReceiverQuestions } from './receiver-process.ts';
import type { TurnLine } from './report.ts';

/** What each part of the benchmark is given. */
export interface BenchContext {
  options: Options;
  folder: string;
  databases: Databases;
  receiver: Child<ReceiverQuestions>;
  /** Of the receiver. */
  origin: string;
  report: WebhookReport;
  say(text: string): void;
}

/** Everything the run found. */
export interface WebhookReport {
  lines: TurnLine[];
  figures: { name: string; value: string }[];
  bars: Bar[];
  /** Single samples of what is no line, for whoever reads the file of the results. */
  samples: Record<string, unknown>;
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
