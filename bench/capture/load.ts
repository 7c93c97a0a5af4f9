import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Order, Outcome } from './load-process.ts';

export type Finished = Exclude<Outcome, { error: string }>;

/** The process that makes the calls. */
export interface LoadProcess {
  /** Throws when a single answer was no 201. */
  run(order: Order): Promise<Finished>;
  stop(): void;
}

export function startLoad(files: { photo: string; reports: string }): LoadProcess {
  const child = fork(join(import.meta.dirname, 'load-process.ts'), [files.photo, files.reports]);
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process that makes the calls ended with code ${code}`);
  });
  // It also ends when it is told to, with no one waiting.
  ended.catch(() => {});

  return {
    async run(order) {
      const answered = once(child, 'message');
      child.send(order);
      const [outcome] = (await Promise.race([answered, ended])) as [Outcome];
      if (outcome.error !== undefined) throw new Error(outcome.error);
      return outcome;
    },
    stop() {
      child.disconnect();
      process.off('exit', kill);
    },
  };
}
