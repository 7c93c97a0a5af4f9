import { PhotoRefusal } from './photo-refusal.ts';

/** As much is made ready at once as fits into the processor's cache. */
const WINDOW = 32 * 1024;
/** More than the longest unit can have: ten blocks of 64 coefficients, each of 16 bits for the code and 15 for the value. */
const MARGIN = 4 * 1024;

/**
 * The coded data of a JPEG up to the next marker, a stretch at a time, without the zero behind each 0xFF. Whoever reads it
 * takes the bits from `view` and counts them.
 */
export interface CodedData {
  view: DataView;
  /** A unit whose first bit is here or behind it may not be in the view as a whole. */
  limit: number;
  /** Moves the view on to the bit that is read next, and returns where that is from then on. */
  moveTo(bit: number): number;
  /** What follows from the next whole byte on; undefined when no marker comes in sight. */
  rest(bit: number): { bytes: Buffer; marker: number } | undefined;
  /** Begins anew in the file, at the first bit. */
  continueAt(at: number): void;
}

export function openCodedData(photo: Buffer, start: number): CodedData {
  const bytes = Buffer.alloc(WINDOW + MARGIN);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const source = new DataView(photo.buffer, photo.byteOffset, photo.length);
  let at = start;
  let end = 0;
  let isAtMarker = false;

  /** Word by word, as long as none has a 0xFF. */
  function copyWords(): void {
    const last = Math.min(photo.length - 4, at + WINDOW - 4 - end);
    let [from, to] = [at, end];
    for (; from <= last; from += 4, to += 4) {
      const word = source.getInt32(from);
      if (((~word - 0x01010101) & word & 0x80808080) !== 0) break;
      view.setInt32(to, word);
    }
    at = from;
    end = to;
  }

  function copyByte(): void {
    const byte = photo[at] ?? 0xff;
    isAtMarker = byte === 0xff && photo[at + 1] !== 0;
    if (isAtMarker) return;
    bytes[end] = byte;
    end += 1;
    at += byte === 0xff ? 2 : 1;
  }

  function fill(): void {
    while (end < WINDOW && !isAtMarker) {
      copyWords();
      for (let count = 0; count < 4 && end < WINDOW && !isAtMarker; count += 1) copyByte();
    }
    // What is read behind the end is zero; that it was too much is found at the next unit.
    if (isAtMarker) bytes.fill(0, end);
    data.limit = 8 * (isAtMarker ? end : end - MARGIN);
  }

  const data: CodedData = {
    view,
    limit: 0,
    moveTo(bit) {
      if (bit > 8 * end) throw new PhotoRefusal('photo_damaged', 'The coded data is cut off.');
      bytes.copyWithin(0, bit >>> 3, end);
      end -= bit >>> 3;
      fill();
      return bit & 7;
    },
    rest(bit) {
      const next = Math.ceil(data.moveTo(bit) / 8);
      return isAtMarker ? { bytes: bytes.subarray(next, end), marker: at } : undefined;
    },
    continueAt(next) {
      at = next;
      end = 0;
      isAtMarker = false;
      data.limit = 0;
    },
  };
  return data;
}
