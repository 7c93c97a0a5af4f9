import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Owner } from '../../src/platform/db/tables.ts';
import { makePhoto } from '../capture/sample-photo.ts';
import { PROJECT_ROOT } from '../server-process.ts';
import { within } from '../webhooks/bench-context.ts';
import { monotonicMs } from '../webhooks/monotonic-clock.ts';
import { openStage, type Stage, type Subscriber } from '../webhooks/stage.ts';
import { type BesideContext, reportCalls, startCallsBeside } from './calls-beside.ts';
import { cleanedUp, writeFiles } from './expiring-requests.ts';
import { insertRows } from './insert-rows.ts';
import { submitted } from './population.ts';

const execute = promisify(execFile);
const WARM_UP_MS = 5_000;
const QUIET_MS = 15_000;
/** Downloads are repeated for so long. */
const DOWNLOADS_MS = 15_000;
const DOWNLOADS_AT_ONCE = 2;
const PHOTOS_EACH = 10;
const POLL_MS = 10;
const DAY_MS = 86_400_000;
/** So long ago were those submitted that are erased. */
const AGE_DAYS = 10;
const ROWS_PER_INSERT = 500;

interface Work {
  name: string;
  /** Resolves when it is over, with the moments at which it really began and ended. */
  run(): Promise<Span>;
}

interface Span {
  begun: number;
  end: number;
}

/** How long the calls of one workspace take while others have files made, or are erased. */
export async function benchHeavyWork(context: BesideContext, erased: number): Promise<void> {
  const { databases, folder, say } = context;
  const url = 'http://127.0.0.1:8081/none';
  const stage = await openStage({
    databases,
    folder,
    name: 'heavy_work',
    urls: Array<string>(4).fill(url),
    events: ['photo_request.submitted'],
  });
  try {
    const [caller, reader, kept, leaving] = stage.subscribers as [
      Subscriber,
      Subscriber,
      Subscriber,
      Subscriber,
    ];
    const requestId = await addPhotos(stage, reader);
    for (const subscriber of [kept, leaving]) await addOldRequests(stage, subscriber, erased);
    say(`${databases.engine}: twice ${erased.toLocaleString('en')} requests seeded`);
    const server = await stage.startService();
    try {
      const path = `${server.url}/v1/photo-requests/${requestId}`;
      const count = erased.toLocaleString('en');
      await measure(context, server.url, caller, [
        { name: 'ZIP archives', run: () => downloadAgain(`${path}/photos.zip`, reader) },
        { name: 'PDF reports', run: () => downloadAgain(`${path}/report.pdf`, reader) },
        { name: `${count} requests erased when their time is over`, run: () => eraseOld(stage, kept) },
        { name: `a workspace of ${count} requests erased`, run: () => eraseWorkspace(stage, leaving) },
      ]);
    } finally {
      await server.stop();
    }
  } finally {
    await stage.close();
  }
}

async function measure(
  context: BesideContext,
  url: string,
  caller: Subscriber,
  works: Work[],
): Promise<void> {
  const calls = await startCallsBeside(url, caller);
  const marks: ({ name: string; quiet: number; called: number } & Span)[] = [];
  await delay(WARM_UP_MS);
  try {
    for (const work of works) {
      const quiet = monotonicMs();
      await delay(QUIET_MS);
      const called = monotonicMs();
      marks.push({ name: work.name, quiet, called, ...(await within(work.name, work.run())) });
    }
  } finally {
    await calls.finish();
  }
  const times = await calls.times();
  for (const { name, quiet, called, begun, end } of marks) {
    const about = `${context.databases.engine}: ${name}`;
    context.report.figures.push({ name: `${about}: took`, value: `${((end - begun) / 1_000).toFixed(1)} s` });
    reportCalls(context, about, { quiet: times(quiet, called), phases: { meanwhile: times(begun, end) } });
  }
}

/** A submitted request with photos as large as real ones. */
async function addPhotos({ database, services }: Stage, { workspaceId }: Subscriber): Promise<string> {
  const { jpeg, sha256Hex } = await makePhoto();
  const { requests, photos } = submitted({ workspaceId, environment: 'live' }, PHOTOS_EACH, Date.now());
  const rows = photos.map((photo) => ({ ...photo, bytes: jpeg.byteLength, sha256: sha256Hex }));
  writeFiles(services.storage, rows, jpeg);
  await insertRows(database, { requests, photos: rows, events: [] });
  return requests[0]?.id ?? '';
}

async function addOldRequests(stage: Stage, { workspaceId }: Subscriber, count: number): Promise<void> {
  const { database, services } = stage;
  const owner: Owner = { workspaceId, environment: 'live' };
  for (let start = 0; start < count; start += ROWS_PER_INSERT) {
    const rows = Array.from({ length: Math.min(ROWS_PER_INSERT, count - start) }, () =>
      submitted(owner, 1, Date.now() - AGE_DAYS * DAY_MS),
    );
    const photos = rows.flatMap((one) => one.photos);
    writeFiles(services.storage, photos);
    await insertRows(database, { requests: rows.flatMap((one) => one.requests), photos, events: [] });
  }
  while (await services.counts.fold());
}

async function downloadAgain(url: string, { key }: Subscriber): Promise<Span> {
  const begun = monotonicMs();
  const args = [join(import.meta.dirname, 'download-process.ts'), url, key, String(DOWNLOADS_MS)];
  const download = () => execute(process.execPath, args);
  await Promise.all(Array.from({ length: DOWNLOADS_AT_ONCE }, download));
  return { begun, end: monotonicMs() };
}

/** Housekeeping looks for them now and then. */
async function eraseOld(stage: Stage, { workspaceId }: Subscriber): Promise<Span> {
  const { database } = stage;
  const count = () => countPhotos(stage, workspaceId);
  const before = await count();
  await database.write((trx) =>
    trx.updateTable('workspaces').set({ retention_days: 1 }).where('id', '=', workspaceId).execute(),
  );
  while ((await count()) === before) await delay(POLL_MS);
  const begun = monotonicMs();
  while ((await count()) > 0) await delay(10 * POLL_MS);
  const end = monotonicMs();
  // What is measured next shall begin when there is nothing else to do.
  await cleanedUp(stage, { workspaceId, environment: 'live' });
  return { begun, end };
}

async function countPhotos({ database }: Stage, workspaceId: string): Promise<number> {
  const { count } = await database.reader
    .selectFrom('photos')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** As an operator does, by a process of its own. */
async function eraseWorkspace({ env }: Stage, { workspaceId }: Subscriber): Promise<Span> {
  const begun = monotonicMs();
  const args = [
    'src/cli/main.js',
    'workspace',
    'erase',
    '--workspace',
    workspaceId,
    '--confirm',
    'Benchmark',
  ];
  await execute(process.execPath, args, { cwd: PROJECT_ROOT, env: { ...process.env, ...env } });
  return { begun, end: monotonicMs() };
}
