import { answerInThread } from '../platform/task-thread.ts';
import { sealJpeg } from './seal-jpeg.ts';
import type { SealOutcome, SealTask } from './signing-thread.ts';
import { requestTimeStamp, TimeStampError } from './time-stamps.ts';

answerInThread<SealTask, SealOutcome>(
  async ({ jpeg, content, identity, timeStampUrl }) => {
    const getTimeStamp =
      timeStampUrl === undefined ? undefined : (sha256: Buffer) => requestTimeStamp(timeStampUrl, sha256);
    try {
      return { sealed: await sealJpeg(jpeg, content, identity, getTimeStamp) };
    } catch (error) {
      // An error loses its class on the way out of a thread.
      if (error instanceof TimeStampError) return { noTimeStamp: error.message };
      return { unsealable: error instanceof Error ? error.message : String(error) };
    }
  },
  (outcome) => ('sealed' in outcome ? [outcome.sealed.buffer as ArrayBuffer] : []),
);
