import { execFile } from 'node:child_process';
import { createWriteStream, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { roundsOf } from '../../src/photos/rounds.ts';
import { zipLength, zipStream } from '../../src/photos/zip-archive.ts';
import { photoFileNames } from '../../src/photos/zip-names.ts';
import type { ZipEntry } from '../../src/photos/zip-records.ts';
import { useFolderForEach } from '../helpers/hooks.ts';
import { slot } from '../helpers/photo-slot.ts';
import { waitUntil } from '../helpers/wait-until.ts';

const run = promisify(execFile);

/** Another implementation of the format looks at every byte, name and date. */
const READ_ARCHIVE = `
import sys, json, stat, zipfile, hashlib
UNIX = 3
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps([[e.filename, e.file_size, list(e.date_time), e.compress_type,
        stat.filemode(e.external_attr >> 16) if e.create_system == UNIX else 'for MS-DOS',
        hashlib.sha256(archive.read(e)).hexdigest()[:8]] for e in archive.infolist()]))
`;

/**
 * Without the content of the others: there are too many, or they are too large. Python goes by the directory's length, other
 * readers by the count in the end record.
 */
const LIST_ARCHIVE = `
import sys, json, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    entries = archive.infolist()
    last = entries[-1]
    end = zipfile._EndRecData(archive.fp)
    print(json.dumps({'counts': [len(entries), end[zipfile._ECD_ENTRIES_TOTAL]], 'sizes': [e.file_size for e in entries[:10]],
        'last': [last.filename, archive.read(last).decode()]}))
`;

const ZEROS = Buffer.alloc(16 * 1024 ** 2);

async function* zeros(count: number): AsyncGenerator<Buffer> {
  for (let index = 0; index < count; index++) yield ZEROS;
}

/** A file with holes where zeros are, so that gigabytes take no room on the disk. */
async function writeSparsely(path: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'w');
  let position = 0;
  for await (const chunk of chunks) {
    if (chunk.length < ZEROS.length) await file.write(chunk, 0, chunk.length, position);
    position += chunk.length;
  }
  await file.close();
}

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
  const folder = useFolderForEach();

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
      ['01-front.jpg', 15, [2026, 2, 28, 23, 59, 58], 0, '-rw-r--r--', expect.any(String)],
      ['02-größe-日本.jpg', 300_000, [2026, 2, 28, 23, 59, 58], 0, '-rw-r--r--', expect.any(String)],
      ['03-empty.jpg', 0, [2026, 2, 28, 23, 59, 58], 0, '-rw-r--r--', 'e3b0c442'],
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
    await waitUntil(() => expect(source.destroyed).toBe(true));
  });

  it('should be read by others beyond 4 GB', async () => {
    const entries = [
      ...['01', '02', '03', '04'].map((name) =>
        entry(`${name}.jpg`, Buffer.alloc(0), { bytes: 64 * ZEROS.length, content: () => zeros(64) }),
      ),
      entry('05.jpg', Buffer.from('the last photo')),
    ];
    const file = join(folder, 'archive.zip');
    await pipeline(zipStream(entries), (chunks) => writeSparsely(file, chunks));
    expect(statSync(file).size).toBe(zipLength(entries));
    const { stdout } = await run('python3', ['-c', LIST_ARCHIVE, file]);
    expect(JSON.parse(stdout)).toEqual({
      counts: [5, 5],
      sizes: [...Array(4).fill(1024 ** 3), 14],
      last: ['05.jpg', 'the last photo'],
    });
  });

  it('should be read by others with more than 65,535 files', async () => {
    const entries = Array.from({ length: 65_536 }, (_, index) =>
      entry(`${index}.jpg`, Buffer.alloc(0), { content: () => zeros(0) }),
    );
    entries.push(entry('last.jpg', Buffer.from('the last photo')));
    const file = join(folder, 'archive.zip');
    writeFileSync(file, Buffer.concat(await zipStream(entries).toArray()));
    expect(statSync(file).size).toBe(zipLength(entries));
    const { stdout } = await run('python3', ['-c', LIST_ARCHIVE, file]);
    expect(JSON.parse(stdout)).toMatchObject({
      counts: [65_537, 65_537],
      last: ['last.jpg', 'the last photo'],
    });
  });

  it('should be as long as was said on both sides of every limit of the old records', () => {
    const lengthOf = (bytes: number) =>
      zipLength([
        { name: 'a', bytes, modified: MODIFIED },
        { name: 'b', bytes: 0, modified: MODIFIED },
      ]);
    const recordBytes = lengthOf(0);
    const [header, descriptor, offsetField, zip64End] = [31, 16, 12, 76];
    /** At which the second file begins, and at which the directory begins. */
    const far = 0xffff_ffff - header - descriptor;
    const farDirectory = far - header - descriptor;
    expect(
      [farDirectory - 1, farDirectory, far - 1, far].map((bytes) => lengthOf(bytes) - bytes - recordBytes),
    ).toEqual([0, zip64End, zip64End, zip64End + offsetField]);
  });
});

describe('the name of a photo’s file', () => {
  /** Of photos in these places of a request with slots of these texts. */
  function namesOf(texts: string[], ...places: number[]): string[] {
    const request = { reviews: null, status: 'submitted', submitted_at: 1 } as const;
    const rounds = roundsOf({ ...request, photo_slots: JSON.stringify(texts.map((text) => slot(text))) });
    const photos = places.map((slot_index) => ({ id: String(slot_index), slot_index }));
    return [...photoFileNames(photos, rounds).values()];
  }

  it.each([
    ['The whole car from the front', '01-the-whole-car-from-the-front.jpg'],
    ['Señal de tráfico', '01-senal-de-trafico.jpg'],
    ['../../etc/passwd', '01-etc-passwd.jpg'],
    ['a\u0000b\\c:d*e?', '01-a-b-c-d-e.jpg'],
    ['सामने से', '01-सामने-से.jpg'],
    ['📷', '01-photo.jpg'],
    ['x'.repeat(500), `01-${'x'.repeat(40)}.jpg`],
  ])('should be safe and readable: %s', (instructions, name) => {
    expect(namesOf([instructions], 0)).toEqual([name]);
  });

  it('should count on where there are no slots, and sort by its number', () => {
    expect(namesOf([], 0, 11)).toEqual(['01-photo.jpg', '12-photo.jpg']);
  });
});
