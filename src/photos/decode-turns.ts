import { DecodeError } from './image-library.ts';

/**
 * Work on one image. It reports the warnings that the image library hands to it, and may get those of an image
 * that was worked on beside it: the library keeps one list for the whole process.
 */
type ImageWork<Result> = (warn: () => void) => Promise<Result>;

export interface DecodeTurns {
  run<Result>(work: ImageWork<Result>): Promise<{ result: Result; warned: boolean }>;
}

interface Turn {
  alone: boolean;
  suspect: boolean;
  begin: () => void;
}

/** Works on a few images at a time: each holds a thread and, while it is decoded, some megabytes. */
export function createDecodeTurns(atOnce: number): DecodeTurns {
  const running = new Set<Turn>();
  const waiting: Turn[] = [];

  function beginWaiting(): void {
    for (let next = waiting[0]; next && hasRoomFor(next); next = waiting[0]) {
      waiting.shift();
      running.add(next);
      next.begin();
    }
  }

  function hasRoomFor({ alone }: Turn): boolean {
    if (running.size === 0) return true;
    return !alone && running.size < atOnce && ![...running].some((turn) => turn.alone);
  }

  async function takeTurn<Result>(
    work: ImageWork<Result>,
    alone: boolean,
  ): Promise<{ result: Result; suspect: boolean }> {
    const turn: Turn = { alone, suspect: false, begin: () => undefined };
    await new Promise<void>((resolve) => {
      turn.begin = resolve;
      // A second turn goes first: its customer has waited for one decode already.
      if (alone) waiting.unshift(turn);
      else waiting.push(turn);
      beginWaiting();
    });
    try {
      const result = await work(() => {
        for (const other of running) other.suspect = true;
      });
      return { result, suspect: turn.suspect };
    } finally {
      running.delete(turn);
      beginWaiting();
    }
  }

  return {
    async run(work) {
      const first = await takeTurn(work, false).catch(unlessDecoderFailed);
      if (first?.suspect === false) return { result: first.result, warned: false };
      // Alone, a warning can only be its own, and a failure is not for want of what others use at the same time.
      const second = await takeTurn(work, true);
      return { result: second.result, warned: second.suspect };
    },
  };
}

function unlessDecoderFailed(error: unknown): undefined {
  if (!(error instanceof DecodeError)) throw error;
}
