import type { Readable } from 'node:stream';
import { toWireTime } from '../platform/clock.ts';
import type { PhotoRequestRow, PhotoRow } from '../platform/db/tables.ts';
import { validationError } from '../platform/errors.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { wallClock } from '../platform/time-zone.ts';
import { findingsOf } from './evidence/finding.ts';
import { type Rounds, roundOf, roundsOf } from './rounds.ts';
import { sealedFileOf } from './sealed-photo.ts';
import { type Acknowledged, requireStored, storedPhotoChunks } from './stored-photo.ts';
import { zipLength, zipStream } from './zip-archive.ts';
import { downloadName, photoFileNames } from './zip-names.ts';
import type { ZipEntry } from './zip-records.ts';

export interface Download {
  name: string;
  bytes: number;
  stream(): Readable;
}

/** Which rendition of each photo. */
export const ZIP_VARIANTS = ['original', 'sealed'] as const;
export type ZipVariant = (typeof ZIP_VARIANTS)[number];

/** All photos of a submitted request as one archive, those that were taken again in a folder of their own. */
export async function photosAsZip(
  deps: { storage: Pick<Storage, 'open' | 'size'> },
  of: {
    request: PhotoRequestRow;
    photos: PhotoRow[];
    timeZone: string;
    variant: ZipVariant;
    /** What else belongs to it, as JSON files. */
    extra: ExtraFile[];
  },
): Promise<Download> {
  const { request, timeZone, variant } = of;
  const rounds = roundsOf(request);
  // What was replaced before anyone outside saw it has no seal.
  const isWanted = (photo: PhotoRow) =>
    variant === 'original' || photo.sealed_at !== null || !rounds.isSuperseded(photo);
  const photos = of.photos.filter(isWanted);
  if (photos.length === 0) throw validationError({ id: ['This request has no submitted photos.'] });
  const files: Acknowledged[] = variant === 'original' ? photos : sealedFiles(photos);
  const names = photoFileNames(photos, rounds);
  const entries = photos.map((photo, index): ZipEntry => {
    const file = files[index] ?? photo;
    return {
      name: names.get(photo.id) ?? `${photo.id}.jpg`,
      bytes: file.bytes,
      modified: wallClock(photo.captured_at, timeZone),
      content: () => storedPhotoChunks(deps.storage, file),
    };
  });
  const modified = wallClock(request.submitted_at ?? 0, timeZone);
  const evidence = evidenceEntry({ photos, names, rounds, variant, modified });
  await requireFiles(deps.storage, files);
  const all = [...entries, evidence, ...of.extra.map((file) => jsonEntry(file, modified))];
  return {
    name: `${downloadName(request)}${variant === 'sealed' ? '-sealed' : ''}.zip`,
    bytes: zipLength(all),
    stream: () => zipStream(all),
  };
}

/** What the checks said of each photo, by the name of its file. */
function evidenceEntry(of: {
  photos: PhotoRow[];
  names: Map<string, string>;
  rounds: Rounds;
  variant: ZipVariant;
  modified: ZipEntry['modified'];
}): ZipEntry {
  const { photos, names, rounds, variant, modified } = of;
  const facts = photos.map((photo) => ({
    file: names.get(photo.id),
    id: photo.id,
    round: roundOf(photo),
    is_superseded: rounds.isSuperseded(photo),
    sha256: photo.sha256,
    ...(variant === 'sealed' ? { sealed_sha256: photo.sealed_sha256 } : {}),
    captured_at: toWireTime(photo.captured_at),
    received_at: toWireTime(photo.received_at),
    evidence: findingsOf(photo),
  }));
  return jsonEntry({ name: 'evidence.json', content: facts }, modified);
}

export interface ExtraFile {
  name: string;
  content: unknown;
}

function jsonEntry({ name, content }: ExtraFile, modified: ZipEntry['modified']): ZipEntry {
  const text = Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
  return {
    name,
    bytes: text.length,
    modified,
    content: async function* () {
      yield text;
    },
  };
}

/** Looked for before the first byte is sent: afterwards the connection can only be cut. */
export async function requireFiles(storage: Pick<Storage, 'size'>, files: Acknowledged[]): Promise<void> {
  await Promise.all(files.map((file) => requireStored(storage, file)));
}

function sealedFiles(photos: PhotoRow[]): Acknowledged[] {
  const files = photos.flatMap((photo) => sealedFileOf(photo) ?? []);
  if (files.length === photos.length) return files;
  throw validationError({
    photos: [
      `${photos.length - files.length} of ${photos.length} photos aren’t sealed yet. Try again in a moment.`,
    ],
  });
}
