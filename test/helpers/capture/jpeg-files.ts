import sharp, { type JpegOptions } from 'sharp';
import { createJpegInspector, type JpegFacts } from '../../../src/photos/jpeg-structure.ts';
import { PhotoRefusal, type PhotoRefusalCode } from '../../../src/photos/photo-refusal.ts';

export const JFIF = segment(0xe0, Buffer.from('4a46494600010100000100010000', 'hex'));
export const END = Buffer.from('ffd9', 'hex');

/** What ImageIO writes behind the EXIF block of each canvas: an empty IPTC resource and its digest. */
export const APPLE_IPTC = segment(
  0xed,
  Buffer.from('Photoshop 3.0\0' + '8BIM\x04\x04\0\0\0\0\0\0' + '8BIM\x04\x25\0\0\0\0\0\x10', 'latin1'),
  Buffer.from('d41d8cd98f00b204e9800998ecf8427e', 'hex'),
);

export interface JpegSize {
  width: number;
  height: number;
}

/** An image as an encoder library leaves it, without the header that a browser's canvas writes. */
export async function bareJpeg(
  { width, height }: JpegSize = { width: 640, height: 480 },
  options: JpegOptions = {},
  channels: 1 | 3 = 3,
): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * channels);
  let state = width;
  for (let at = 0; at < pixels.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    pixels[at] = 96 + 64 * Math.sin(at / 300) + (state >>> 26);
  }
  return sharp(pixels, { raw: { width, height, channels } }).jpeg(options).toBuffer();
}

/** An image that the inspector takes, as Chromium and Firefox write it. */
export async function liveJpeg(size?: JpegSize, options?: JpegOptions): Promise<Buffer> {
  return withSegments(await bareJpeg(size, options), JFIF);
}

export function segment(marker: number, ...payload: Buffer[]): Buffer {
  const content = Buffer.concat(payload);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** Puts segments directly behind the start of the image. */
export function withSegments(jpeg: Buffer, ...segments: Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** Takes bytes off the coded data and ends the image all the same. */
export function withoutLastBytes(jpeg: Buffer, count: number): Buffer {
  return Buffer.concat([jpeg.subarray(0, jpeg.length - END.length - count), END]);
}

/** Where the first segment with this marker starts. */
export function positionOf(jpeg: Buffer, marker: number): number {
  for (let at = 2; jpeg[at] === 0xff; at += 2 + jpeg.readUInt16BE(at + 2)) {
    if (jpeg[at + 1] === marker) return at;
  }
  throw new Error(`The image has no segment 0x${marker.toString(16)}`);
}

export interface ExifField {
  tag: number;
  /** 2 text, 3 short, 4 long, 5 rational, 7 bytes */
  type: 2 | 3 | 4 | 5 | 7;
  value: number | string;
  count?: number;
}

interface ExifBlock {
  order?: 'II' | 'MM';
  image?: ExifField[];
  exif?: ExifField[];
  /** Where a directory with a preview would follow. */
  next?: number;
}

export const APPLE_IMAGE_FIELDS: ExifField[] = [
  { tag: 0x0103, type: 3, value: 6 },
  { tag: 0x0112, type: 3, value: 1 },
  { tag: 0x011a, type: 5, value: 72 },
  { tag: 0x011b, type: 5, value: 72 },
  { tag: 0x0128, type: 3, value: 2 },
  { tag: 0x0213, type: 3, value: 1 },
];

export function appleExifFields({ width, height }: JpegSize): ExifField[] {
  return [
    { tag: 0x9000, type: 7, value: 0x30323231, count: 4 },
    { tag: 0x9101, type: 7, value: 0x01020300, count: 4 },
    { tag: 0xa000, type: 7, value: 0x30313030, count: 4 },
    { tag: 0xa406, type: 3, value: 0 },
    { tag: 0xa001, type: 3, value: 1 },
    { tag: 0xa002, type: 4, value: width },
    { tag: 0xa003, type: 4, value: height },
  ];
}

/** An APP1 segment with up to two directories; values that do not fit a field follow behind both. */
export function exifSegment({ order = 'MM', image = [], exif, next = 0 }: ExifBlock): Buffer {
  const little = order === 'II';
  const exifAt = 8 + 2 + 12 * (image.length + (exif ? 1 : 0)) + 4;
  const pointer: ExifField[] = exif ? [{ tag: 0x8769, type: 4, value: exifAt }] : [];
  let behind = exifAt + (exif ? 2 + 12 * exif.length + 4 : 0);
  const values: Buffer[] = [];
  const short = (value: number) => numberBytes(value, 2, little);
  const long = (value: number) => numberBytes(value, 4, little);
  const keepBehind = (bytes: Buffer) => {
    values.push(bytes);
    behind += bytes.length;
    return long(behind - bytes.length);
  };
  const bytesOf = ({ type, value }: ExifField): Buffer => {
    if (typeof value === 'string') return keepBehind(Buffer.from(`${value}\0`, 'latin1'));
    if (type === 5) return keepBehind(Buffer.concat([long(value), long(1)]));
    return type === 3 ? Buffer.concat([short(value), short(0)]) : long(value);
  };
  const directory = (fields: ExifField[], following: number) =>
    Buffer.concat([
      short(fields.length),
      ...fields.flatMap((field) => {
        const count = field.count ?? (typeof field.value === 'string' ? field.value.length + 1 : 1);
        return [short(field.tag), short(field.type), long(count), bytesOf(field)];
      }),
      long(following),
    ]);
  const start = Buffer.concat([Buffer.from(order, 'latin1'), short(42), long(8)]);
  const directories = [directory([...image, ...pointer], next), ...(exif ? [directory(exif, 0)] : [])];
  return segment(0xe1, Buffer.from('Exif\0\0', 'latin1'), start, ...directories, ...values);
}

function numberBytes(value: number, size: 2 | 4, little: boolean): Buffer {
  const bytes = Buffer.alloc(size);
  if (little) bytes.writeUIntLE(value, 0, size);
  else bytes.writeUIntBE(value, 0, size);
  return bytes;
}

export type Verdict = JpegFacts | { code: PhotoRefusalCode; reason: string };

/** What the inspector says of a file that comes in pieces; anything but a typed refusal is thrown on. */
export function inspectInPieces(pieces: Iterable<Buffer>): Verdict {
  const inspector = createJpegInspector();
  try {
    for (const piece of pieces) inspector.push(piece);
    return inspector.finish();
  } catch (error) {
    if (error instanceof PhotoRefusal) return { code: error.code, reason: error.reason };
    throw error;
  }
}

export function inspect(file: Buffer): Verdict {
  return inspectInPieces([file]);
}

export function* piecesOf(file: Buffer, ...sizes: number[]): Generator<Buffer> {
  for (let at = 0, turn = 0; at < file.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? file.length;
    yield file.subarray(at, at + size);
    at += size;
  }
}
