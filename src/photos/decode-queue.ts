import { DecodeError } from './image-library.ts';

/**
 * Work on one image. It reports the warnings that the image library hands to it, and may get those of an image
 * that was worked on beside it: the library keeps one list for the whole process.
 */
type ImageWork<Result> = (warn: () => void) => Promise<Result>;

interface QueuedDecode {
  alone: boolean;
  suspect: boolean;
  begin: () => void;
}

/** Works on a few images at a time: each holds a thread and, while it is decoded, some megabytes. */
export function createDecodeQueue(atOnce: number) {
  const running = new Set<QueuedDecode>();
  const waiting: QueuedDecode[] = [];

  function beginWaiting(): void {
    for (let next = waiting[0]; next && hasRoomFor(next); next = waiting[0]) {
      waiting.shift();
      running.add(next);
      next.begin();
    }
  }

  function hasRoomFor({ alone }: QueuedDecode): boolean {
    if (running.size === 0) return true;
    return !alone && running.size < atOnce && ![...running].some((queued) => queued.alone);
  }

  async function runQueued<Result>(
    work: ImageWork<Result>,
    alone: boolean,
  ): Promise<{ result: Result; suspect: boolean }> {
    const queued: QueuedDecode = { alone, suspect: false, begin: () => undefined };
    await new Promise<void>((resolve) => {
      queued.begin = resolve;
      // A second try goes first: its customer has waited for one decode already.
      if (alone) waiting.unshift(queued);
      else waiting.push(queued);
      beginWaiting();
    });
    try {
      const result = await work(() => {
        for (const other of running) other.suspect = true;
      });
      return { result, suspect: queued.suspect };
    } finally {
      running.delete(queued);
      beginWaiting();
    }
  }

  return {
    async run<Result>(work: ImageWork<Result>): Promise<{ result: Result; warned: boolean }> {
      const first = await runQueued(work, false).catch(unlessDecoderFailed);
      if (first?.suspect === false) return { result: first.result, warned: false };
      // Alone, a warning can only be its own, and a failure is not for want of what others use at the same time.
      const second = await runQueued(work, true);
      return { result: second.result, warned: second.suspect };
    },
  };
}

function unlessDecoderFailed(error: unknown): undefined {
  if (!(error instanceof DecodeError)) throw error;
}
