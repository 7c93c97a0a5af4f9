import type { Sharp, SharpConstructor } from 'sharp';

const OPEN_LOADERS = ['VipsForeignLoadJpegFile', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'];

/** Loads sharp at its first use: it costs memory and start-up time that many processes never need. */
export function createImageLibrary(): () => Promise<SharpConstructor> {
  let library: Promise<SharpConstructor> | undefined;
  return () => {
    library ??= load();
    return library;
  };
}

async function load(): Promise<SharpConstructor> {
  const { default: sharp } = await import('sharp');
  // Every photo is looked at once; a cache would only hold memory and open files.
  sharp.cache(false);
  // Photos run side by side, so each gets one thread.
  sharp.concurrency(1);
  // Without this it also reads SVG, GIF, TIFF, HEIF and what else it finds, whatever the name says.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: OPEN_LOADERS });
  return sharp;
}

/** Runs to the end and passes on the warnings that the library hands to this image. */
export async function renderWith(image: Sharp, warn: () => void): Promise<Buffer> {
  image.on('warning', warn);
  return image.toBuffer();
}
