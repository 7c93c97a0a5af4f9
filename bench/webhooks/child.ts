import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What a child of this benchmark can be asked: names with what goes in and what comes out. */
export type Questions = Record<string, { input: unknown; output: unknown }>;

interface Question {
  number: number;
  name: string;
  input: unknown;
}

type Answer = { number: number; output: unknown } | { number: number; error: string };

export interface Child<Q extends Questions> {
  processId: number;
  ask<Name extends keyof Q & string>(name: Name, input: Q[Name]['input']): Promise<Q[Name]['output']>;
  stop(): void;
}

/** Starts a program of this folder in a process of its own. Several questions may be open at once. */
export function startChild<Q extends Questions>(file: string, args: string[] = []): Child<Q> {
  const child = fork(join(import.meta.dirname, file), args, { serialization: 'advanced' });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const open = new Map<number, (response: Answer) => void>();
  let asked = 0;
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with code ${code}`);
  });
  // It also ends when it is told to, with no one waiting.
  ended.catch(() => {});
  child.on('message', (response: Answer) => {
    open.get(response.number)?.(response);
    open.delete(response.number);
  });

  return {
    processId: child.pid as number,
    async ask(name, input) {
      const number = asked++;
      const answered = new Promise<Answer>((resolve) => open.set(number, resolve));
      child.send({ number, name, input } satisfies Question);
      const response = await Promise.race([answered, ended]);
      if ('error' in response) throw new Error(response.error);
      return response.output;
    },
    stop() {
      child.disconnect();
      process.off('exit', kill);
    },
  };
}

/** The child's side. */
export function answerQuestions<Q extends Questions>(
  answers: {
    [Name in keyof Q]: (input: Q[Name]['input']) => Q[Name]['output'] | Promise<Q[Name]['output']>;
  },
): void {
  process.on('message', async ({ number, name, input }: Question) => {
    try {
      process.send?.({ number, output: await answers[name as keyof Q](input) });
    } catch (error) {
      process.send?.({
        number,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
  });
  process.once('disconnect', () => process.exit(0));
}
