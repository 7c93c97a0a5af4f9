import { parentPort, type Transferable, Worker } from 'node:worker_threads';

interface Numbered<Task> {
  id: number;
  task: Task;
}

type Answer<Result> = { id: number; result: Result } | { id: number; error: unknown };

/** What is moved instead of copied is gone on the side that sends it. */
export type RunInThread<Task, Result> = (task: Task, moved?: Transferable[]) => Promise<Result>;

/**
 * Runs tasks in a thread of its own, while this one serves others. It is started by the first task, and ended with all
 * it has loaded when none came for a while.
 */
export function createTaskThread<Task, Result>(options: {
  /** A file that calls `answerTasks`. */
  entry: string | URL;
  /** For messages: what a task does, as in "Laying out a report". */
  what: string;
  memoryMb: number;
  idleMs?: number;
  longestMs?: number;
}): RunInThread<Task, Result> {
  const { entry, what, memoryMb, idleMs = 30_000, longestMs = 30_000 } = options;
  const waiting = new Map<number, PromiseWithResolvers<Result>>();
  let thread: Worker | undefined;
  let alarm: NodeJS.Timeout | undefined;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(entry, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 4 },
    });
    started.on('message', (answer: Answer<Result>) => {
      const task = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('result' in answer) task?.resolve(answer.result);
      else task?.reject(answer.error);
      watch();
    });
    started.on('error', (error) => end(started, error));
    started.on('exit', () => end(started, new Error(`${what} failed: its thread has ended`)));
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
    const reason = new Error(`${what} took more than ${longestMs} ms`);
    alarm = setTimeout(() => end(watched, reason), isIdle ? idleMs : longestMs).unref();
  }

  return (task, moved = []) => {
    thread ??= start();
    lastId += 1;
    const asked = Promise.withResolvers<Result>();
    waiting.set(lastId, asked);
    thread.postMessage({ id: lastId, task } satisfies Numbered<Task>, moved);
    watch();
    return asked.promise;
  };
}

/** The thread's side. */
export function answerTasks<Task, Result>(
  work: (task: Task) => Promise<Result>,
  movedWith: (result: Result) => Transferable[] = () => [],
): void {
  parentPort?.on('message', async ({ id, task }: Numbered<Task>) => {
    try {
      const result = await work(task);
      parentPort?.postMessage({ id, result } satisfies Answer<Result>, movedWith(result));
    } catch (error) {
      parentPort?.postMessage({ id, error } satisfies Answer<Result>);
    }
  });
}
