import { createTaskThread } from '../platform/task-thread.ts';
import type { SealContent, SigningIdentity } from './seal-jpeg.ts';

export interface SealTask {
  jpeg: Uint8Array;
  content: SealContent;
  identity: SigningIdentity;
  /** Undefined: without a time stamp. */
  timeStampUrl: string | undefined;
}

/**
 * `noTimeStamp`: why there is none; the photo is not sealed then. `unsealable`: why the photo cannot be sealed with this
 * content, however often it is tried.
 */
export type SealOutcome = { sealed: Uint8Array } | { noTimeStamp: string } | { unsealable: string };

export type SealInThread = (task: SealTask) => Promise<SealOutcome>;

const ENTRY = 'src/content-credentials/signing-thread-entry.ts';
/** A few photos of the largest size, each some times over. */
const MEMORY_MB = 256;
/** Longer than a time stamp is waited for, twice. */
const LONGEST_MS = 60_000;

/**
 * Photos are sealed in a thread of its own: loading the library takes long, it changes a global object, and each
 * photo is copied and hashed.
 */
export function createSigningThread(times: { idleMs?: number } = {}): SealInThread {
  const run = createTaskThread<SealTask, SealOutcome>({
    entry: ENTRY,
    what: 'Sealing a photo',
    memoryMb: MEMORY_MB,
    longestMs: LONGEST_MS,
    ...times,
  });
  return (task) => run(task, [task.jpeg.buffer as ArrayBuffer]);
}
