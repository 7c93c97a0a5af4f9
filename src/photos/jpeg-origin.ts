import { isColorProfile, isPlainProfile } from './color-profile.ts';
import { type ExifFacts, readExif } from './jpeg-exif.ts';
import { APP0, APP1, APP2, APP13, extraName } from './jpeg-markers.ts';
import { isForeignSegment } from './jpeg-signs.ts';
import { PhotoRefusal } from './photo-refusal.ts';

interface ExtraRule {
  /** The most payload bytes a canvas has a use for. */
  longest: number;
  /** How much of the payload the check looks at. */
  keep: number;
  /** Says what is wrong, or what is unfamiliar and what is to be compared with the image. */
  check(payload: Buffer): Partial<ExifFacts> | string | undefined;
}

const JFIF_LENGTH = 14;
const EXIF_ID = Buffer.from('Exif\0\0', 'latin1');
/** In front of a color profile, which is whole. */
export const ICC_ID = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1');
/** The profiles for sRGB and Display P3 that browsers embed have between 0.4 and 3.2 KB. */
const MAX_PROFILE = 4096;

/**
 * What ImageIO writes for "no IPTC data": an empty IPTC resource (0x0404) and the MD5 of nothing as its digest
 * (0x0425). Any other Photoshop resource, or text in the first one, comes from an editor.
 */
const EMPTY_IPTC = Buffer.concat([
  Buffer.from('Photoshop 3.0\0', 'latin1'),
  Buffer.from('8BIM\x04\x04\0\0\0\0\0\0', 'latin1'),
  Buffer.from('8BIM\x04\x25\0\0\0\0\0\x10', 'latin1'),
  Buffer.from('d41d8cd98f00b204e9800998ecf8427e', 'hex'),
]);

/**
 * Everything beside the image that a browser's canvas writes. Chromium (Skia) and Firefox (libjpeg): JFIF, and the
 * color profile. Safari (ImageIO): JFIF, EXIF, empty IPTC, and the color profile.
 */
const CANVAS_EXTRAS: Record<number, ExtraRule> = {
  [APP0]: { longest: JFIF_LENGTH, keep: JFIF_LENGTH, check: checkJfif },
  [APP1]: { longest: 256, keep: 256, check: checkExif },
  [APP2]: {
    longest: ICC_ID.length + MAX_PROFILE,
    keep: ICC_ID.length + MAX_PROFILE,
    check: checkColorProfile,
  },
  [APP13]: { longest: EMPTY_IPTC.length, keep: EMPTY_IPTC.length, check: checkPhotoshop },
};

/**
 * A segment that none of them writes may come from the next version of a browser, which must not stop the service: it
 * passes and is reported, unless it is a known sign of another program, or long enough to hide something.
 */
const UNFAMILIAR: ExtraRule = { longest: 1_024, keep: 1_024, check: checkSigns };

export const MAX_KEPT_LENGTH = Math.max(...Object.values(CANVAS_EXTRAS).map(({ keep }) => keep));

export type OriginCheck = ReturnType<typeof createOriginCheck>;

/** A file from a camera app, a gallery or an editor shows itself here. */
export function createOriginCheck() {
  const seen = new Set<number>();
  const unfamiliar: string[] = [];
  let stated: Partial<ExifFacts> = {};
  return {
    /** How many bytes of the payload `read` needs; refuses a segment that is too long or stands twice. */
    open(marker: number, length: number): number {
      const rule = CANVAS_EXTRAS[marker] ?? UNFAMILIAR;
      const name = extraName(marker);
      if (seen.has(marker)) throw notLive(`There is a second ${name} segment.`);
      if (length > rule.longest) throw notLive(`The ${name} segment is longer than a canvas writes.`);
      seen.add(marker);
      return rule.keep;
    },
    read(marker: number, payload: Buffer): void {
      const rule = CANVAS_EXTRAS[marker] ?? UNFAMILIAR;
      const found = rule.check(payload);
      if (typeof found === 'string') throw notLive(found);
      stated = { ...stated, ...found };
      if (rule === UNFAMILIAR || found?.isUnfamiliar) unfamiliar.push(extraName(marker));
    },
    /** Parts that no known browser writes. */
    unfamiliar: () => unfamiliar,
    compareWith({ width, height }: { width: number; height: number }): void {
      // Each browser writes one of the two; tools that strip metadata often leave neither.
      if (!seen.has(APP0) && !seen.has(APP1)) throw notLive('There is neither a JFIF nor an EXIF header.');
      if ((stated.width ?? width) !== width || (stated.height ?? height) !== height) {
        throw notLive('The EXIF block states another size than the image has.');
      }
    },
  };
}

function notLive(reason: string): PhotoRefusal {
  return new PhotoRefusal('photo_not_live', reason);
}

function checkSigns(payload: Buffer): string | undefined {
  return isForeignSegment(payload)
    ? 'There is a segment of a camera app, a gallery or an editor.'
    : undefined;
}

/** Exactly the plain header: cameras append to it, editors add a preview. */
function checkJfif(payload: Buffer): string | undefined {
  const plain = payload.toString('latin1', 0, 5) === 'JFIF\0';
  return plain && payload[12] === 0 && payload[13] === 0
    ? undefined
    : 'The APP0 segment is not a plain JFIF header.';
}

function checkExif(payload: Buffer): ExifFacts | string {
  if (!payload.subarray(0, EXIF_ID.length).equals(EXIF_ID)) return 'The APP1 segment is not EXIF.';
  return readExif(payload.subarray(EXIF_ID.length));
}

/** One whole profile in one segment, with nothing behind it: a canvas knows only sRGB and Display P3. */
function checkColorProfile(payload: Buffer): Partial<ExifFacts> | string {
  if (!payload.subarray(0, ICC_ID.length).equals(ICC_ID)) return 'The APP2 segment is not one color profile.';
  const profile = payload.subarray(ICC_ID.length);
  return isColorProfile(profile)
    ? { isUnfamiliar: !isPlainProfile(profile) }
    : 'The color profile is malformed.';
}

function checkPhotoshop(payload: Buffer): string | undefined {
  return payload.equals(EMPTY_IPTC) ? undefined : 'The APP13 segment holds Photoshop resources.';
}
