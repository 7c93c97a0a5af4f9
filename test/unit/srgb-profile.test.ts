import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isSrgbProfile } from '../../src/photos/srgb-profile.ts';

const srgb = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

async function builtIn(name: string): Promise<Buffer> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } });
  const { icc } = await sharp(await pixel.withIccProfile(name).jpeg().toBuffer()).metadata();
  return icc ?? Buffer.alloc(0);
}

function element(kind: string, ...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(8 + 4 * numbers.length);
  bytes.write(kind, 'latin1');
  for (const [index, number] of numbers.entries())
    bytes.writeInt32BE(Math.round(number * 65_536), 8 + 4 * index);
  return bytes;
}

function curve(light: (value: number) => number, length = 1_024): Buffer {
  const bytes = Buffer.alloc(12 + 2 * length);
  bytes.write('curv', 'latin1');
  bytes.writeUInt32BE(length, 8);
  for (let at = 0; at < length; at += 1)
    bytes.writeUInt16BE(Math.round(65_535 * light(at / (length - 1))), 12 + 2 * at);
  return bytes;
}

/** The primaries of sRGB, with a table for each curve: as the profiles of older programs are. */
function profileWith(changed: Record<string, Buffer> = {}): Buffer {
  const elements = Object.entries({
    rXYZ: element('XYZ ', 0.43607, 0.22249, 0.01392),
    gXYZ: element('XYZ ', 0.38515, 0.71687, 0.09708),
    bXYZ: element('XYZ ', 0.14307, 0.06061, 0.7141),
    ...{ rTRC: curve(srgb), gTRC: curve(srgb), bTRC: curve(srgb) },
    ...changed,
  });
  const start = 132 + 12 * elements.length;
  const head = Buffer.alloc(start);
  head.write('mntrRGB XYZ ', 12, 'latin1');
  head.write('acsp', 36, 'latin1');
  head.writeUInt32BE(elements.length, 128);
  let end = start;
  for (const [index, [name, { length }]] of elements.entries()) {
    head.write(name, 132 + 12 * index, 'latin1');
    head.writeUInt32BE(end, 136 + 12 * index);
    head.writeUInt32BE(length, 140 + 12 * index);
    end += length;
  }
  head.writeUInt32BE(end, 0);
  return Buffer.concat([head, ...elements.map(([, bytes]) => bytes)]);
}

describe('a profile of sRGB', () => {
  it('should be known by its colors, however it is written', async () => {
    expect(isSrgbProfile(await builtIn('srgb'))).toBe(true);
    expect(isSrgbProfile(profileWith())).toBe(true);
    expect(isSrgbProfile(profileWith({ gTRC: curve(srgb, 256) }))).toBe(true);
  });

  it('should not be one of other colors, of another curve, or without any', async () => {
    expect(isSrgbProfile(await builtIn('p3'))).toBe(false);
    for (const changed of [
      { gXYZ: element('XYZ ', 0.2919, 0.6922, 0.0419) },
      { bTRC: curve((value) => value ** 2.2) },
      { rTRC: curve(srgb, 1) },
      { rTRC: element('para', 0, 2.2) },
      { bXYZ: element('XYZ ', 0.14307, 0.06061, 0.7141, 0) },
    ])
      expect(isSrgbProfile(profileWith(changed))).toBe(false);
    expect(isSrgbProfile(Buffer.alloc(200))).toBe(false);
  });
});
