import { release } from '../platform/release.ts';
import { isSystemError } from '../platform/storage/disk-errors.ts';
import { answerInThread } from '../platform/task-thread.ts';
import { type Look, lookAt } from './evidence/look.ts';
import type { Pixels } from './evidence/pixels.ts';
import { openQuarter, type Quarter } from './jpeg-quarter.ts';
import { followCodes } from './jpeg-scan.ts';
import { readScanHeader } from './jpeg-scan-header.ts';
import { createJpegInspector } from './jpeg-structure.ts';
import { PhotoRefusal } from './photo-refusal.ts';
import type { Followed, OwnBytes, PhotoOutcome, PhotoTask, PhotoWork } from './photo-thread.ts';
import { createPhotoWriter } from './photo-writer.ts';

const HEAD_CHUNK = 16 * 1024;

const work: PhotoWork = { ...createPhotoWriter(), follow, look };

answerInThread<PhotoTask, PhotoOutcome>(
  async ({ name, args }) => {
    try {
      const perform = work[name] as (...given: typeof args) => ReturnType<PhotoWork[typeof name]>;
      return { result: await perform(...args) };
    } catch (error) {
      if (error instanceof PhotoRefusal) return { refusal: { code: error.code, reason: error.reason } };
      if (isSystemError(error)) return { fault: { code: error.code, message: error.message } };
      throw error;
    }
  },
  (outcome) => {
    if (!('result' in outcome && outcome.result && 'decoded' in outcome.result)) return [];
    const { decoded } = outcome.result;
    return [('photo' in decoded ? decoded.photo : decoded.pixels.data).buffer as ArrayBuffer];
  },
);

async function follow(bytes: OwnBytes): Promise<Followed> {
  const photo = Buffer.from(bytes.buffer);
  let quarter: Quarter | undefined;
  try {
    const size = sizeOf(photo);
    const header = readScanHeader(photo);
    quarter = openQuarter(header);
    await followCodes(photo, header, quarter);
    if (quarter === undefined) return { ...size, decoded: { photo: bytes } };
    release(bytes);
    return { ...size, decoded: { pixels: quarter.pixels } };
  } catch (error) {
    for (const refused of [bytes, quarter?.pixels.data]) if (refused !== undefined) release(refused);
    throw error;
  }
}

/** The decoder never sees what the inspector would not take. */
function sizeOf(photo: Buffer): { width: number; height: number } {
  const inspector = createJpegInspector();
  for (let at = 0; at < photo.length; at += HEAD_CHUNK) {
    inspector.push(photo.subarray(at, at + HEAD_CHUNK));
    const size = inspector.size();
    if (size) return size;
  }
  throw new PhotoRefusal('photo_damaged', 'The image is cut off.');
}

function look(pixels: Pixels): Look {
  const seen = lookAt(pixels);
  release(pixels.data);
  return seen;
}
