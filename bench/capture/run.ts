import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join, relative } from 'node:path';
import { atLeast, type Bar, formatReport, under } from '../api/report.ts';
import { fileSystemOf, syncMs } from '../disk.ts';
import { ratio } from '../measure.ts';
import { startLoad } from './load.ts';
import { readOptions } from './options.ts';
import { formatLines, type Line } from './report.ts';
import { makePhoto, type Photo } from './sample-photo.ts';
import { benchUploads } from './uploads.ts';

/** Git-ignored, and on a real disk even where the folder for temporary files lives in memory. */
const RESULTS = join(import.meta.dirname, '..', 'results');

const RATIO_GOAL = 0.7;
const GROWTH_GOAL_MB = 60;
/** The number of customers at which memory has its bar. */
const CROWD = 100;

/** Measures uploads, prints the table and returns whether all bars were met. */
export async function runCaptureBenchmark(args: string[]): Promise<boolean> {
  const options = readOptions(args);
  mkdirSync(RESULTS, { recursive: true });
  const folder = mkdtempSync(join(RESULTS, 'work-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

  const startedAt = new Date().toISOString();
  const photo = await makePhoto();
  const photoFile = join(folder, 'photo.jpg');
  writeFileSync(photoFile, photo.jpeg);
  const setting = describe(folder, photo);
  process.stderr.write(`${setting}\n`);

  const lines: Line[] = [];
  const bars: Bar[] = [];
  const load = startLoad(photoFile);
  for (const concurrent of options.parts) {
    const found = await benchUploads({ options, folder, photo, load }, concurrent);
    const { ceiling, uploads } = found;
    lines.push({ measurement: ceiling }, { measurement: uploads, ceiling });
    bars.push(
      atLeast(
        `uploads, ${concurrent} at once / bare durable file`,
        ratio(uploads, ceiling, 'perSecond'),
        RATIO_GOAL,
      ),
    );
    if (concurrent === CROWD) {
      const growth = uploads.peakMb - uploads.idleMb;
      bars.push(under(`memory, ${concurrent} at once, peak over ready`, growth, GROWTH_GOAL_MB, 'MB'));
    }
    const { acknowledged } = uploads;
    process.stderr.write(
      `${concurrent} at once: all ${acknowledged} acknowledged photos have their row and file\n`,
    );
  }
  load.stop();

  const table = `${formatLines(lines)}\n\n${formatReport({ lines: [], figures: [], bars })}`;
  process.stdout.write(`\n${setting}\n\n${table}\n`);
  const file = join(RESULTS, `capture-${startedAt.replaceAll(':', '-').slice(0, 19)}.json`);
  writeFileSync(file, `${JSON.stringify({ startedAt, setting, options, lines, bars }, null, 2)}\n`);
  process.stdout.write(`\nAll samples: ${relative(process.cwd(), file)}\n`);
  return bars.every(({ passed }) => passed);
}

function describe(folder: string, { jpeg, width, height }: Photo): string {
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  const disk = `${fileSystemOf(folder)}, ${syncMs(folder).toFixed(2)} ms for a durable write`;
  const size = `${width} x ${height} JPEG of ${(jpeg.length / 1e6).toFixed(2)} MB`;
  return `${availableParallelism()} x ${processor}, Node ${process.versions.node}, ${disk}; ${size}`;
}
