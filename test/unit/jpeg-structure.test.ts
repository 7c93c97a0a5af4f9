import { beforeAll, describe, expect, it } from 'vitest';
import { createJpegInspector } from '../../src/photos/jpeg-structure.ts';
import {
  bareJpeg,
  END,
  inspect,
  JFIF,
  liveJpeg,
  piecesOf,
  positionOf,
  segment,
  withSegments,
} from '../helpers/capture/jpeg-files.ts';

const SOF = 0xc0;
const SOS = 0xda;

describe('the structure of an uploaded photo', () => {
  let good: Buffer;
  beforeAll(async () => {
    good = await liveJpeg({ width: 640, height: 480 });
  });

  function withFrame(change: (header: Buffer) => void, file = good): Buffer {
    const changed = Buffer.from(file);
    change(changed.subarray(positionOf(changed, SOF) + 4));
    return changed;
  }

  function sized(width: number, height: number): Buffer {
    return withFrame((header) => {
      header.writeUInt16BE(height, 1);
      header.writeUInt16BE(width, 3);
    });
  }

  it('should take a color photo and know its size', () => {
    expect(inspect(good)).toEqual({
      bytes: good.length,
      width: 640,
      height: 480,
      scans: 1,
      encoder: { quality: 80, sampling: '4:2:0', codes: 'computed', extras: ['APP0'] },
      unfamiliar: [],
    });
  });

  it('should take a gray photo', async () => {
    const gray = withSegments(await bareJpeg({ width: 300, height: 400 }, {}, 1), JFIF);
    expect(inspect(gray)).toMatchObject({ width: 300, height: 400 });
  });

  it('should refuse a progressive photo, which no canvas writes', async () => {
    const progressive = await liveJpeg({ width: 640, height: 480 }, { progressive: true });
    expect(inspect(progressive)).toMatchObject({ code: 'photo_not_live' });
  });

  it('should take restart markers and fill bytes, which the standard allows', () => {
    const data = positionOf(good, SOS) + 14;
    const restarted = Buffer.concat([
      good.subarray(0, data),
      Buffer.from('ffd0ffffd7', 'hex'),
      good.subarray(data),
    ]);
    expect(inspect(restarted)).toMatchObject({ scans: 1 });
    expect(inspect(withSegments(good, Buffer.from('ffff', 'hex')))).toMatchObject({ scans: 1 });
  });

  it('should tell the size as soon as the frame header has gone by', () => {
    const inspector = createJpegInspector();
    const frameEnd = positionOf(good, SOF) + 2 + 17;
    inspector.push(good.subarray(0, frameEnd - 1));
    expect(inspector.size()).toBeUndefined();
    inspector.push(good.subarray(frameEnd - 1, frameEnd));
    expect(inspector.size()).toEqual({ width: 640, height: 480 });
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['two bytes', Buffer.from('ffd8', 'hex')],
    ['a start without a segment', Buffer.from('ffd8ff', 'hex')],
    ['an end where the start should be', Buffer.from('ffd9ffe0', 'hex')],
    ['text behind the start', Buffer.from('ffd86869', 'hex')],
    ['a PNG image', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['an SVG image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['an HEIC image', Buffer.from('\0\0\0\x18ftypheic', 'latin1')],
  ])('should say that %s is not a JPEG', (_name, file) => {
    expect(inspect(file)).toMatchObject({ code: 'photo_not_jpeg' });
  });

  it.each([0xc1, 0xc3, 0xc5, 0xc9, 0xca, 0xcb, 0xcc, 0xdc, 0xde])(
    'should not take the kind of JPEG with the marker %i',
    (marker) => {
      const other = Buffer.from(good);
      other[positionOf(other, SOF) + 1] = marker;
      expect(inspect(other)).toMatchObject({ code: 'photo_not_jpeg' });
    },
  );

  it('should not take 12 bits or four components', async () => {
    const print = segment(SOF, Buffer.from('0801e0028004', 'hex'), Buffer.alloc(12, 0x11));
    expect(inspect(withFrame((header) => header.writeUInt8(12, 0)))).toMatchObject({
      code: 'photo_not_jpeg',
    });
    expect(inspect(withSegments(good, print))).toMatchObject({ code: 'photo_not_jpeg' });
  });

  it.each([
    [239, 4000],
    [4000, 239],
    [1, 1],
  ])('should say that %i x %i is too small', (width, height) => {
    expect(inspect(sized(width, height))).toMatchObject({ code: 'photo_too_small' });
  });

  it('should take the smallest and the largest photo', () => {
    expect(inspect(sized(240, 240))).toMatchObject({ width: 240 });
    expect(inspect(sized(10_000, 5000))).toMatchObject({ width: 10_000 });
  });

  it('should refuse a decompression bomb before its data arrives', () => {
    for (const bomb of [sized(10_001, 5000), sized(65_535, 65_535)]) {
      const inspector = createJpegInspector();
      const head = bomb.subarray(0, positionOf(bomb, SOF) + 2 + 17);
      expect(() => inspector.push(head)).toThrow(expect.objectContaining({ code: 'photo_too_many_pixels' }));
    }
  });

  it('should notice every place where a photo may be cut off', () => {
    const coded = positionOf(good, SOS) + 14;
    for (let cut = 0; cut < coded; cut += 1) expect(inspect(good.subarray(0, cut))).toHaveProperty('code');
    for (const cut of [coded, coded + 1000, good.length - 2, good.length - 1]) {
      expect(inspect(good.subarray(0, cut))).toMatchObject({ code: 'photo_damaged' });
    }
  });

  it.each([
    ['one byte', () => Buffer.from([0])],
    ['a line break', () => Buffer.from('\n')],
    ['a second end', () => END],
    ['a ZIP archive', () => Buffer.from('PK\x03\x04')],
    ['a motion video', () => Buffer.from('\0\0\0\x18ftypmp42', 'latin1')],
    ['a second image', () => good],
  ])('should refuse %s behind the end', (_name, appended) => {
    expect(inspect(Buffer.concat([good, appended()]))).toMatchObject({
      code: 'photo_damaged',
      reason: 'There is data after the end of the image.',
    });
  });

  it('should refuse bytes between two segments', () => {
    const gap = Buffer.concat([good.subarray(0, 20), Buffer.from('gap'), good.subarray(20)]);
    expect(inspect(gap)).toMatchObject({ code: 'photo_damaged' });
  });

  it.each([
    ['a second start', 'ffd8'],
    ['a restart marker outside a scan', 'ffd0'],
    ['a reserved marker', 'ff02'],
    ['a scan before the frame header', 'ffda000c03010002110311003f00'],
  ])('should refuse %s', (_name, bytes) => {
    expect(inspect(withSegments(good, Buffer.from(bytes, 'hex')))).toMatchObject({ code: 'photo_damaged' });
  });

  it.each([
    ['a segment shorter than its own length', 'ffdb0001'],
    ['a header shorter than its own length', 'ffe00001'],
    ['a quantisation table of 64 KB', 'ffdbffff'],
    ['a Huffman table of 64 KB', 'ffc4ffff'],
    ['a Huffman table of 5 bytes', 'ffc40007'],
    ['a restart interval of 3 bytes', 'ffdd0005'],
    ['an empty frame header', 'ffc00002'],
  ])('should refuse %s by its length alone', (_name, bytes) => {
    expect(inspect(Buffer.from(`ffd8${bytes}`, 'hex'))).toEqual({
      code: 'photo_damaged',
      reason: 'A segment has an impossible length.',
    });
  });

  it('should refuse an image that ends before any scan', () => {
    const header = good.subarray(0, positionOf(good, SOS));
    expect(inspect(Buffer.concat([header, END]))).toMatchObject({ code: 'photo_damaged' });
  });

  it('should refuse a frame without a size, with a wrong length or a second frame', () => {
    const frame = good.subarray(positionOf(good, SOF), positionOf(good, SOF) + 19);
    expect(inspect(sized(0, 480))).toMatchObject({ code: 'photo_damaged' });
    expect(inspect(sized(640, 0))).toMatchObject({ code: 'photo_damaged' });
    expect(inspect(withFrame((header) => header.writeUInt8(1, 5)))).toMatchObject({ code: 'photo_damaged' });
    expect(inspect(withSegments(good, frame))).toMatchObject({ reason: 'There is a second frame header.' });
  });

  it('should refuse several scans, for which the decoder keeps the whole image in memory', () => {
    const scan = good.subarray(positionOf(good, SOS), -2);
    const twice = Buffer.concat([good.subarray(0, -2), scan, END]);
    expect(inspect(twice)).toMatchObject({ code: 'photo_not_live', reason: 'A canvas writes one scan.' });
  });

  it('should refuse a scan of one component, which others would have to follow', () => {
    const at = positionOf(good, SOS);
    const single = Buffer.concat([
      good.subarray(0, at),
      segment(SOS, Buffer.from('010100003f00', 'hex')),
      good.subarray(at + 14),
    ]);
    expect(inspect(single)).toMatchObject({
      code: 'photo_not_live',
      reason: 'A canvas writes all components in one scan.',
    });
  });

  it('should refuse more tables than can exist', () => {
    for (const [marker, length] of [
      [0xdd, 2],
      [0xdb, 65],
      [0xc4, 18],
    ] as const) {
      const tables = Array(9).fill(segment(marker, Buffer.alloc(length)));
      expect(inspect(withSegments(good, ...tables))).toMatchObject({ code: 'photo_not_live' });
    }
  });

  it('should refuse fill bytes that no encoder needs, wherever they stand', () => {
    const fill = Buffer.alloc(2_000_000, 0xff);
    const behindStart = Buffer.concat([good.subarray(0, 2), fill, good.subarray(2)]);
    const beforeEnd = Buffer.concat([good.subarray(0, -2), fill, good.subarray(-2)]);
    for (const file of [behindStart, beforeEnd]) {
      expect(inspect(file)).toMatchObject({ code: 'photo_not_live' });
    }
  });

  it('should keep to its refusal', () => {
    const inspector = createJpegInspector();
    expect(() => inspector.push(Buffer.from('nonsense'))).toThrow('does not start');
    expect(() => inspector.push(good)).toThrow('does not start');
    expect(() => inspector.finish()).toThrow('does not start');
  });

  it('should hold nothing of the image while it streams by', () => {
    const long = Buffer.alloc(15_000_000, 0x55);
    const inspector = createJpegInspector();
    inspector.push(good.subarray(0, positionOf(good, SOS) + 14));
    const before = process.memoryUsage().arrayBuffers;
    for (const piece of piecesOf(long, 65_536)) inspector.push(piece);
    inspector.push(END);
    expect(inspector.finish()).toMatchObject({ width: 640 });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000);
  });
});
