import type { Sharp } from 'sharp';
import { createImageLibrary } from '../photos/image-library.ts';
import { MAX_PIXELS } from '../photos/jpeg-frame.ts';

/** An image as a report carries it. */
export interface ReportImage {
  jpeg: Buffer;
  width: number;
  height: number;
  isGray: boolean;
}

/** Enough for paper at the size that reports show photos in. */
const MAX_PHOTO = { width: 1_400, height: 1_400 };
const PHOTO_QUALITY = 72;
const MAX_LOGO = { width: 640, height: 160 };
const LOGO_QUALITY = 90;

/** Makes images as small as paper needs them. */
export function createReportImages() {
  const library = createImageLibrary();

  async function finished(image: Sharp, max: { width: number; height: number }, quality: number) {
    const { data, info } = await image
      .resize({ ...max, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height, isGray: info.channels === 1 };
  }

  return {
    async photo(jpeg: Buffer): Promise<ReportImage> {
      const sharp = await library();
      return finished(sharp(jpeg, { limitInputPixels: MAX_PIXELS }).autoOrient(), MAX_PHOTO, PHOTO_QUALITY);
    },

    /** On white. */
    async logo(png: Buffer): Promise<ReportImage> {
      const sharp = await library();
      const image = sharp(png).flatten({ background: '#ffffff' }).toColorspace('srgb');
      return finished(image, MAX_LOGO, LOGO_QUALITY);
    },
  };
}
