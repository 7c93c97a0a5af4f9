import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Order, Outcome } from './load-process.ts';
import { makePhoto, type Photo } from './sample-photo.ts';
import { createReports } from './sample-reports.ts';

export type Finished = Exclude<Outcome, { error: string }>;

/** The process that makes the calls. */
export interface LoadProcess {
  /** Throws when a single response was no 201. */
  run(order: Order): Promise<Finished>;
  stop(): void;
}

/** The photo that everyone sends, and the process that sends it. */
export async function prepareLoad(
  folder: string,
  say: (text: string) => void,
): Promise<{ photo: Photo; load: LoadProcess }> {
  const photo = await makePhoto();
  const files = { photo: join(folder, 'photo.jpg'), reports: join(folder, 'reports.json') };
  writeFileSync(files.photo, photo.jpeg);
  const reports = createReports();
  writeFileSync(files.reports, JSON.stringify(reports));
  const { jpeg, width, height } = photo;
  const megabytes = (jpeg.length / 1e6).toFixed(2);
  const kilobytes = ((reports[0]?.length ?? 0) / 1e3).toFixed(0);
  say(`The photo: ${width} x ${height} JPEG of ${megabytes} MB, behind a report of ${kilobytes} kB`);
  return { photo, load: startLoad(files) };
}

function startLoad(files: { photo: string; reports: string }): LoadProcess {
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
      const responded = once(child, 'message');
      child.send(order);
      const [outcome] = (await Promise.race([responded, ended])) as [Outcome];
      if (outcome.error !== undefined) throw new Error(outcome.error);
      return outcome;
    },
    stop() {
      child.disconnect();
      process.off('exit', kill);
    },
  };
}
