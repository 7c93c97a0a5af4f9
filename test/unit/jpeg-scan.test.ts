import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { refuseHiddenData } from '../../src/photos/jpeg-scan.ts';
import {
  bareJpeg,
  END,
  inspect,
  JFIF,
  liveJpeg,
  positionOf,
  segment,
  withSegments,
} from '../helpers/capture/jpeg-files.ts';

const damaged = expect.objectContaining({ name: 'PhotoRefusal', code: 'photo_damaged' });

describe('the end of the coded data', () => {
  let photo: Buffer;
  beforeAll(async () => {
    photo = await liveJpeg({ width: 640, height: 480 });
  });
  const withBeforeEnd = (...hidden: Buffer[]) =>
    Buffer.concat([photo.subarray(0, -END.length), ...hidden, END]);

  it.each([
    { width: 240, height: 240 },
    { width: 241, height: 333 },
    { width: 1_001, height: 257 },
  ])('should be found in whatever an encoder writes: %o', async (size) => {
    const kinds = [
      {},
      { chromaSubsampling: '4:4:4' },
      { quality: 1 },
      { quality: 100 },
      { optimiseCoding: false },
    ];
    for (const options of kinds) await refuseHiddenData(await liveJpeg(size, options));
    await refuseHiddenData(withSegments(await bareJpeg(size, {}, 1), JFIF));
  });

  it.each([
    ['text', Buffer.from('<script>alert(1)</script>')],
    ['a mark of four bytes', Buffer.from('mark')],
    ['a mark behind zeros', Buffer.from('000000000001', 'hex')],
    ['an archive', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(1_000, 'x')])],
    ['two megabytes', Buffer.alloc(2_000_000, 'x')],
    ['escaped bytes', Buffer.from('ff00'.repeat(20), 'hex')],
    ['a restart marker and more', Buffer.concat([Buffer.from('ffd0', 'hex'), Buffer.alloc(100, 'x')])],
  ])('should not have %s between it and the end marker', async (_name, hidden) => {
    const file = withBeforeEnd(hidden);
    // Nothing of it can be seen without decoding.
    expect(inspect(file)).toMatchObject({ width: 640, height: 480 });
    await expect(refuseHiddenData(file)).rejects.toThrow(damaged);
  });

  it('should be allowed the few bytes that fill up a word', async () => {
    await refuseHiddenData(withBeforeEnd(Buffer.alloc(8)));
    await refuseHiddenData(withBeforeEnd(Buffer.alloc(8, 0xff)));
    await expect(refuseHiddenData(withBeforeEnd(Buffer.alloc(17)))).rejects.toThrow(damaged);
  });

  it('should be found where restart markers divide the data, and nothing may hide in front of those either', async () => {
    const file = dividedJpeg();
    await sharp(file, { failOn: 'warning' }).raw().toBuffer();
    await refuseHiddenData(file);
    await expect(refuseHiddenData(dividedJpeg(Buffer.alloc(100, 'x')))).rejects.toThrow(damaged);
    const promised = withSegments(photo, segment(0xdd, Buffer.from('0001', 'hex')));
    await expect(refuseHiddenData(promised)).rejects.toThrow(damaged);
  });

  it('should end every damaged file with a refusal, never otherwise', async () => {
    const small = await liveJpeg({ width: 240, height: 240 }, { quality: 30 });
    let state = 1;
    const next = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state % below;
    };
    let refused = 0;
    for (let round = 0; round < 500; round += 1) {
      const broken = Buffer.from(small);
      for (let count = 1 + next(3); count > 0; count -= 1) broken[2 + next(small.length - 4)] = next(256);
      if ('code' in inspect(broken)) continue;
      await refuseHiddenData(broken).catch((error) => {
        expect(error).toEqual(damaged);
        refused += 1;
      });
    }
    expect(refused).toBeGreaterThan(50);
  });

  it('should not be reached when data is missing or a table is', async () => {
    for (const count of [1, 2, 10, 500]) {
      const cut = Buffer.concat([photo.subarray(0, -END.length - count), END]);
      await expect(refuseHiddenData(cut)).rejects.toThrow(damaged);
    }
    const at = positionOf(photo, 0xc4);
    const without = Buffer.concat([
      photo.subarray(0, at),
      photo.subarray(at + 2 + photo.readUInt16BE(at + 2)),
    ]);
    await expect(refuseHiddenData(without)).rejects.toThrow(damaged);
  });
});

/** A gray area of 900 blocks. Each takes two bits, and every fourth is followed by a restart marker. */
function dividedJpeg(hidden = Buffer.alloc(0)): Buffer {
  const size = 240;
  const frame = Buffer.from([8, 0, size, 0, size, 1, 1, 0x11, 0]);
  const oneCode = (table: number) => Buffer.from([table, 1, ...Array(15).fill(0), 0]);
  const groups = Array.from({ length: 900 / 4 }, (_, index) => [
    Buffer.from([0]),
    ...(index === 0 ? [hidden] : []),
    Buffer.from([0xff, 0xd0 + (index % 8)]),
  ]).flat();
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    JFIF,
    segment(0xdb, Buffer.from([0]), Buffer.alloc(64, 1)),
    segment(0xc0, frame),
    segment(0xc4, oneCode(0)),
    segment(0xc4, oneCode(0x10)),
    segment(0xdd, Buffer.from([0, 4])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    ...groups.slice(0, -1),
    END,
  ]);
}
