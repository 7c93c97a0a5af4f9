import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { BLOCK, encodeHeader, paddingAfter } from './tar-header.ts';

const CHUNK_BYTES = 1024 * 1024;

export type ArchiveWriter = ReturnType<typeof createArchiveWriter>;

/** Writes through one buffer: small files are gathered, large ones go piece by piece. */
export function createArchiveWriter(target: FileHandle, modifiedAt: number) {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let filled = 0;
  let written = 0;

  async function flush(): Promise<void> {
    for (let at = 0; at < filled; ) {
      at += (await target.write(buffer, at, filled - at)).bytesWritten;
    }
    written += filled;
    filled = 0;
  }

  async function append(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      if (filled === buffer.length) await flush();
      const copied = bytes.copy(buffer, filled, at);
      filled += copied;
      at += copied;
    }
  }

  /** Straight into the buffer, without a copy. */
  async function appendFrom(file: FileHandle, bytes: number): Promise<string> {
    const hash = createHash('sha256');
    for (let at = 0; at < bytes; ) {
      if (filled === buffer.length) await flush();
      const wanted = Math.min(bytes - at, buffer.length - filled);
      const { bytesRead } = await file.read(buffer, filled, wanted, at);
      if (bytesRead === 0) throw new Error('A file became shorter while it was being read');
      hash.update(buffer.subarray(filled, filled + bytesRead));
      filled += bytesRead;
      at += bytesRead;
    }
    return hash.digest('hex');
  }

  return {
    /** So many bytes of the file, from its beginning; says their SHA-256. */
    async addFile(name: string, file: FileHandle, bytes: number): Promise<string> {
      await append(encodeHeader({ name, bytes }, modifiedAt));
      const sha256 = await appendFrom(file, bytes);
      await append(Buffer.alloc(paddingAfter(bytes)));
      return sha256;
    },
    async addBytes(name: string, bytes: Buffer): Promise<string> {
      await append(encodeHeader({ name, bytes: bytes.length }, modifiedAt));
      await append(bytes);
      await append(Buffer.alloc(paddingAfter(bytes.length)));
      return createHash('sha256').update(bytes).digest('hex');
    },
    /** Writes the end; how long the archive is. */
    async finish(): Promise<number> {
      await append(Buffer.alloc(2 * BLOCK));
      await flush();
      return written;
    },
  };
}
