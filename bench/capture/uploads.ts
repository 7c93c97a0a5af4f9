import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sample } from '../load.ts';
import { type Contender, type Effort, type Measurement, takeTurns, WARM_UP_SECONDS } from '../measure.ts';
import { cpuMs, residentMb } from '../process-stats.ts';
import { type Program, type ServerProcess, service, startProcess } from '../server-process.ts';
import { quantile } from '../statistics.ts';
import type { LoadProcess } from './load.ts';
import type { Photo } from './sample-photo.ts';
import { PHOTOS_PER_PAGE, seedPages } from './seed.ts';
import { clearFiles, countMissing, thumbnailsMade } from './stored-photos.ts';

export interface UploadContext {
  options: Effort;
  folder: string;
  photo: Photo;
  load: LoadProcess;
}

export interface UploadSample extends Sample {
  /** Counted until the last photo has its thumbnail: the rate that can be kept up. */
  settledPerSecond: number;
}

/** What was found of one server. */
export interface UploadMeasurement extends Measurement<UploadSample> {
  /** Resident memory after the start, before any upload. */
  startedMb: number;
  /** The most resident memory that was seen during the load; `idleMb` is what there was just before it. */
  peakMb: number;
  acknowledged: number;
}

/** A server under load, and what became of the photos it was sent. */
interface Receiver extends Contender {
  dataDir: string;
  pagesFile?: string;
  isTus?: boolean | undefined;
  startedMb: number;
  peakMb: number;
  clientIds: string[];
}

/** What the service is held against: a program of this folder or another one. */
export interface Beside {
  name: string;
  args: string[];
  isTus?: boolean;
}

const BARE: Beside = { name: 'bare durable file', args: ['bench/capture/bare-server.ts'] };
const SETTLE_MS = 1_500;
const MEMORY_SAMPLE_MS = 10;
/** More than any machine takes: for so many the pages are seeded. */
const MAX_PER_SECOND = 400;

/** The service beside its ceiling or another program, with that many customers at once. */
export async function benchUploads(
  context: UploadContext,
  concurrent: number,
  { name, args, isTus }: Beside = BARE,
): Promise<{ ceiling: UploadMeasurement; uploads: UploadMeasurement }> {
  const logFile = join(context.folder, 'servers.log');
  const bareDir = newFolder(context, `bare-${concurrent}`);
  const dataDir = newFolder(context, `service-${concurrent}`);
  const program = service({ DATA_DIR: dataDir }, logFile);
  const { rounds, seconds } = context.options;
  const most = (rounds * seconds + WARM_UP_SECONDS) * MAX_PER_SECOND;
  const pages = concurrent + Math.ceil(most / PHOTOS_PER_PAGE);
  const pagesFile = await seedPages(dataDir, program.env.SECRET_KEY as string, pages);
  const bare: Program = {
    command: process.execPath,
    args,
    env: { NODE_ENV: 'production', DATA_DIR: bareDir },
    logFile,
  };

  const servers: ServerProcess[] = [];
  try {
    for (const one of [bare, program]) servers.push(await startProcess(one));
    const [bareServer, subject] = servers as [ServerProcess, ServerProcess];
    const shared = { connections: concurrent, startedMb: 0, peakMb: 0 };
    const receivers: Receiver[] = [
      { ...shared, name, isTus, server: bareServer, dataDir: bareDir, clientIds: [] },
      {
        ...shared,
        name: 'PUT /capture/photos/{client_id}',
        server: subject,
        dataDir,
        pagesFile,
        clientIds: [],
      },
    ];
    const [ceiling, uploads] = await measure(context, receivers);
    const { clientIds } = receivers[1] as Receiver;
    const missing = await countMissing(dataDir, clientIds, context.photo.sha256Hex);
    if (missing > 0) {
      throw new Error(
        `${missing} of ${clientIds.length} acknowledged photos have no row with their SHA-256 and report`,
      );
    }
    return { ceiling: ceiling as UploadMeasurement, uploads: uploads as UploadMeasurement };
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function measure(context: UploadContext, receivers: Receiver[]): Promise<UploadMeasurement[]> {
  await delay(SETTLE_MS);
  for (const receiver of receivers) {
    receiver.startedMb = residentMb(receiver.server.processId);
    // The first photo loads the image library, which stays.
    await sendFor(context, { ...receiver, connections: 1 }, 0);
  }
  const measurements = await takeTurns(receivers, context.options, async (receiver, seconds) => {
    const sampling = setInterval(() => {
      receiver.peakMb = Math.max(receiver.peakMb, residentMb(receiver.server.processId));
    }, MEMORY_SAMPLE_MS);
    try {
      return await sendFor(context, receiver, seconds);
    } finally {
      clearInterval(sampling);
    }
  });
  return measurements.map((measurement, index) => {
    const { startedMb, peakMb, clientIds } = receivers[index] as Receiver;
    return { ...measurement, startedMb, peakMb, acknowledged: clientIds.length };
  });
}

/** The turn ends with its last thumbnail: work that is left over would slow down the next server's turn. */
async function sendFor(
  { load, photo }: UploadContext,
  receiver: Receiver,
  seconds: number,
): Promise<UploadSample> {
  const { server, connections, pagesFile, isTus } = receiver;
  const files = join(receiver.dataDir, 'photos');
  const cpuBefore = cpuMs(server.processId);
  const turn = await load.run({ url: server.url, concurrent: connections, seconds, pagesFile, isTus });
  const respondedAt = performance.now();
  const responses = turn.clientIds.length;
  if (pagesFile !== undefined) await thumbnailsMade(files, responses);
  const settledMs = turn.elapsedMs + performance.now() - respondedAt;
  const usedMs = cpuMs(server.processId) - cpuBefore;
  receiver.clientIds.push(...turn.clientIds);
  const stored = clearFiles(files, photo.jpeg.length);
  if (stored !== responses) {
    throw new Error(`${receiver.name}: ${responses} photos were acknowledged, ${stored} files are there`);
  }
  return {
    responses,
    perSecond: (responses / turn.elapsedMs) * 1000,
    settledPerSecond: (responses / settledMs) * 1000,
    cpuMs: usedMs / responses,
    p50Ms: quantile(turn.latenciesMs, 0.5),
    p99Ms: quantile(turn.latenciesMs, 0.99),
    clientBusy: turn.cpuMs / turn.elapsedMs,
  };
}

function newFolder({ folder }: UploadContext, name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}
