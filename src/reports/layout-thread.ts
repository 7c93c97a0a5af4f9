import { Worker } from 'node:worker_threads';
import type { LayOutReport, ReportLayout, ReportSubject } from './report-layout.ts';

export interface LayoutTask {
  id: number;
  subject: ReportSubject;
}

export type LayoutResult = { id: number; layout: ReportLayout } | { id: number; error: unknown };

const ENTRY = new URL('./layout-thread-entry.ts', import.meta.url);

/**
 * Lays out reports in a thread of its own: joining and measuring letters takes a tenth of a second, during which this
 * one serves others. It is started by the first report, and ended with all its fonts when none came for a while.
 */
export function createLayoutThread({ idleMs = 30_000, longestMs = 30_000 } = {}): LayOutReport {
  const waiting = new Map<number, PromiseWithResolvers<ReportLayout>>();
  let thread: Worker | undefined;
  let alarm: NodeJS.Timeout | undefined;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(ENTRY, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4 },
    });
    started.on('message', (answer: LayoutResult) => {
      const task = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('layout' in answer) task?.resolve(answer.layout);
      else task?.reject(answer.error);
      watch();
    });
    started.on('error', (error) => end(started, error));
    started.on('exit', () => end(started, new Error('The thread that lays out reports has ended')));
    return started;
  }

  function end(ended: Worker, reason: unknown): void {
    if (thread !== ended) return;
    thread = undefined;
    clearTimeout(alarm);
    void ended.terminate();
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  }

  /** After every change: the process may end while nothing is asked of the thread. */
  function watch(): void {
    const watched = thread;
    clearTimeout(alarm);
    if (watched === undefined) return;
    const isIdle = waiting.size === 0;
    if (isIdle) watched.unref();
    else watched.ref();
    const reason = new Error(`Laying out a report took more than ${longestMs} ms`);
    alarm = setTimeout(() => end(watched, reason), isIdle ? idleMs : longestMs).unref();
  }

  return (subject) => {
    thread ??= start();
    lastId += 1;
    const task = Promise.withResolvers<ReportLayout>();
    waiting.set(lastId, task);
    thread.postMessage({ id: lastId, subject } satisfies LayoutTask);
    watch();
    return task.promise;
  };
}
