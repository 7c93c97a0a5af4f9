import { positionOf, segment } from '../../helpers/capture/jpeg-files.ts';

const END = Buffer.from('ffd9', 'hex');
const FRAME = 0xc0;
const PROFILE = 0xe2;

/** Between the picture and its end marker. */
export function beforeEnd(jpeg: Buffer, bytes: Buffer): Buffer {
  return Buffer.concat([jpeg.subarray(0, -END.length), bytes, END]);
}

export function beforeFrame(jpeg: Buffer, bytes: Buffer): Buffer {
  const at = positionOf(jpeg, FRAME);
  return Buffer.concat([jpeg.subarray(0, at), bytes, jpeg.subarray(at)]);
}

/** As it is where there is none. */
export function withoutSegment(jpeg: Buffer, marker: number): Buffer {
  for (let at = 2; jpeg[at] === 0xff && jpeg[at + 1] !== FRAME; ) {
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    if (jpeg[at + 1] === marker) return Buffer.concat([jpeg.subarray(0, at), jpeg.subarray(end)]);
    at = end;
  }
  return jpeg;
}

export function withProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const head = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1');
  const bare = withoutSegment(jpeg, PROFILE);
  const at = positionOf(bare, 0xe0);
  const end = at + 2 + bare.readUInt16BE(at + 2);
  return Buffer.concat([bare.subarray(0, end), segment(PROFILE, head, profile), bare.subarray(end)]);
}

/** The profile of a display with one element, which holds the data. */
export function profileWith(data: Buffer): Buffer {
  const head = Buffer.alloc(128 + 4 + 12);
  const total = head.length + data.length;
  head.writeUInt32BE(total, 0);
  head.write('mntrRGB XYZ ', 12, 'latin1');
  head.write('acsp', 36, 'latin1');
  head.writeUInt32BE(1, 128);
  head.write('desc', 132, 'latin1');
  head.writeUInt32BE(head.length, 136);
  head.writeUInt32BE(data.length, 140);
  return Buffer.concat([head, data]);
}
