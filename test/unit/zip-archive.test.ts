import { execFile } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fitsInZip, zipLength, zipStream } from '../../src/photos/zip-archive.ts';
import { photoFileName } from '../../src/photos/zip-names.ts';
import type { ZipEntry } from '../../src/photos/zip-records.ts';

const run = promisify(execFile);

/** Another implementation of the format looks at every byte, name and date. */
const READ_ARCHIVE = `
import sys, json, zipfile, hashlib
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps([[e.filename, e.file_size, list(e.date_time), e.compress_type,
        hashlib.sha256(archive.read(e)).hexdigest()[:8]] for e in archive.infolist()]))
`;

const MODIFIED = { year: 2026, month: 2, day: 28, hour: 23, minute: 59, second: 58 };

function entry(name: string, content: Buffer, changes: Partial<ZipEntry> = {}): ZipEntry {
  return {
    name,
    bytes: content.length,
    modified: MODIFIED,
    content: () => Readable.from([content.subarray(0, 7), content.subarray(7)]),
    ...changes,
  };
}

describe('a streamed archive', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'zip-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function write(entries: ZipEntry[]): Promise<string> {
    const file = join(folder, 'archive.zip');
    await pipeline(zipStream(entries), createWriteStream(file));
    return file;
  }

  it('should be read by others as it was written, and be as long as was said', async () => {
    const entries = [
      entry('01-front.jpg', Buffer.from('the first photo')),
      entry('02-größe-日本.jpg', Buffer.alloc(300_000, 'x')),
      entry('03-empty.jpg', Buffer.alloc(0)),
    ];
    const file = await write(entries);
    const { stdout } = await run('python3', ['-c', READ_ARCHIVE, file]);
    expect(JSON.parse(stdout)).toEqual([
      ['01-front.jpg', 15, [2026, 2, 28, 23, 59, 58], 0, expect.any(String)],
      ['02-größe-日本.jpg', 300_000, [2026, 2, 28, 23, 59, 58], 0, expect.any(String)],
      ['03-empty.jpg', 0, [2026, 2, 28, 23, 59, 58], 0, 'e3b0c442'],
    ]);
    expect(statSync(file).size).toBe(zipLength(entries));
  });

  it.each<[string, Partial<ZipEntry>, RegExp]>([
    ['is shorter than its row says', { bytes: 999 }, /has 6 bytes instead of 999/],
    ['is longer than its row says', { bytes: 3 }, /has more than 3 bytes/],
    [
      'cannot be read to its end',
      {
        content: () =>
          Readable.from(
            (async function* () {
              yield Buffer.from('two');
              throw new Error('The disk is gone');
            })(),
          ),
      },
      /The disk is gone/,
    ],
  ])('should fail rather than end when a file %s', async (_name, changes, error) => {
    const entries = [
      entry('01.jpg', Buffer.from('one one')),
      entry('02.jpg', Buffer.from('twotwo'), changes),
      entry('03.jpg', Buffer.from('three')),
    ];
    await expect(write(entries)).rejects.toThrow(error);
  });

  it('should read no further than it is read itself, and close the file when its reader leaves', async () => {
    let produced = 0;
    const source = Readable.from(
      (async function* () {
        for (let count = 0; count < 10_000; count++) {
          produced += 1;
          yield Buffer.alloc(16_384);
        }
      })(),
      { objectMode: false, highWaterMark: 16_384 },
    );
    const large = entry('01.jpg', Buffer.alloc(0), { bytes: 10_000 * 16_384, content: () => source });
    const stream = zipStream([large]);
    for await (const _chunk of stream) break;
    expect(produced).toBeLessThan(60);
    await vi.waitFor(() => expect(source.destroyed).toBe(true));
  });

  it('should not be begun when its offsets would not fit', () => {
    const gigabytes = (count: number) => zipLength([{ name: 'a', bytes: count * 1024 ** 3 }]);
    expect([fitsInZip(gigabytes(3)), fitsInZip(gigabytes(4))]).toEqual([true, false]);
  });
});

describe('the name of a photo’s file', () => {
  const slots = (...texts: string[]) => texts.map((instructions) => ({ instructions, is_required: true }));

  it.each([
    ['The whole car from the front', '01-the-whole-car-from-the-front.jpg'],
    ['Señal de tráfico', '01-senal-de-trafico.jpg'],
    ['../../etc/passwd', '01-etc-passwd.jpg'],
    ['a\u0000b\\c:d*e?', '01-a-b-c-d-e.jpg'],
    ['सामने से', '01-सामने-से.jpg'],
    ['📷', '01-photo.jpg'],
    ['x'.repeat(500), `01-${'x'.repeat(40)}.jpg`],
  ])('should be safe and readable: %s', (instructions, name) => {
    expect(photoFileName(0, slots(instructions))).toBe(name);
  });

  it('should count on where there are no slots, and sort by its number', () => {
    expect([photoFileName(0, []), photoFileName(11, [])]).toEqual(['01-photo.jpg', '12-photo.jpg']);
  });
});
