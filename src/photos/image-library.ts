import { createRequire } from 'node:module';
import type { Sharp, SharpConstructor } from 'sharp';
import { ServiceError } from '../platform/errors.ts';
import { withTimeLimit } from '../platform/time-limit.ts';

const OPEN_LOADERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'];
const RETRY_AFTER_SECONDS = 5;
/**
 * Longer than any image takes on a busy machine. Users of the library report that its threads can wait for each other for
 * ever: two such images would hold all places in the queue, and no photo would be taken until a restart.
 */
const LONGEST_MS = 60_000;

/** The decoder gave up on an image. Whether the image or the machine is to blame is not known yet. */
export class DecodeError extends Error {
  constructor(cause: unknown) {
    super(`The decoder failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'DecodeError';
  }
}

/** Out of memory, out of file handles, a library that cannot be loaded: says nothing about the image. */
export function imagesUnavailable(cause: unknown): ServiceError {
  return new ServiceError(
    'service_unavailable',
    'Images cannot be processed right now. Try again in a moment.',
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause,
    },
  );
}

/** Loads sharp at its first use: it costs memory and start-up time that many processes never need. */
export function createImageLibrary(): () => Promise<SharpConstructor> {
  let library: SharpConstructor | undefined;
  return async () => {
    try {
      library ??= load();
      return library;
    } catch (cause) {
      throw imagesUnavailable(cause);
    }
  };
}

/** By `require`, which tries again after a failure; `import` would remember it until the process ends. */
function load(): SharpConstructor {
  const sharp: SharpConstructor = createRequire(import.meta.url)('sharp');
  // Every photo is looked at once; a cache would only hold memory and open files.
  sharp.cache(false);
  // Photos run side by side, so each gets one thread.
  sharp.concurrency(1);
  // Without this it also reads SVG, GIF, TIFF, HEIF and what else it finds, whatever the name says.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: OPEN_LOADERS });
  return sharp;
}

/** Warnings about coded data. Others are about the machine. */
const IMAGE_WARNING = /VipsJpeg|read gave/;

/** Runs to the end and passes on the warnings about images that the library hands to this one. */
export function renderWith(image: Sharp, warn: () => void): Promise<Buffer> {
  return attempt(image, warn, () => image.toBuffer());
}

/** The same for bare pixels, of one component (gray) or three. */
export async function pixelsWith(image: Sharp, warn: () => void) {
  const { data, info } = await attempt(image, warn, () => image.raw().toBuffer({ resolveWithObject: true }));
  return { data, width: info.width, height: info.height, channels: info.channels };
}

async function attempt<Result>(image: Sharp, warn: () => void, run: () => Promise<Result>): Promise<Result> {
  image.on('warning', (text) => {
    if (IMAGE_WARNING.test(String(text))) warn();
  });
  const decoding = run().catch((cause) => {
    throw new DecodeError(cause);
  });
  return withTimeLimit(LONGEST_MS, decoding, () => {
    throw imagesUnavailable(new Error(`The image library took more than ${LONGEST_MS} ms`));
  });
}
