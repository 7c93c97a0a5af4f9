import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  APPLE_IMAGE_FIELDS,
  APPLE_IPTC,
  appleExifFields,
  bareJpeg,
  type ExifField,
  exifSegment,
  inspect,
  JFIF,
  segment,
  withSegments,
} from '../helpers/capture/jpeg-files.ts';

const SIZE = { width: 640, height: 480 };
const ORDERS = ['II', 'MM'] as const;

/** Of a display, with one element that takes up all the rest. */
function colorProfile(length = 536, stated = length): Buffer {
  const header = Buffer.alloc(144);
  header.writeUInt32BE(stated, 0);
  header.write('mntrRGB ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  header.writeUInt32BE(1, 128);
  header.write('desc', 132, 'latin1');
  header.writeUInt32BE(144, 136);
  header.writeUInt32BE(length - 144 > 0 ? length - 144 : 0, 140);
  return Buffer.concat([header, Buffer.alloc(Math.max(0, length - 144))]).subarray(0, length);
}

/** Of a display, with one curve. */
function curveProfile(values: number[]): Buffer {
  const profile = colorProfile(144 + 12 + 2 * values.length);
  profile.write('curv', 144, 'latin1');
  profile.writeUInt32BE(values.length, 152);
  values.forEach((value, index) => {
    profile.writeUInt16BE(value, 156 + 2 * index);
  });
  return profile;
}

async function builtInProfile(name: 'p3' | 'srgb'): Promise<Buffer> {
  const pixel = { create: { width: 8, height: 8, channels: 3, background: 'red' } } as const;
  const { icc } = await sharp(await sharp(pixel).withIccProfile(name).jpeg().toBuffer()).metadata();
  if (icc === undefined) throw new Error(`There is no profile ${name}`);
  return icc;
}

function colorSegment(profile: Buffer, part = '\x01\x01'): Buffer {
  return segment(0xe2, Buffer.from(`ICC_PROFILE\0${part}`, 'latin1'), profile);
}

describe('the origin of an uploaded photo', () => {
  let bare: Buffer;
  beforeAll(async () => {
    bare = await bareJpeg(SIZE);
  });

  function expectTaken(...segments: Buffer[]): void {
    expect(inspect(withSegments(bare, ...segments))).toMatchObject(SIZE);
  }
  function expectNotLive(...segments: Buffer[]): void {
    expect(inspect(withSegments(bare, ...segments))).toMatchObject({ code: 'photo_not_live' });
  }

  describe('of a canvas', () => {
    it('should take the header of Chromium and Firefox', () => {
      expectTaken(JFIF);
      expectTaken(JFIF, colorSegment(colorProfile()));
    });

    it.each(['p3', 'srgb'] as const)('should take a real profile: %s', async (name) => {
      const photo = withSegments(bare, JFIF, colorSegment(await builtInProfile(name)));
      expect(inspect(photo)).toMatchObject({ ...SIZE, unfamiliar: [] });
    });

    it('should take a profile with a curve, as older browsers write it', () => {
      const photo = withSegments(bare, JFIF, colorSegment(curveProfile([0, 0, 9, 65_535])));
      expect(inspect(photo)).toMatchObject({ ...SIZE, unfamiliar: [] });
    });

    it('should take the headers of Safari', () => {
      const exif = exifSegment({ exif: appleExifFields(SIZE) });
      expectTaken(JFIF, exif, APPLE_IPTC);
      expectTaken(JFIF, exif, APPLE_IPTC, colorSegment(colorProfile(456)));
      expectTaken(exifSegment({ image: APPLE_IMAGE_FIELDS, exif: appleExifFields(SIZE) }));
    });

    it.each(ORDERS)('should take EXIF in the byte order %s', (order) => {
      expectTaken(exifSegment({ order, image: APPLE_IMAGE_FIELDS, exif: appleExifFields(SIZE) }));
      expectTaken(exifSegment({ order, image: APPLE_IMAGE_FIELDS }));
    });

    it('should take a wide-gamut canvas of Safari, whose color space is left to the profile', () => {
      const sizes = appleExifFields(SIZE).filter(({ tag }) => tag !== 0xa001);
      expectTaken(JFIF, exifSegment({ exif: sizes }), colorSegment(colorProfile()));
      expectTaken(JFIF, exifSegment({ exif: [{ tag: 0xa001, type: 3, value: 0xffff }, ...sizes] }));
    });
  });

  describe.each(ORDERS)('with EXIF in the byte order %s', (order) => {
    const cameraFields: [string, ExifField][] = [
      ['description', { tag: 0x010e, type: 2, value: 'holiday' }],
      ['maker', { tag: 0x010f, type: 2, value: 'Apple' }],
      ['model', { tag: 0x0110, type: 2, value: 'iPhone 15' }],
      ['software', { tag: 0x0131, type: 2, value: 'Adobe Photoshop 26.0' }],
      ['date', { tag: 0x0132, type: 2, value: '2026:01:01 10:00:00' }],
      ['artist', { tag: 0x013b, type: 2, value: 'someone' }],
      ['copyright', { tag: 0x8298, type: 2, value: 'someone' }],
      ['GPS', { tag: 0x8825, type: 4, value: 8 }],
      ['Windows comment', { tag: 0x9c9c, type: 7, value: 'hello' }],
    ];
    const exposureFields: [string, ExifField][] = [
      ['exposure', { tag: 0x829a, type: 5, value: 1 }],
      ['aperture', { tag: 0x829d, type: 5, value: 2 }],
      ['sensitivity', { tag: 0x8827, type: 3, value: 100 }],
      ['date of capture', { tag: 0x9003, type: 2, value: '2026:01:01 10:00:00' }],
      ['time zone', { tag: 0x9010, type: 2, value: '+02:00' }],
      ['maker note', { tag: 0x927c, type: 7, value: 'Apple iOS' }],
      ['user comment', { tag: 0x9286, type: 7, value: 'hello' }],
      ['lens', { tag: 0xa434, type: 2, value: 'back camera' }],
    ];

    it.each(cameraFields)('should refuse %s', (_name, field) => {
      expectNotLive(JFIF, exifSegment({ order, image: [...APPLE_IMAGE_FIELDS, field] }));
      expectNotLive(JFIF, exifSegment({ order, image: [field] }));
    });

    it.each(exposureFields)('should refuse %s', (_name, field) => {
      expectNotLive(JFIF, exifSegment({ order, exif: [...appleExifFields(SIZE), field] }));
    });

    it('should refuse an allowed field in the wrong directory, of a wrong kind or twice', () => {
      const orientation: ExifField = { tag: 0x0112, type: 3, value: 1 };
      expectNotLive(exifSegment({ order, exif: [orientation] }));
      expectNotLive(exifSegment({ order, image: appleExifFields(SIZE) }));
      expectNotLive(exifSegment({ order, image: [{ ...orientation, type: 4 }] }));
      expectNotLive(exifSegment({ order, image: [{ ...orientation, count: 2 }] }));
      expectNotLive(exifSegment({ order, image: [orientation, orientation] }));
    });

    it('should refuse a turned image, which a canvas never is', () => {
      expectNotLive(exifSegment({ order, image: [{ tag: 0x0112, type: 3, value: 6 }] }));
    });

    it('should refuse an image that was larger once', () => {
      expectNotLive(exifSegment({ order, exif: appleExifFields({ width: 4032, height: 3024 }) }));
      expectNotLive(exifSegment({ order, exif: appleExifFields({ width: 640, height: 481 }) }));
    });

    it('should refuse a preview image', () => {
      expectNotLive(exifSegment({ order, image: APPLE_IMAGE_FIELDS, next: 8 }));
    });
  });

  it('should refuse a malformed EXIF block', () => {
    const good = exifSegment({ exif: appleExifFields(SIZE) }).subarray(4);
    for (let length = 0; length < good.length; length += 1) {
      expectNotLive(segment(0xe1, good.subarray(0, length)));
    }
    const long = exifSegment({ image: APPLE_IMAGE_FIELDS }).subarray(4);
    expectNotLive(segment(0xe1, long.subarray(0, -1)));
    for (const [at, byte] of [
      [6, 0x49],
      [9, 0x2b],
      [13, 9],
      [14, 0xff],
    ] as const) {
      const broken = Buffer.from(good);
      broken[at] = byte;
      expectNotLive(segment(0xe1, broken));
    }
  });

  it('should refuse an EXIF pointer into itself without end', () => {
    expectNotLive(exifSegment({ image: [{ tag: 0x8769, type: 4, value: 8 }] }));
    expectNotLive(exifSegment({ image: [{ tag: 0x8769, type: 4, value: 0xffff_ffff }] }));
    expectNotLive(exifSegment({ image: [{ tag: 0x011a, type: 4, value: 0xffff_fff0 }] }));
  });

  it.each([
    ['XMP', 0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>'],
    ['extended XMP', 0xe1, 'http://ns.adobe.com/xmp/extension/\0'],
    ['a multi-picture index', 0xe2, 'MPF\0II*\0'],
    ['a gain map', 0xe2, 'urn:iso:std:iso:ts:21496:-1\0'],
    ['an AVI frame', 0xe0, 'AVI1\0\0\0\0\0\0\0\0\0\0'],
    ['a JFIF extension', 0xe0, 'JFXX\0\x10'],
    ['the JFIF header of an iPhone camera', 0xe0, 'JFIF\0\x01\x01\0\0\x48\0\x48\0\0AMPF'],
    ['a JFIF preview', 0xe0, 'JFIF\0\x01\x01\0\0\x48\0\x48\x01\x01'],
    ['stereo data', 0xe3, '_JPSJPS_'],
    ['thermal data', 0xe1, 'FLIR\0\x01'],
    ['Samsung data', 0xe4, 'SEFH'],
    ['a HDR ratio', 0xeb, 'HDR_RI ver=11'],
    ['C2PA provenance', 0xeb, 'JP\0\x01\0\0\0\x01jumb'],
    ['picture info', 0xec, 'Ducky\0'],
    ['an Adobe marker', 0xee, 'Adobe\0\x64\0\0\0\0\x01'],
    ['a comment of an editor', 0xfe, 'Created with GIMP'],
    ['an application segment that is long enough to hide something', 0xef, 'x'.repeat(1_025)],
  ])('should refuse %s', (_name, marker, content) => {
    const extra = segment(marker, Buffer.from(content, 'latin1'));
    expectNotLive(extra);
    if (marker !== 0xe0) expectNotLive(JFIF, extra);
  });

  it.each([
    ['an application segment', [JFIF, segment(0xef, Buffer.from('a new browser'))], ['APP15']],
    ['a short comment', [JFIF, segment(0xfe, Buffer.from('hello'))], ['comment']],
    [
      'two of them',
      [JFIF, segment(0xe3, Buffer.alloc(1_024)), segment(0xfe, Buffer.alloc(0))],
      ['APP3', 'comment'],
    ],
    ['a field of EXIF', [exifSegment({ exif: [{ tag: 0xeeee, type: 3, value: 1 }] })], ['APP1']],
    ['a color profile with other data', [JFIF, colorSegment(colorProfile(4096))], ['APP2']],
    ['a curve that falls', [JFIF, colorSegment(curveProfile([0, 9, 3]))], ['APP2']],
    [
      'tables that nothing refers to',
      [JFIF, segment(0xdb, Buffer.from([3]), Buffer.alloc(64, 'x'))],
      ['tables'],
    ],
    ['codes that nothing refers to', [JFIF, segment(0xc4, Buffer.alloc(17, 0).fill(3, 0, 1))], ['tables']],
  ])('should take %s that no browser writes yet, and name it', (_name, segments, unfamiliar) => {
    expect(inspect(withSegments(bare, ...segments))).toMatchObject({ ...SIZE, unfamiliar });
  });

  it('should refuse an unknown segment that stands twice', () => {
    const extra = segment(0xef, Buffer.from('a new browser'));
    expectNotLive(JFIF, extra, extra);
  });

  it('should refuse Photoshop resources that say something', () => {
    const photoshop = Buffer.from('Photoshop 3.0\0', 'latin1');
    const empty = APPLE_IPTC.subarray(4);
    const otherDigest = Buffer.from(empty);
    otherDigest[otherDigest.length - 1] = 0;
    expectNotLive(JFIF, segment(0xed, photoshop, Buffer.from('8BIM\x03\xed\0\0\0\0\0\x02\0\0', 'latin1')));
    expectNotLive(
      JFIF,
      segment(0xed, photoshop, Buffer.from('8BIM\x04\x04\0\0\0\0\0\x02\x1c\x02', 'latin1')),
    );
    expectNotLive(JFIF, segment(0xed, empty, Buffer.from('8BIM\x04\x0a\0\0\0\0\0\0', 'latin1')));
    expectNotLive(JFIF, segment(0xed, otherDigest));
    expectNotLive(JFIF, segment(0xed, photoshop));
  });

  it('should refuse a color profile that is not one whole profile', () => {
    expectNotLive(JFIF, colorSegment(colorProfile(), '\x01\x02'));
    expectNotLive(JFIF, colorSegment(colorProfile(536, 500)));
    expectNotLive(JFIF, colorSegment(colorProfile(64)));
    expectNotLive(JFIF, colorSegment(Buffer.alloc(536)));
    expectNotLive(JFIF, colorSegment(colorProfile().fill(0, 36, 40)));
    expectNotLive(JFIF, colorSegment(colorProfile()), colorSegment(colorProfile()));
  });

  it('should refuse anything that hides in a color profile', async () => {
    expectNotLive(JFIF, colorSegment(colorProfile(4097)));
    expectNotLive(JFIF, colorSegment(colorProfile(60_000)));
    const real = await builtInProfile('p3');
    const longer = Buffer.concat([real, Buffer.alloc(200, 'x')]);
    longer.writeUInt32BE(longer.length, 0);
    expectNotLive(JFIF, colorSegment(longer));
    const gap = colorProfile();
    gap.writeUInt32BE(244, 136);
    gap.writeUInt32BE(536 - 244, 140);
    expectNotLive(JFIF, colorSegment(gap));
    for (const [at, value] of [
      [128, 0],
      [128, 5_000],
      [136, 20],
      [136, 0xffff_ffff],
      [140, 0xffff_ffff],
    ] as const) {
      const broken = colorProfile();
      broken.writeUInt32BE(value, at);
      expectNotLive(JFIF, colorSegment(broken));
    }
  });

  it('should refuse a header that stands twice', () => {
    const exif = exifSegment({ exif: appleExifFields(SIZE) });
    expectNotLive(JFIF, JFIF);
    expectNotLive(exif, exif);
    expectNotLive(JFIF, APPLE_IPTC, APPLE_IPTC);
  });

  it('should refuse an image without the header of any browser, as strippers leave it', () => {
    expectNotLive();
    expectNotLive(colorSegment(colorProfile()));
  });

  it('should refuse metadata that hides behind the first scan', () => {
    const live = withSegments(bare, JFIF);
    const comment = segment(0xfe, Buffer.from('hidden'));
    for (const hidden of [comment, APPLE_IPTC, exifSegment({ exif: appleExifFields(SIZE) })]) {
      const file = Buffer.concat([live.subarray(0, -2), hidden, live.subarray(-2)]);
      expect(inspect(file)).toMatchObject({ code: 'photo_not_live' });
    }
  });
});
