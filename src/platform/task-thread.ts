import { parentPort, type Transferable, Worker } from 'node:worker_threads';
import { entryOf } from './project-files.ts';
import {
  answerTask,
  createTasksApart,
  type Numbered,
  type RunApart,
  type TaskOptions,
} from './tasks-apart.ts';

/** Runs tasks in a thread of its own, to which large data can be moved. */
export function createTaskThread<Task, Result>(options: TaskOptions): RunApart<Task, Result> {
  const { entry, memoryMb } = options;
  const { file, args: argv } = entryOf(entry);
  return createTasksApart({
    ...options,
    start({ onMessage, onEnd }) {
      const thread = new Worker(file, {
        argv,
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 4 },
      });
      thread.on('message', onMessage);
      thread.on('error', onEnd);
      // What cannot be read, for want of memory perhaps, was the result of some task.
      thread.on('messageerror', onEnd);
      thread.on('exit', () => onEnd(undefined));
      return {
        send: (message, moved) => thread.postMessage(message, moved),
        end: () => void thread.terminate(),
        ref: () => thread.ref(),
        unref: () => thread.unref(),
      };
    },
  });
}

/** The thread's side. */
export function answerInThread<Task, Result>(
  work: (task: Task) => Promise<Result>,
  movedWith: (result: Result) => Transferable[] = () => [],
): void {
  parentPort?.on('message', (numbered: Numbered<Task>) =>
    answerTask(numbered, work, (answer) =>
      parentPort?.postMessage(answer, 'result' in answer ? movedWith(answer.result) : []),
    ),
  );
}
