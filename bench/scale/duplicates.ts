import { randomBytes } from 'node:crypto';
import { checkDuplicate } from '../../src/photos/evidence/checks/duplicate.ts';
import { atLeast, under } from '../bars.ts';
import type { Databases } from '../databases.ts';
import type { Setting } from '../group.ts';
import type { Report } from '../report.ts';
import { median, quantile } from '../statistics.ts';
import { CHANGES, type ChangedPicture, changedPictures } from './changed-pictures.ts';
import type { Operation } from './operations.ts';
import {
  deleteCreatedPhotos,
  listedBytes,
  newPhoto,
  openPictureWorld,
  type PictureWorld,
  store,
} from './picture-world.ts';
import type { ScaleLine } from './run.ts';
import { type Comparison, compare, summarise } from './take-samples.ts';

const REFERENCE = 1_000;
const PICTURES = 20;
const PER_ROUND = 8;
const STORED_PER_ROUND = 20;
const FOUND_GOAL_MS = 20;
const FOUND_GOAL_SHARE = 0.95;
const [KNOWN, UNKNOWN] = ['duplicate', 'no duplicate'];

interface Context extends Setting {
  databases: Databases;
  report: Report<ScaleLine>;
}

/** How often the check was right. */
interface Tally {
  found: number;
  sought: number;
  falseAlarms: number;
}

/** How long it takes to find a picture among all photos of a workspace, and what listing each photo for it costs. */
export async function benchDuplicates(
  { databases, folder, say, report }: Context,
  { photos, rounds }: { photos: number; rounds: number },
): Promise<void> {
  const { engine } = databases;
  const known = await changedPictures(0, PICTURES);
  const unknown = await changedPictures(PICTURES, PICTURES);
  const started = performance.now();
  const small = await openPictureWorld({ databases, folder }, { rows: REFERENCE, pictures: known });
  const large = await openPictureWorld({ databases, folder }, { rows: photos, pictures: known });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`${engine}: ${photos.toLocaleString('en')} photos with hashes seeded in ${seconds} s`);
  try {
    const tally: Tally = { found: 0, sought: 0, falseAlarms: 0 };
    const operations = operationsWith({ known, unknown }, tally);
    const found = await compare({ small, large }, operations, { rounds, tidy: deleteCreatedPhotos });
    report.lines.push(...found.map((comparison) => ({ engine, comparison, summary: summarise(comparison) })));
    addBars(report, { engine, photos, found, tally });
    const bytes = await listedBytes(large);
    report.figures.push({
      name: `${engine}: lists of ${photos.toLocaleString('en')} photos that pictures are found by, on the disk`,
      value: `${(bytes / 1e6).toFixed(0)} MB, ${Math.round(bytes / photos)} bytes each`,
    });
  } finally {
    await small.close();
    await large.close();
  }
}

function operationsWith(
  { known, unknown }: Record<'known' | 'unknown', ChangedPicture[]>,
  tally: Tally,
): Operation<PictureWorld>[] {
  const look = (pictures: ChangedPicture[], change: number, isKnown: boolean) => ({
    perRound: PER_ROUND,
    hasBar: false,
    prepare: async (world: PictureWorld, number: number) => {
      const index = number % pictures.length;
      const stored = world.stored[index];
      const sent = { ...stored, id: 'photo_sent', sha256: `${index}`.padStart(64, '0') } as PhotoSent;
      return async () => {
        const seen = pictures[index]?.changed[change];
        const { result, figures } = await checkDuplicate(sent, seen, world.services.photos.similar);
        if (isKnown) tally.sought += 1;
        if (isKnown && figures.photo_id === stored?.id) tally.found += 1;
        else if (result === 'warn') tally.falseAlarms += 1;
      };
    },
  });
  return [
    ...CHANGES.map(({ name }, change) => ({ name: `${KNOWN}, ${name}`, ...look(known, change, true) })),
    { name: UNKNOWN as string, ...look(unknown, 0, false) },
    { name: 'store a photo', ...storing(false) },
    { name: 'store a photo and list it', ...storing(true) },
  ];
}

type PhotoSent = PictureWorld['stored'][number];

/** Any hash will do: its keys are scattered over the lists, as all are. */
function storing(isListed: boolean) {
  return {
    perRound: STORED_PER_ROUND,
    hasBar: false,
    prepare: async (world: PictureWorld) => {
      const photo = await newPhoto(world);
      const hash = isListed ? randomBytes(32).toString('hex') : null;
      return () => store(world, { ...photo, hash });
    },
  };
}

function addBars(
  { bars, figures }: Report<ScaleLine>,
  of: { engine: string; photos: number; found: Comparison[]; tally: Tally },
): void {
  const { engine, found, tally } = of;
  const among = `among ${of.photos.toLocaleString('en')} photos`;
  const looks = found.filter(({ operation }) => operation.includes(KNOWN as string));
  const times = looks.flatMap(({ large }) => large.ms.flat());
  const cpuTimes = looks.flatMap(({ large }) => large.cpuMs.flat());
  bars.push(
    under(`${engine}: look for a picture ${among}, median`, median(times), FOUND_GOAL_MS, 'ms'),
    under(
      `${engine}: look for a picture ${among}, 95th percentile`,
      quantile(times, 0.95),
      FOUND_GOAL_MS,
      'ms',
    ),
    atLeast(`${engine}: duplicates found ${among}`, tally.found / tally.sought, FOUND_GOAL_SHARE),
  );
  figures.push(
    {
      name: `${engine}: look for a picture ${among}, CPU of the service's process`,
      value: `${median(cpuTimes).toFixed(1)} ms in the middle, ${quantile(cpuTimes, 0.95).toFixed(1)} ms at 95 %`,
    },
    {
      name: `${engine}: pictures taken for another one ${among}`,
      value: String(tally.falseAlarms),
    },
  );
}
