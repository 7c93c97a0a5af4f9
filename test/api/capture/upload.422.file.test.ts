import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../helpers/app/test-app.ts';
import {
  type Customer,
  createRequest,
  expectRefusal,
  kept,
  openPage,
} from '../../helpers/capture/customer.ts';
import {
  APPLE_IMAGE_FIELDS,
  APPLE_IPTC,
  appleExifFields,
  bareJpeg,
  END,
  exifSegment,
  JFIF,
  liveJpeg,
  positionOf,
  segment,
  withoutLastBytes,
  withSegments,
} from '../../helpers/capture/jpeg-files.ts';

const SIZE = { width: 640, height: 480 };
const FRAME = 0xc0;
const text = (content: string) => Buffer.from(content, 'latin1');

/** The image with another size in its frame header; its few kilobytes stay. */
function claiming(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const at = positionOf(changed, FRAME);
  changed.writeUInt16BE(height, at + 5);
  changed.writeUInt16BE(width, at + 7);
  return changed;
}

function png(): Promise<Buffer> {
  return sharp({ create: { ...SIZE, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
}

const REFUSED: [what: string, code: string, make: (live: Buffer) => Buffer | Promise<Buffer>][] = [
  ['camera data', 'photo_not_live', cameraPhoto],
  ['where it was taken', 'photo_not_live', () => withExif({ tag: 0x8825, type: 4, value: 26 })],
  ['a turned image', 'photo_not_live', () => withExif({ tag: 0x0112, type: 3, value: 6 })],
  ['the name of an editor', 'photo_not_live', () => withExif({ tag: 0x0131, type: 2, value: 'GIMP 3.0' })],
  ['XMP of an editor', 'photo_not_live', (l) => withExtra(l, 0xe1, 'http://ns.adobe.com/xap/1.0/\0<x/>')],
  ['Photoshop resources', 'photo_not_live', (l) => withExtra(l, 0xed, 'Photoshop 3.0\x008BIM\x04\x04')],
  ['an Adobe header', 'photo_not_live', (l) => withExtra(l, 0xee, 'Adobe\0\x64\0\0\0\0\x01')],
  ['a comment', 'photo_not_live', (l) => withExtra(l, 0xfe, 'CREATOR: gd-jpeg v1.0')],
  ['a content credential', 'photo_not_live', (l) => withExtra(l, 0xeb, 'JP\0\0')],
  ['no header of a canvas', 'photo_not_live', () => bareJpeg(SIZE)],
  ['a PNG', 'photo_not_jpeg', png],
  ['text', 'photo_not_jpeg', () => text('Hello, this is no photo.')],
  ['one byte', 'photo_not_jpeg', () => text('x')],
  [
    'an HTML page behind the first bytes',
    'photo_not_live',
    (l) => Buffer.concat([l.subarray(0, 4), text('<html>')]),
  ],
  ['the first bytes alone', 'photo_not_jpeg', (l) => l.subarray(0, 2)],
  ['a cut', 'photo_damaged', (l) => l.subarray(0, l.length / 2)],
  ['a cut in its last byte', 'photo_damaged', (l) => l.subarray(0, l.length - 1)],
  ['a cut that was given an end', 'photo_damaged', (l) => withoutLastBytes(l, Math.floor(l.length / 2))],
  ['a byte behind the end', 'photo_damaged', (l) => Buffer.concat([l, text('x')])],
  ['a zero behind the end', 'photo_damaged', (l) => Buffer.concat([l, Buffer.alloc(1)])],
  [
    'an archive behind the end',
    'photo_damaged',
    (l) => Buffer.concat([l, text('PK\x03\x04'), Buffer.alloc(500)]),
  ],
  ['a second image behind the end', 'photo_damaged', (l) => Buffer.concat([l, l])],
  ['a second end', 'photo_damaged', (l) => Buffer.concat([l, END])],
  ['60000 by 60000 pixels', 'photo_too_many_pixels', (l) => claiming(l, 60_000, 60_000)],
  ['65535 by 65535 pixels', 'photo_too_many_pixels', (l) => claiming(l, 65_535, 65_535)],
  ['just over 50 megapixels', 'photo_too_many_pixels', (l) => claiming(l, 7_072, 7_072)],
  ['more pixels stated than there are', 'photo_damaged', (l) => claiming(l, 6_400, 4_800)],
  ['no height', 'photo_damaged', (l) => claiming(l, 640, 0)],
  ['239 pixels', 'photo_too_small', () => liveJpeg({ width: 640, height: 239 })],
  ['one pixel', 'photo_too_small', () => liveJpeg({ width: 1, height: 1 })],
];

async function withExif(field: { tag: number; type: 2 | 3 | 4; value: number | string }): Promise<Buffer> {
  const image = [...APPLE_IMAGE_FIELDS.filter(({ tag }) => tag !== field.tag), field];
  const exif = exifSegment({ image, exif: appleExifFields(SIZE) });
  return withSegments(await bareJpeg(SIZE), JFIF, exif, APPLE_IPTC);
}

/** As a phone's camera app writes it. */
async function cameraPhoto(): Promise<Buffer> {
  const image = [
    { tag: 0x010f, type: 2, value: 'Apple' },
    { tag: 0x0110, type: 2, value: 'iPhone 17' },
    ...APPLE_IMAGE_FIELDS,
    { tag: 0x0132, type: 2, value: '2026:01:31 12:00:00' },
  ] as typeof APPLE_IMAGE_FIELDS;
  return withSegments(await bareJpeg(SIZE), JFIF, exifSegment({ image, exif: appleExifFields(SIZE) }));
}

function withExtra(live: Buffer, marker: number, content: string): Buffer {
  const at = 2 + JFIF.length;
  return Buffer.concat([live.subarray(0, at), segment(marker, text(content)), live.subarray(at)]);
}

describe('a file that the camera did not just take', () => {
  const api = useTestApp();
  let page: Customer;
  let live: Buffer;
  let ticket: string;
  beforeAll(async () => {
    const { live: key } = await api.createWorkspace();
    const { token } = await createRequest(api, key.key);
    page = await openPage(api, 'request', token);
    live = await liveJpeg(SIZE);
    ticket = page.tickets[0]?.[0] as string;
  });

  it.each(REFUSED)('should be refused and leave nothing: %s', async (_what, code, make) => {
    const before = await kept(api);
    expectRefusal(await page.send({ body: await make(live), ticket }), 422, code);
    expect(await kept(api)).toEqual(before);
  });

  it('should be refused when its body is empty', async () => {
    const before = await kept(api);
    expectRefusal(await page.send({ body: Buffer.alloc(0), ticket }), 422, 'photo_not_jpeg');
    expect(await kept(api)).toEqual(before);
  });

  it.each([
    'image/png',
    'application/octet-stream',
    'text/plain',
    'image/jpg',
    'multipart/form-data',
    'application/json',
  ])('should be refused when it is sent as %s', async (type) => {
    const before = await kept(api);
    const response = await page.send({ body: live, ticket, headers: { 'content-type': type } });
    expectRefusal(response, 422, 'photo_not_jpeg');
    expect(await kept(api)).toEqual(before);
  });

  it('should not keep the next live one out, whose ticket all of them tried', async () => {
    const before = await kept(api);
    const response = await page.send({ body: live, ticket });
    expect(response.statusCode).toBe(201);
    expect(response.json().data).toMatchObject({ slot_index: 0, ...SIZE, bytes: live.length, hint: null });
    const after = await kept(api);
    expect(after.photos).toEqual([...before.photos, response.json().data.id]);
    expect(after.files).toHaveLength(before.files.length + 2);
    expect(after.temporaries).toEqual(before.temporaries);
  });

  it('should be told from a live photo as Safari writes it, and of exactly 240 pixels', async () => {
    const exif = exifSegment({ image: APPLE_IMAGE_FIELDS, exif: appleExifFields(SIZE) });
    const safari = withSegments(await bareJpeg(SIZE), JFIF, exif, APPLE_IPTC);
    expect((await page.send({ body: safari, slot: 1 })).statusCode).toBe(201);
    const smallest = await liveJpeg({ width: 240, height: 240 });
    expect((await page.send({ body: smallest, slot: 2 })).statusCode).toBe(201);
  });
});
