import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import {
  centralEntry,
  endRecords,
  localHeader,
  sizeDescriptor,
  type ZipEntry,
  type ZipEntryHead,
} from './zip-records.ts';

/** The file is not what its row says: the archive cannot be finished. */
export class ZipEntryError extends Error {
  constructor(name: string, what: string) {
    super(`${name} ${what}`);
    this.name = 'ZipEntryError';
  }
}

/**
 * Known before the first byte is read, so that the browser can show how far the download is. Measured on the records
 * themselves, so that it cannot differ from what is sent.
 */
export function zipLength(entries: readonly ZipEntryHead[]): number {
  let offset = 0;
  let directoryBytes = 0;
  for (const entry of entries) {
    directoryBytes += centralEntry(entry, 0, offset).length;
    offset += localHeader(entry).length + entry.bytes + sizeDescriptor(0, entry.bytes).length;
  }
  return offset + directoryBytes + endRecords(entries.length, directoryBytes, offset).length;
}

/**
 * A ZIP archive as it is read: nothing is compressed, as photos do not shrink, and no more than a chunk is held. A file
 * that is missing or of another size fails the stream, since a shorter archive would look whole.
 */
export function zipStream(entries: readonly ZipEntry[]): Readable {
  return Readable.from(archive(entries), { objectMode: false, highWaterMark: 256 * 1024 });
}

async function* archive(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const header = localHeader(entry);
    yield header;
    const checksum = yield* contentOf(entry);
    const descriptor = sizeDescriptor(checksum, entry.bytes);
    yield descriptor;
    central.push(centralEntry(entry, checksum, offset));
    offset += header.length + entry.bytes + descriptor.length;
  }
  const directory = Buffer.concat(central);
  yield directory;
  yield endRecords(entries.length, directory.length, offset);
}

async function* contentOf(entry: ZipEntry): AsyncGenerator<Buffer, number> {
  let checksum = 0;
  let bytes = 0;
  // Leaving the loop early destroys the stream, as when the client goes away.
  for await (const chunk of entry.content()) {
    checksum = crc32(chunk, checksum);
    bytes += chunk.length;
    if (bytes > entry.bytes) throw new ZipEntryError(entry.name, `has more than ${entry.bytes} bytes`);
    yield chunk;
  }
  if (bytes !== entry.bytes)
    throw new ZipEntryError(entry.name, `has ${bytes} bytes instead of ${entry.bytes}`);
  return checksum;
}
