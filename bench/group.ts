import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import type { Bar } from './bars.ts';
import type { Curve } from './charts/curve.ts';
import { fileSystemOf, syncMs } from './disk.ts';

/** Git-ignored, and on a real disk even where the folder for temporary files lives in memory. */
export const RESULTS = join(import.meta.dirname, 'results');

/** Where a group works, and how it tells of its progress. */
export interface Setting {
  folder: string;
  say(text: string): void;
}

/** What a group found. */
export interface Findings {
  options: object;
  /** Its tables without the bars, for the terminal. */
  text: string;
  bars: Bar[];
  curves: Curve[];
  /** Every single sample. */
  details: object;
}

/** A group of measurements: takes its own options. */
export type Group = (args: string[], setting: Setting) => Promise<Findings>;

/** Runs a group in a folder of its own, which is gone afterwards: the next one may need the space. */
export async function runGroup(group: Group, args: string[]): Promise<Findings> {
  const folder = makeFolder();
  const deleteFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', deleteFolder);
  try {
    return await group(args, { folder, say: (text) => process.stderr.write(`${text}\n`) });
  } finally {
    deleteFolder();
    process.off('exit', deleteFolder);
  }
}

/** The processor, the version of Node and the disk. */
export function describeMachine(): string {
  const folder = makeFolder();
  try {
    const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
    const disk = `${fileSystemOf(folder)}, ${syncMs(folder).toFixed(2)} ms for a durable write`;
    return `${availableParallelism()} x ${processor}, Node ${process.versions.node}, ${disk}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeFolder(): string {
  mkdirSync(RESULTS, { recursive: true });
  return mkdtempSync(join(RESULTS, 'work-'));
}
