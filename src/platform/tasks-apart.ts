import type { Transferable } from 'node:worker_threads';

/** A thread or a process that this one gives tasks to. Whatever it tells, it tells `Listener`. */
export interface Apart {
  /** What is moved instead of copied is gone on the side that sends it. */
  send(message: object, moved: Transferable[]): void;
  end(): void;
  ref(): void;
  unref(): void;
}

export interface Listener {
  onMessage(message: unknown): void;
  onEnd(reason: unknown): void;
}

export interface Times {
  /** When nothing was asked of it for so long, it ends, with all it has loaded; infinity: it does not. */
  idleMs?: number;
  longestMs?: number;
}

export interface TaskOptions extends Times {
  /** The source that answers tasks, as its kind does. */
  entry: string;
  /** For messages: what a task does, as in "Laying out a report". */
  what: string;
  memoryMb: number;
}

export interface Numbered<Task> {
  id: number;
  task: Task;
}

export type Answer<Result> = { id: number; result: Result } | { id: number; error: unknown };

export type RunApart<Task, Result> = (task: Task, moved?: Transferable[]) => Promise<Result>;

/**
 * Runs tasks apart from this thread, which serves others meanwhile. The first task starts what runs them, and so does the
 * first one after it has ended.
 */
export function createTasksApart<Task, Result>(
  options: Omit<TaskOptions, 'entry' | 'memoryMb'> & { start(listener: Listener): Apart },
): RunApart<Task, Result> {
  const { start, what, idleMs = 30_000, longestMs = 30_000 } = options;
  const waiting = new Map<number, PromiseWithResolvers<Result>>();
  let apart: Apart | undefined;
  let alarm: NodeJS.Timeout | undefined;
  let lastId = 0;

  function started(): Apart {
    const listener = {
      onMessage(message: unknown) {
        const answer = message as Answer<Result>;
        const task = waiting.get(answer.id);
        waiting.delete(answer.id);
        if ('result' in answer) task?.resolve(answer.result);
        else task?.reject(answer.error);
        watch();
      },
      onEnd: (reason: unknown) => end(one, reason ?? new Error(`${what} failed: it has ended`)),
    };
    const one = start(listener);
    return one;
  }

  function end(ended: Apart, reason: unknown): void {
    if (apart !== ended) return;
    apart = undefined;
    clearTimeout(alarm);
    ended.end();
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  }

  /** After every change: this process may end while nothing is asked of the other side. */
  function watch(): void {
    const watched = apart;
    clearTimeout(alarm);
    if (watched === undefined) return;
    const isIdle = waiting.size === 0;
    if (isIdle) watched.unref();
    else watched.ref();
    const limitMs = isIdle ? idleMs : longestMs;
    if (limitMs === Number.POSITIVE_INFINITY) return;
    alarm = setTimeout(
      () => end(watched, new Error(`${what} took more than ${limitMs} ms`)),
      limitMs,
    ).unref();
  }

  return async (task, moved = []) => {
    apart ??= started();
    lastId += 1;
    const asked = Promise.withResolvers<Result>();
    apart.send({ id: lastId, task } satisfies Numbered<Task>, moved);
    waiting.set(lastId, asked);
    // Not for each: one that answers nothing any more would never be ended while more is asked of it.
    if (waiting.size === 1) watch();
    return asked.promise;
  };
}

/** The other side: does a task and tells what came of it. */
export async function answerTask<Task, Result>(
  { id, task }: Numbered<Task>,
  work: (task: Task) => Promise<Result>,
  send: (answer: Answer<Result>) => void,
): Promise<void> {
  try {
    send({ id, result: await work(task) });
  } catch (error) {
    send({ id, error });
  }
}
