import type { FileHandle } from 'node:fs/promises';
import { BLOCK, BrokenArchiveError, decodeHeader, paddingAfter, type TarEntry } from './tar-header.ts';

const CHUNK_BYTES = 1024 * 1024;

export type ArchiveReader = ReturnType<typeof createArchiveReader>;

/** Reads from front to back, with one piece in memory. Throws BrokenArchiveError for what no backup would hold. */
export function createArchiveReader(source: FileHandle, totalBytes: number) {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let position = 0;
  let remaining = 0;
  let padding = 0;

  async function read(bytes: number): Promise<Buffer> {
    for (let at = 0; at < bytes; ) {
      const { bytesRead } = await source.read(buffer, at, bytes - at, position);
      if (bytesRead === 0) throw new BrokenArchiveError('It is cut off.');
      at += bytesRead;
      position += bytesRead;
    }
    return buffer.subarray(0, bytes);
  }

  async function readZeros(bytes: number): Promise<void> {
    if ((await read(bytes)).some((byte) => byte !== 0)) {
      throw new BrokenArchiveError('It has unexpected data between its files.');
    }
  }

  /** The pieces of the current file. Each is only good until the next is asked for. */
  async function* content(): AsyncGenerator<Buffer> {
    while (remaining > 0) {
      const piece = await read(Math.min(remaining, buffer.length));
      remaining -= piece.length;
      yield piece;
    }
  }

  return {
    content,
    position: () => position,
    /** The next file, after the one before was read; undefined at the end. */
    async next(): Promise<TarEntry | undefined> {
      if (remaining > 0) throw new Error('The previous file was not read to its end');
      await readZeros(padding);
      padding = 0;
      const entry = decodeHeader(await read(BLOCK));
      if (entry === undefined) {
        await readZeros(BLOCK);
        if (position !== totalBytes) throw new BrokenArchiveError('It has extra data after its end.');
        return undefined;
      }
      // Before anything is written: an entry cannot be larger than what is left of the archive.
      if (entry.bytes + paddingAfter(entry.bytes) > totalBytes - position) {
        throw new BrokenArchiveError('It is cut off.');
      }
      remaining = entry.bytes;
      padding = paddingAfter(entry.bytes);
      return entry;
    },
    /** For what is small by its nature. */
    async bytes(most: number): Promise<Buffer> {
      if (remaining > most) throw new BrokenArchiveError('One of its parts is too large.');
      const pieces: Buffer[] = [];
      for await (const piece of content()) pieces.push(Buffer.from(piece));
      return Buffer.concat(pieces);
    },
  };
}
