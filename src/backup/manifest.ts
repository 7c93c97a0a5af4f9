import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { ArchiveReader } from './archive-reader.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { fileLineSchema, MANIFEST, type Summary, summarySchema } from './contents.ts';
import type { FileIndex } from './file-index.ts';
import { BrokenArchiveError } from './tar-header.ts';

const LINES_AT_ONCE = 1_000;
const MAX_LINE_LENGTH = 10_000;

/** By way of a file: its length stands before it in the archive, and it may be large. Its SHA-256. */
export async function writeManifest(
  archive: ArchiveWriter,
  path: string,
  summary: Summary,
  index: FileIndex,
): Promise<string> {
  const file = await open(path, 'wx+', 0o600);
  try {
    let lines = [JSON.stringify(summary)];
    const write = async () => {
      await file.appendFile(lines.map((line) => `${line}\n`).join(''));
      lines = [];
    };
    for (const line of index.all()) {
      lines.push(JSON.stringify(line));
      if (lines.length >= LINES_AT_ONCE) await write();
    }
    await write();
    const { size } = await file.stat();
    return await archive.addFile(MANIFEST, file, size);
  } finally {
    await file.close();
  }
}

/** Holds every file that was unpacked against its line, and the other way round. */
export async function checkManifest(
  reader: ArchiveReader,
  unpacked: FileIndex,
): Promise<{ summary: Summary; sha256: string }> {
  const hash = createHash('sha256');
  let summary: Summary | undefined;
  let named = 0;
  let before = '';
  for await (const line of linesOf(reader, (piece) => hash.update(piece))) {
    if (summary === undefined) {
      summary = parsed(line, summarySchema);
      continue;
    }
    const { name, bytes, sha256 } = parsed(line, fileLineSchema);
    const found = unpacked.find(name);
    if (found?.bytes !== bytes || found.sha256 !== sha256 || name <= before) {
      throw new BrokenArchiveError(`${name} differs from what was backed up.`);
    }
    named += 1;
    before = name;
  }
  // They stand in order, so none is there twice, and as many as there are files are all of them.
  if (summary === undefined || named !== unpacked.totals().files || named !== summary.files) {
    throw new BrokenArchiveError('Its list of files is incomplete.');
  }
  return { summary, sha256: hash.digest('hex') };
}

async function* linesOf(reader: ArchiveReader, onPiece: (piece: Buffer) => void): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of reader.content()) {
    onPiece(piece);
    const lines = (rest + piece.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_LENGTH) throw new BrokenArchiveError('Its list of files cannot be read.');
    yield* lines;
  }
  if (rest !== '') throw new BrokenArchiveError('Its list of files is cut off.');
}

function parsed<T>(line: string, schema: { parse(value: unknown): T }): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    throw new BrokenArchiveError('Its list of files cannot be read.');
  }
}
