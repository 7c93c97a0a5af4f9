import { SOF_PROGRESSIVE } from './jpeg-markers.ts';
import { PhotoRefusal } from './photo-refusal.ts';

export const MIN_SIDE = 240;
export const MAX_PIXELS = 50_000_000;

export interface JpegFrame {
  width: number;
  height: number;
  components: number;
}

/** Reads the frame header (T.81 B.2.2). Refuses by the header alone what would take too much to decode. */
export function readFrame(marker: number, header: Buffer): JpegFrame {
  // No canvas writes one, and decoding it holds all coefficients in memory, up to 6 bytes per pixel.
  if (marker === SOF_PROGRESSIVE)
    throw new PhotoRefusal('photo_not_live', 'A canvas writes no progressive image.');
  const components = header[5] ?? 0;
  if (header.length < 6 || header.length !== 6 + 3 * components) {
    throw new PhotoRefusal('photo_damaged', 'The frame header has a wrong length.');
  }
  if (header[0] !== 8 || (components !== 1 && components !== 3)) {
    throw new PhotoRefusal('photo_not_jpeg', 'Only 8 bits and 1 or 3 components are supported.');
  }
  const frame = {
    height: header.readUInt16BE(1),
    width: header.readUInt16BE(3),
    components,
  };
  refuseSize(frame);
  return frame;
}

function refuseSize({ width, height }: JpegFrame): void {
  if (width === 0 || height === 0)
    throw new PhotoRefusal('photo_damaged', 'The frame header states no size.');
  if (Math.min(width, height) < MIN_SIDE) {
    throw new PhotoRefusal('photo_too_small', `${width}x${height}: the shorter side is under ${MIN_SIDE}.`);
  }
  if (width * height > MAX_PIXELS) {
    throw new PhotoRefusal(
      'photo_too_many_pixels',
      `${width}x${height}: more than ${MAX_PIXELS / 1e6} megapixels.`,
    );
  }
}
