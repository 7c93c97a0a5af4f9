import { createJudge } from '../../src/photos/evidence/judge.ts';
import { type Look, lookAt } from '../../src/photos/evidence/look.ts';
import type { Pixels } from '../../src/photos/evidence/pixels.ts';
import { measureReport, type ReportTraits, readReport } from '../../src/photos/evidence/report.ts';
import { decodedColumns, type PhotoTraits, traitsOf } from '../../src/photos/evidence/traits.ts';
import { createImageLibrary, pixelsWith, renderWith } from '../../src/photos/image-library.ts';
import { createImages } from '../../src/photos/images.ts';
import { openQuarter } from '../../src/photos/jpeg-quarter.ts';
import { followCodes } from '../../src/photos/jpeg-scan.ts';
import { readScanHeader } from '../../src/photos/jpeg-scan-header.ts';
import { createJpegInspector } from '../../src/photos/jpeg-structure.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { openDatabase } from '../../src/platform/db/open-database.ts';
import type { PhotoRow } from '../../src/platform/db/tables.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import { under } from '../bars.ts';
import { makePhoto } from '../capture/sample-photo.ts';
import { createReports } from '../capture/sample-reports.ts';
import { submitted } from '../scale/population.ts';
import { benchServices } from '../services.ts';
import type { EvidenceContext } from './run.ts';

const GOAL_MS = 15;
/** Each step takes its turn photo by photo, so that whatever else the machine does hits all of them. */
const PHOTOS_PER_ROUND = 6;
/** As the service made it before it looked at photos. */
const THUMBNAIL = { width: 480, height: 480, fit: 'inside', withoutEnlargement: true } as const;
/** What it makes today first (photos/images.ts). Step by step: of a long one the least is never free of other work. */
const EXAMINED = { ...THUMBNAIL, width: 640, height: 640 } as const;

/** One thing that the server does with a photo. */
interface Step {
  name: string;
  /** False for what was done before the service looked at photos, and is part of a new step now. */
  isNew: boolean;
  run(number: number): unknown;
}

/** CPU time of what the server does with each photo, with and without looking at what it shows. */
export async function benchChecks({ options, folder, say, report }: EvidenceContext): Promise<void> {
  const { jpeg, width, height } = await makePhoto();
  say(`The photo: ${width} x ${height} JPEG of ${(jpeg.length / 1e6).toFixed(2)} MB`);
  const stage = await openStage(folder);
  try {
    const steps = await stepsWith(jpeg, stage.services);
    const times = steps.map((): number[] => []);
    for (let number = -PHOTOS_PER_ROUND; number < options.rounds * PHOTOS_PER_ROUND; number += 1) {
      for (const [index, step] of steps.entries()) {
        const ms = await cpuMsOf(step, Math.abs(number));
        // The first round only warms up.
        if (number >= 0) times[index]?.push(ms);
      }
    }
    for (const [index, { name }] of steps.entries()) report.lines.push({ what: name, cpuMs: times[index] });
    const least = times.map((one) => Math.min(...one));
    const added = least.reduce((sum, ms, index) => sum + (steps[index]?.isNew ? ms : -ms), 0);
    report.figures.push({
      name: 'CPU of all that is new, beyond the thumbnail, least of each',
      value: `${added.toFixed(1)} ms`,
    });
    report.bars.push(under('CPU of the checks of a photo, beyond its thumbnail', added, GOAL_MS, 'ms'));
  } finally {
    await stage.close();
  }
}

async function openStage(folder: string) {
  const database = await openDatabase({ databaseUrl: undefined, sqliteFile: `${folder}/checks.db` });
  const storage = await openStorage({ storageUrl: undefined, dataDir: folder });
  await migrate(database);
  return {
    services: benchServices({ database, storage, secretKey: 'a key that only the benchmark uses' }),
    async close() {
      await storage.close();
      await database.close();
    },
  };
}

async function stepsWith(jpeg: Buffer, { photos }: ReturnType<typeof benchServices>): Promise<Step[]> {
  const library = createImageLibrary();
  const judge = createJudge(photos);
  const reports = createReports();
  const shown = await createImages().checkAndShrink(async () => Buffer.from(jpeg));
  const sharp = await library();
  const pixels = await pixelsWith(sharp(jpeg).resize(EXAMINED), () => {});
  const photo = photoWith(jpeg, shown.look, reports[0] as string);
  return [
    {
      name: 'a thumbnail alone',
      isNew: false,
      run: async () => {
        const sharp = await library();
        await renderWith(
          sharp(jpeg, { failOn: 'warning' }).resize(THUMBNAIL).jpeg({ quality: 70 }),
          () => {},
        );
      },
    },
    {
      name: 'the picture, decoded to be looked at',
      isNew: true,
      run: async () => {
        const sharp = await library();
        const { data, width, height } = await quarterOf(jpeg);
        const raw = { width, height, channels: 3 } as const;
        await pixelsWith(sharp(data, { raw }).resize(EXAMINED), () => {});
      },
    },
    {
      name: 'a thumbnail of that',
      isNew: true,
      run: async () => {
        const sharp = await library();
        const { data, ...raw } = pixels;
        await renderWith(sharp(data, { raw }).resize(THUMBNAIL).jpeg({ quality: 70 }), () => {});
      },
    },
    { name: 'a look at it', isNew: true, run: () => lookAt(pixels) },
    { name: 'the hash of the picture', isNew: true, run: () => decodedColumns(traitsOf(photo), shown.look) },
    {
      name: "the page's report",
      isNew: true,
      run: (number) => measured(reports[number % reports.length] as string),
    },
    {
      name: 'judging it, in an empty database',
      isNew: true,
      run: () => judge({ photos: [photo], expectedLocation: null, isChallenged: () => false }),
    },
  ];
}

/** As large photos are decoded. */
async function quarterOf(jpeg: Buffer): Promise<Pixels> {
  const header = readScanHeader(jpeg);
  const quarter = openQuarter(header);
  await followCodes(jpeg, header, quarter);
  if (quarter === undefined) throw new Error('The photo is not decoded while its codes are followed');
  return quarter.pixels;
}

function measured(report: string): ReportTraits {
  const { sent } = readReport(report);
  if (sent === undefined) throw new Error('The server cannot read the report');
  return measureReport(sent);
}

/** As it is stored when its customer submits it. */
function photoWith(jpeg: Buffer, look: Look, report: string): PhotoRow {
  const now = Date.now();
  const inspector = createJpegInspector();
  inspector.push(jpeg);
  const { encoder } = inspector.finish();
  const traits: PhotoTraits = {
    sessionOpenedAt: now - 60_000,
    claimedAt: now,
    userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9)',
    encoder,
    report: measured(report),
  };
  const owner = { workspaceId: 'ws_bench', environment: 'live' } as const;
  const [photo] = submitted(owner, 1, now).photos as [PhotoRow];
  return { ...photo, ...decodedColumns(traits, look) };
}

async function cpuMsOf(step: Step, number: number): Promise<number> {
  const before = process.cpuUsage();
  await step.run(number);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
