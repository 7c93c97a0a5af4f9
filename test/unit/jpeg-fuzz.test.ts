import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  APPLE_IMAGE_FIELDS,
  APPLE_IPTC,
  appleExifFields,
  bareJpeg,
  exifSegment,
  inspect,
  inspectInPieces,
  JFIF,
  piecesOf,
  segment,
  withSegments,
} from '../helpers/capture/jpeg-files.ts';

const SIZE = { width: 256, height: 240 };
const RUNS = { numRuns: 1500 };

describe('any bytes at all', () => {
  let bare: Buffer;
  let good: Buffer;
  let header: number;
  beforeAll(async () => {
    const exif = exifSegment({ image: APPLE_IMAGE_FIELDS, exif: appleExifFields(SIZE) });
    bare = await bareJpeg(SIZE, { quality: 40 });
    good = withSegments(bare, JFIF, exif, APPLE_IPTC);
    header = good.indexOf(Buffer.from('ffda', 'hex')) + 14;
    expect(inspect(good)).toMatchObject(SIZE);
  });

  const changes = fc.array(
    fc.record({
      inHeader: fc.boolean(),
      place: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      remove: fc.nat({ max: 20 }),
      insert: fc.oneof(
        fc.uint8Array({ maxLength: 20 }),
        fc.uint8Array({ maxLength: 4 }).map((bytes) => Uint8Array.from([0xff, ...bytes])),
      ),
    }),
    { minLength: 1, maxLength: 4 },
  );

  function changed(list: typeof changes extends fc.Arbitrary<infer Value> ? Value : never): Buffer {
    return list.reduce((file, { inHeader, place, remove, insert }) => {
      const at = Math.floor(place * (inHeader ? Math.min(header, file.length) : file.length));
      return Buffer.concat([file.subarray(0, at), insert, file.subarray(at + remove)]);
    }, good);
  }

  /** The same file whole, byte by byte, in sevens and in pieces of any size. */
  function expectOneVerdict(file: Buffer, sizes: number[]): void {
    const verdict = inspect(file);
    for (const list of [[1], [7], sizes]) expect(inspectInPieces(piecesOf(file, ...list))).toEqual(verdict);
  }

  const pieceSizes = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 8 });

  it('should be taken or refused, never anything else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.boolean(), pieceSizes, (bytes, start, sizes) => {
        const file = Buffer.concat([Buffer.from(start ? 'ffd8ff' : '', 'hex'), bytes]);
        expect(inspect(file)).toHaveProperty('code');
        expectOneVerdict(file, sizes);
      }),
      RUNS,
    );
  });

  it('should be refused when they stand in an EXIF block', () => {
    const heads = fc.constantFrom('II*\0\x08\0\0\0\x01\0', 'MM\0*\0\0\0\x08\0\x01');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), heads, (bytes, head) => {
        const exif = segment(0xe1, Buffer.from(`Exif\0\0${head}`, 'latin1'), Buffer.from(bytes));
        expect(inspect(withSegments(bare, exif))).toHaveProperty('code');
      }),
      RUNS,
    );
  });

  it('should never pass unnoticed as an EXIF field that a canvas does not write', () => {
    const allowed = [...APPLE_IMAGE_FIELDS, ...appleExifFields(SIZE)].map(({ tag }) => tag);
    const tags = fc.integer({ min: 0, max: 0xffff }).filter((tag) => !allowed.includes(tag));
    const fields = fc.record({ tag: tags, type: fc.constantFrom(3, 4, 5), value: fc.nat({ max: 0xffff }) });
    fc.assert(
      fc.property(fields, fc.constantFrom('II', 'MM'), (field, order) => {
        for (const block of [{ image: [field] }, { exif: [...appleExifFields(SIZE), field] }]) {
          const file = withSegments(bare, JFIF, exifSegment({ order, ...block }));
          const verdict = inspect(file);
          const isRefused = 'code' in verdict && verdict.code === 'photo_not_live';
          if (!isRefused) expect(verdict).toMatchObject({ unfamiliar: ['APP1'] });
        }
      }),
      RUNS,
    );
  });

  it('should get the same verdict however a changed photo is cut into pieces', () => {
    fc.assert(
      fc.property(changes, pieceSizes, (list, sizes) => expectOneVerdict(changed(list), sizes)),
      { numRuns: 300 },
    );
  });

  it('should never pass behind the end of a photo', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 50 }), (bytes) => {
        expect(inspect(Buffer.concat([good, bytes]))).toMatchObject({ code: 'photo_damaged' });
      }),
      RUNS,
    );
  });

  it('should never make a photo whole that was cut off', () => {
    fc.assert(
      fc.property(fc.nat({ max: good.length - 1 }), (length) => {
        expect(inspect(good.subarray(0, length))).toHaveProperty('code');
      }),
      RUNS,
    );
  });
});
