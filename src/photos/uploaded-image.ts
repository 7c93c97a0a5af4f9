export const MAX_LOGO_BYTES = 2 * 1024 * 1024;
export const MAX_SLOT_IMAGE_BYTES = 8 * 1024 * 1024;

const MAX_LOGO_PIXELS = 16_000_000;
const MAX_SLOT_IMAGE_PIXELS = 32_000_000;

/** What a business uploads to show to its customers, and what becomes of it. */
export const UPLOADS = {
  logo: {
    name: 'logo',
    maxBytes: MAX_LOGO_BYTES,
    maxPixels: MAX_LOGO_PIXELS,
    box: { width: 512, height: 192 },
    type: 'image/png',
  },
  example: {
    name: 'image',
    maxBytes: MAX_SLOT_IMAGE_BYTES,
    maxPixels: MAX_SLOT_IMAGE_PIXELS,
    box: { width: 1_280, height: 1_280 },
    type: 'image/jpeg',
  },
  guide: {
    name: 'image',
    maxBytes: MAX_SLOT_IMAGE_BYTES,
    maxPixels: MAX_SLOT_IMAGE_PIXELS,
    box: { width: 1_080, height: 1_080 },
    type: 'image/png',
  },
} as const;

export type Upload = keyof typeof UPLOADS;

const MAGIC_BYTES = [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('\xff\xd8\xff', 'latin1')];
const TRANSPARENT = 128;
/** Less, and it would hide what the camera sees. */
const LEAST_TRANSPARENT = 0.5;

/** Its message may be shown to whoever uploaded the image. */
export class ImageRefusal extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'ImageRefusal';
  }
}

/** What can be told before it is decoded. */
export function refuseForeignImage(bytes: Buffer, upload: Upload): void {
  const { name, maxBytes } = UPLOADS[upload];
  if (bytes.length > maxBytes)
    throw new ImageRefusal(`The ${name} is larger than ${maxBytes / 1024 / 1024} MB.`);
  if (!MAGIC_BYTES.some((magic) => bytes.subarray(0, magic.length).equals(magic)))
    throw new ImageRefusal(`The ${name} must be a PNG or JPEG image.`);
}

export function damagedImage(upload: Upload, cause: unknown): ImageRefusal {
  const { name, maxPixels } = UPLOADS[upload];
  const message = `The ${name} is damaged or has more than ${maxPixels / 1_000_000} megapixels.`;
  return new ImageRefusal(message, { cause });
}

/** `pixels`: four bytes each, the last one how opaque it is. */
export function refuseOpaqueGuide(pixels: Buffer): void {
  let transparent = 0;
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 0) < TRANSPARENT) transparent += 1;
  if (transparent < (pixels.length / 4) * LEAST_TRANSPARENT)
    throw new ImageRefusal('A guide must be a PNG of which at least half is transparent.');
}
