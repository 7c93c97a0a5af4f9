import { SOF_PROGRESSIVE } from './jpeg-markers.ts';
import { PhotoRefusal } from './photo-refusal.ts';

export const SHORTEST_SIDE = 240;
export const MOST_PIXELS = 50_000_000;
/** A progressive image is decoded with all its coefficients in memory, up to 6 bytes per pixel. */
export const MOST_PROGRESSIVE_PIXELS = 16_000_000;

export interface JpegFrame {
  width: number;
  height: number;
  components: number;
  progressive: boolean;
}

/** Reads the frame header (T.81 B.2.2). Refuses by the header alone what would take too much to decode. */
export function readFrame(marker: number, header: Buffer): JpegFrame {
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
    progressive: marker === SOF_PROGRESSIVE,
  };
  refuseSize(frame);
  return frame;
}

function refuseSize({ width, height, progressive }: JpegFrame): void {
  if (width === 0 || height === 0)
    throw new PhotoRefusal('photo_damaged', 'The frame header states no size.');
  if (Math.min(width, height) < SHORTEST_SIDE) {
    throw new PhotoRefusal(
      'photo_too_small',
      `${width}x${height}: the shorter side is under ${SHORTEST_SIDE}.`,
    );
  }
  const most = progressive ? MOST_PROGRESSIVE_PIXELS : MOST_PIXELS;
  if (width * height > most) {
    throw new PhotoRefusal(
      'photo_too_many_pixels',
      `${width}x${height}: more than ${most / 1e6} megapixels.`,
    );
  }
}
