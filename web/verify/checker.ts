import type { Verdict } from '../../src/shared/seal-verdict.ts';
import type { CheckAnswer, CheckTask } from './checker.worker.ts';

const PUBLISHED = '/.well-known/shutterpost-ca.pem';

/** Checks one file after the other, in a worker that the first one starts. */
export function createChecker(organizations: string[] | null) {
  let worker: Worker | undefined;
  let published: Promise<string | undefined> | undefined;
  let previous: Promise<unknown> = Promise.resolve();

  async function fetchPublished(): Promise<string | undefined> {
    try {
      const response = await fetch(PUBLISHED);
      if (response.ok) return await response.text();
    } catch {
      // The verdict says that it was not known.
    }
    published = undefined;
    return undefined;
  }

  function ask(task: CheckTask): Promise<Verdict> {
    const asked = start();
    worker = asked;
    return new Promise<Verdict>((resolve, reject) => {
      asked.onmessage = ({ data }: MessageEvent<CheckAnswer>) =>
        'verdict' in data ? resolve(data.verdict) : reject(new Error(data.failure));
      asked.onerror = () => reject(new Error('The checker could not be loaded'));
      asked.postMessage(task);
    });
  }

  function start(): Worker {
    return worker ?? new Worker(new URL('./checker.worker.ts', import.meta.url));
  }

  async function run(file: Blob, list: string | undefined): Promise<Verdict> {
    published ??= fetchPublished();
    const installation = await published;
    try {
      return await ask({ file, trust: { installation, organizations: organizations ?? undefined, list } });
    } catch (error) {
      // What failed to load or ran out of memory starts afresh.
      worker?.terminate();
      worker = undefined;
      throw error;
    }
  }

  return {
    /** Whether the next check has to load the reader first. */
    isCold: () => worker === undefined,

    check(file: Blob, list: string | undefined): Promise<Verdict> {
      const checked = previous.then(() => run(file, list));
      previous = checked.catch(() => {});
      return checked;
    },
  };
}
