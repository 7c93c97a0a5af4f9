import { createHash, hash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { PhotoRequestRepository } from '../photo-requests/repository.ts';
import type { ToWireRequest } from '../photo-requests/wire.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import { sealedFileOf } from '../photos/sealed-photo.ts';
import { type Acknowledged, storedPhotoChunks } from '../photos/stored-photo.ts';
import type { ArchiveCopyRow, Owner } from '../platform/db/tables.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { OutgoingFile } from './target.ts';

/** `gone`: there is nothing to copy any more. `sealing`: there is nothing to copy yet. */
export type OpenedFile = 'gone' | 'sealing' | (OutgoingFile & { close?: () => Promise<void> });

const JPEG = 'image/jpeg';

export type OpenContent = (owner: Owner, copy: ArchiveCopyRow) => Promise<OpenedFile>;

/** What is in a file of the archive, at the moment when it is copied. */
export function createOpenContent(deps: {
  storage: Storage;
  requests: Pick<PhotoRequestRepository, 'find'>;
  photos: Pick<PhotoRepository, 'listOf'>;
  toWire: ToWireRequest;
  /** The printable report, which knows archives as little as they know it. */
  report(owner: Owner, requestId: string): Promise<{ stream: Readable }>;
}): OpenContent {
  const { storage, requests, photos, toWire, report } = deps;

  function photoFile(photo: Acknowledged): OutgoingFile {
    const { bytes, sha256 } = photo;
    return { bytes, sha256, contentType: JPEG, chunks: () => storedPhotoChunks(storage, photo) };
  }

  async function openPhoto(owner: Owner, copy: ArchiveCopyRow): Promise<OpenedFile> {
    const all = await photos.listOf(owner, copy.request_id);
    const photo = all.find(({ id }) => id === copy.photo_id);
    if (photo === undefined) return 'gone';
    if (copy.kind === 'original') return photoFile(photo);
    const sealed = sealedFileOf(photo);
    return sealed === undefined ? 'sealing' : photoFile(sealed);
  }

  /** The same as the API returns. */
  async function openRequest(owner: Owner, requestId: string): Promise<OpenedFile> {
    const row = await requests.find(owner, requestId);
    if (row === undefined) return 'gone';
    const wire = toWire(row, await photos.listOf(owner, requestId));
    const text = Buffer.from(`${JSON.stringify(wire, null, 2)}\n`);
    return {
      bytes: text.length,
      sha256: hash('sha256', text, 'hex'),
      contentType: 'application/json',
      async *chunks() {
        yield text;
      },
    };
  }

  /** Written to a file first: its length and hash are sent before it. */
  async function openReport(owner: Owner, requestId: string): Promise<OpenedFile> {
    if ((await requests.find(owner, requestId)) === undefined) return 'gone';
    const path = join(storage.temporaryFolder, randomUUID());
    const close = () => rm(path, { force: true });
    try {
      const { stream } = await report(owner, requestId);
      const written = await writeTo(path, stream);
      return { ...written, contentType: 'application/pdf', chunks: () => createReadStream(path), close };
    } catch (error) {
      await close();
      throw error;
    }
  }

  return (owner, copy) => {
    if (copy.kind === 'report') return openReport(owner, copy.request_id);
    if (copy.kind === 'request') return openRequest(owner, copy.request_id);
    return openPhoto(owner, copy);
  };
}

async function writeTo(path: string, stream: Readable): Promise<{ bytes: number; sha256: string }> {
  const digest = createHash('sha256');
  let bytes = 0;
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, 'wx', 0o600);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      digest.update(chunk);
      bytes += chunk.length;
      await handle.write(chunk);
    }
    return { bytes, sha256: digest.digest('hex') };
  } finally {
    stream.destroy();
    await handle?.close();
  }
}
