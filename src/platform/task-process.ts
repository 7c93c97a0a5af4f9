import { fork } from 'node:child_process';
import { entryOf } from './project-files.ts';
import {
  answerTask,
  createTasksApart,
  type Numbered,
  type RunApart,
  type TaskOptions,
} from './tasks-apart.ts';

/**
 * Runs tasks in a process of its own. Its memory goes back to the machine when it ends, where that of a thread stays with
 * this process. It knows nothing of this one's environment, where the secrets are.
 */
export function createTaskProcess<Task, Result>(options: TaskOptions): RunApart<Task, Result> {
  const { entry, memoryMb } = options;
  const { file, args } = entryOf(entry);
  return createTasksApart({
    ...options,
    start({ onMessage, onEnd }) {
      const child = fork(file, args, {
        execArgv: [`--max-old-space-size=${memoryMb}`, '--max-semi-space-size=1'],
        env: {},
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      child.on('message', onMessage);
      child.on('error', onEnd);
      child.on('exit', () => onEnd(undefined));
      return {
        send(message) {
          // Without file handles there is no channel, and `error` comes next.
          if (child.channel) child.send(message, (error) => error !== null && onEnd(error));
        },
        end: () => void child.kill('SIGKILL'),
        ref() {
          child.ref();
          child.channel?.ref();
        },
        unref() {
          child.unref();
          child.channel?.unref();
        },
      };
    },
  });
}

/** The process's side. It ends by itself when the one that started it is gone. */
export function answerInProcess<Task, Result>(work: (task: Task) => Promise<Result>): void {
  process.on('disconnect', () => process.exit());
  process.on('message', (numbered: Numbered<Task>) =>
    answerTask(numbered, work, (answer) => process.send?.(answer)),
  );
}
