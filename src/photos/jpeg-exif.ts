import { isCameraField } from './jpeg-signs.ts';

/**
 * The fields that ImageIO (Safari, and every browser on iOS) writes by itself when it is given bare pixels, in any of
 * its versions. A camera, a gallery or an editor adds others: maker, model, software, dates, exposure, lens, position.
 */
const SHORT = 3;
const LONG = 4;
const RATIONAL = 5;
const BYTES = 7;

interface FieldRule {
  types: number[];
  /** How many values; one when absent. */
  count?: number;
  /** Absent: any value. */
  values?: number[];
}

const EXIF_POINTER = 0x8769;
const PIXEL_WIDTH = 0xa002;
const PIXEL_HEIGHT = 0xa003;

const IMAGE_FIELDS: Record<number, FieldRule> = {
  // That it is a JPEG.
  259: { types: [SHORT], values: [6] },
  // A canvas is always upright; a turned image was laid down by a camera.
  274: { types: [SHORT], values: [1] },
  // Resolution in x and y with its unit: a constant 72 per inch.
  282: { types: [RATIONAL] },
  283: { types: [RATIONAL] },
  296: { types: [SHORT] },
  // Where the color samples lie.
  531: { types: [SHORT] },
  [EXIF_POINTER]: { types: [LONG] },
};

const EXIF_FIELDS: Record<number, FieldRule> = {
  // sRGB, or "see the color profile".
  40961: { types: [SHORT], values: [1, 0xffff] },
  [PIXEL_WIDTH]: { types: [SHORT, LONG] },
  [PIXEL_HEIGHT]: { types: [SHORT, LONG] },
  // Versions of EXIF and of FlashPix, and the order of the colors: constants.
  36864: { types: [BYTES], count: 4 },
  37121: { types: [BYTES], count: 4 },
  40960: { types: [BYTES], count: 4 },
  // "Standard"; a camera would know better.
  41990: { types: [SHORT], values: [0] },
};

export interface ExifFacts {
  width: number | undefined;
  height: number | undefined;
  /** Whether there are fields that no known browser writes, and no camera either. */
  isUnfamiliar: boolean;
}

/** Reads the TIFF block behind `Exif\0\0`. Returns what is wrong with it as text. */
export function readExif(block: Buffer): ExifFacts | string {
  const view = tiffView(block);
  if (view === undefined) return 'The EXIF block is malformed.';
  const image = readFields(view, 8, IMAGE_FIELDS);
  if (typeof image === 'string') return image;
  const pointer = image.get(EXIF_POINTER);
  const exif = pointer === undefined ? new Map() : readFields(view, pointer, EXIF_FIELDS);
  if (typeof exif === 'string') return exif;
  const tags = [...image.keys(), ...exif.keys()];
  return {
    width: exif.get(PIXEL_WIDTH),
    height: exif.get(PIXEL_HEIGHT),
    isUnfamiliar: tags.some((tag) => !isKnown(tag)),
  };
}

function isKnown(tag: number): boolean {
  return tag in IMAGE_FIELDS || tag in EXIF_FIELDS;
}

interface TiffView {
  size: number;
  short(at: number): number;
  long(at: number): number;
}

function tiffView(block: Buffer): TiffView | undefined {
  if (block.length < 8) return undefined;
  const order = block.toString('latin1', 0, 4);
  const little = order === 'II*\0';
  if (!little && order !== 'MM\0*') return undefined;
  const view: TiffView = {
    size: block.length,
    short: (at) => (little ? block.readUInt16LE(at) : block.readUInt16BE(at)),
    long: (at) => (little ? block.readUInt32LE(at) : block.readUInt32BE(at)),
  };
  return view.long(4) === 8 ? view : undefined;
}

function readFields(
  view: TiffView,
  at: number,
  rules: Record<number, FieldRule>,
): Map<number, number> | string {
  const end = at + 2 <= view.size ? at + 2 + 12 * view.short(at) : Number.POSITIVE_INFINITY;
  if (end + 4 > view.size) return 'An EXIF directory lies outside its block.';
  const values = new Map<number, number>();
  for (let entry = at + 2; entry < end; entry += 12) {
    const tag = view.short(entry);
    const value = readField(view, entry, rules[tag]);
    if (typeof value === 'string') return value;
    if (values.has(tag)) return `The EXIF field ${hex(tag)} appears twice.`;
    values.set(tag, value);
  }
  // A further directory would hold a preview image.
  return view.long(end) === 0 ? values : 'The EXIF block has an extra directory.';
}

function readField(view: TiffView, entry: number, rule: FieldRule | undefined): number | string {
  const number = view.short(entry);
  const tag = hex(number);
  const type = view.short(entry + 2);
  if (rule === undefined) {
    const isOfCamera = isCameraField(number) || isKnown(number);
    return isOfCamera ? `The EXIF field ${tag} is not written by a canvas.` : 0;
  }
  if (!rule.types.includes(type) || view.long(entry + 4) !== (rule.count ?? 1))
    return `The EXIF field ${tag} is malformed.`;
  const value = type === SHORT ? view.short(entry + 8) : view.long(entry + 8);
  if (type === RATIONAL && value + 8 > view.size) return `The EXIF field ${tag} lies outside its block.`;
  if (rule.values && !rule.values.includes(value)) return `The EXIF field ${tag} has the value ${value}.`;
  return value;
}

function hex(tag: number): string {
  return `0x${tag.toString(16).padStart(4, '0')}`;
}
