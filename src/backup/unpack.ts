import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathOfKey } from '../platform/storage/disk-layout.ts';
import { isKey } from '../platform/storage/keys.ts';
import { type ArchiveReader, createArchiveReader } from './archive-reader.ts';
import {
  DATABASE,
  FILES,
  FORMAT,
  HEAD,
  headSchema,
  MANIFEST,
  MAX_HEAD_BYTES,
  MAX_SECRET_KEY_BYTES,
  SEAL,
  SECRET_KEY,
  type Summary,
} from './contents.ts';
import type { FileIndex } from './file-index.ts';
import { checkManifest } from './manifest.ts';
import { BrokenArchiveError, type TarEntry } from './tar-header.ts';

const SYNCS_AT_ONCE = 16;
/** Where each part of the archive stands in it: none comes before one that belongs in front of it. */
const ORDER = [HEAD, FILES, DATABASE, SECRET_KEY, MANIFEST, SEAL];

export interface Unpacked {
  version: string;
  createdAt: string;
  summary: Summary;
}

/** Writes everything below the folder, and compares every byte with the manifest. Throws if anything is not right. */
export async function unpack(options: {
  source: FileHandle;
  totalBytes: number;
  folder: string;
  index: FileIndex;
  onProgress(bytes: number): void;
}): Promise<Unpacked> {
  const { source, totalBytes, folder, index, onProgress } = options;
  const reader = createArchiveReader(source, totalBytes);
  const write = createFileWriter(reader, index);
  let stage = -1;
  let head: { version: string; created_at: string } | undefined;
  let listed: { summary: Summary; sha256: string } | undefined;
  let isSealed = false;

  for (let entry = await reader.next(); entry !== undefined; entry = await reader.next()) {
    const next = stageOf(entry);
    const mayRepeat = ORDER[next] === FILES;
    if (next < stage || (next === stage && !mayRepeat) || (stage === -1 && next !== 0)) throw notOurs();
    stage = next;
    if (entry.name === HEAD) head = await readHead(reader, entry, index);
    else if (entry.name === MANIFEST) listed = await checkManifest(reader, index);
    else if (entry.name === SEAL) isSealed = (await reader.bytes(100)).toString() === `${listed?.sha256}\n`;
    else {
      if (entry.name === SECRET_KEY && entry.bytes > MAX_SECRET_KEY_BYTES) throw notOurs();
      await write.add(entry, join(folder, pathOf(entry.name)));
    }
    onProgress(reader.position());
  }
  await write.settled();
  if (head === undefined || listed === undefined || !isSealed) {
    throw new BrokenArchiveError('It is incomplete.');
  }
  return { version: head.version, createdAt: head.created_at, summary: listed.summary };
}

function stageOf({ name }: TarEntry): number {
  const stage = ORDER.indexOf(name.startsWith(FILES) ? FILES : name);
  if (stage === -1) throw notOurs();
  return stage;
}

/** Only names that we would make ourselves: there is no way out of the folder. */
function pathOf(name: string): string {
  if (!name.startsWith(FILES)) return name;
  const key = name.slice(FILES.length);
  if (!isKey(key)) throw notOurs();
  return join('photos', pathOfKey(key));
}

async function readHead(reader: ArchiveReader, { name, bytes }: TarEntry, index: FileIndex) {
  const text = await reader.bytes(MAX_HEAD_BYTES);
  index.add({ name, bytes, sha256: createHash('sha256').update(text).digest('hex') });
  let head: unknown;
  try {
    head = JSON.parse(text.toString());
  } catch {
    throw notOurs();
  }
  const read = headSchema.safeParse(head);
  if (!read.success) throw notOurs();
  if (read.data.format !== FORMAT) {
    throw new BrokenArchiveError(
      `It was created by Shutterpost ${read.data.version} in a format that this release can’t read.`,
    );
  }
  return read.data;
}

/** Durable files. Waiting for the disk goes on beside reading, a few files at a time. */
function createFileWriter(reader: ArchiveReader, index: FileIndex) {
  const syncing = new Set<Promise<void>>();
  const folders = new Set<string>();
  let failure: unknown;

  async function finish(file: FileHandle): Promise<void> {
    try {
      await file.sync();
    } catch (error) {
      failure ??= error;
    } finally {
      await file.close();
    }
  }

  return {
    async add({ name, bytes }: TarEntry, path: string): Promise<void> {
      const folder = dirname(path);
      if (!folders.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 });
      folders.add(folder);
      const hash = createHash('sha256');
      const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EEXIST' ? notOurs() : error;
      });
      try {
        for await (const piece of reader.content()) {
          hash.update(piece);
          await file.writeFile(piece);
        }
      } catch (error) {
        await file.close();
        throw error;
      }
      index.add({ name, bytes, sha256: hash.digest('hex') });
      const done = finish(file).finally(() => syncing.delete(done));
      syncing.add(done);
      if (syncing.size >= SYNCS_AT_ONCE) await Promise.race(syncing);
      if (failure !== undefined) throw failure;
    },
    async settled(): Promise<void> {
      await Promise.all(syncing);
      if (failure !== undefined) throw failure;
      for (const folder of folders) {
        const handle = await open(folder, 'r');
        await finish(handle);
      }
      if (failure !== undefined) throw failure;
    },
  };
}

function notOurs(): BrokenArchiveError {
  return new BrokenArchiveError('It is not a Shutterpost backup, or it was modified.');
}
