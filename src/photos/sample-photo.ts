import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ID_PREFIXES } from '../platform/ids.ts';
import { projectFile } from '../platform/project-files.ts';

/** The photo of a test event: it belongs to no request, and its links work like those of any other photo. */
export const SAMPLE_PHOTO_ID = `${ID_PREFIXES.photo}${'0'.repeat(28)}`;

/** Small enough to be its own thumbnail. */
const FILE = projectFile('src/photos/sample-photo.jpg');
const SIZE = { width: 480, height: 360 };

export interface SamplePhoto {
  jpeg: Buffer;
  sha256: string;
  width: number;
  height: number;
}

let loaded: Promise<SamplePhoto> | undefined;

/** Read when it is first needed. */
export function loadSamplePhoto(): Promise<SamplePhoto> {
  loaded ??= readFile(FILE).then((jpeg) => ({
    jpeg,
    sha256: createHash('sha256').update(jpeg).digest('hex'),
    ...SIZE,
  }));
  loaded.catch(() => {
    loaded = undefined;
  });
  return loaded;
}
