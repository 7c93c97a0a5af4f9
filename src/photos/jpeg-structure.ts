import { createEncoderReader, type EncoderTraits } from './jpeg-encoder.ts';
import { type JpegFrame, readFrame } from './jpeg-frame.ts';
import {
  DHT,
  DQT,
  DRI,
  EOI,
  isExtra,
  isKindNoBrowserWrites,
  isRestart,
  SOF_BASELINE,
  SOF_PROGRESSIVE,
  SOI,
  SOS,
} from './jpeg-markers.ts';
import { createOriginCheck, MAX_KEPT_LENGTH, type OriginCheck } from './jpeg-origin.ts';
import { PhotoRefusal, type PhotoRefusalCode } from './photo-refusal.ts';

/**
 * A canvas writes one. With several the decoder keeps the whole image in memory, 300 MB for 49 megapixels in a file of
 * half a megabyte, and goes over it once for each.
 */
const MAX_SCANS = 1;
/** The standard allows any number; no encoder of a browser writes one, and megabytes of them would be stored. */
const MAX_FILL_BYTES = 16;
/** One for each table that can exist: four for quantization, and four of each class for Huffman codes. */
const MAX_TABLE_SEGMENTS: Record<number, number> = { [DQT]: 4, [DHT]: 8, [DRI]: 1 };

/** The payload lengths the standard allows: T.81 B.2.2 to B.2.4. */
const PAYLOAD_LENGTHS: Record<number, { shortest: number; longest: number }> = {
  [SOF_BASELINE]: { shortest: 6, longest: 6 + 3 * 4 },
  [SOF_PROGRESSIVE]: { shortest: 6, longest: 6 + 3 * 4 },
  [SOS]: { shortest: 6, longest: 4 + 2 * 4 },
  [DQT]: { shortest: 65, longest: 4 * 129 },
  [DHT]: { shortest: 17, longest: 8 * (17 + 256) },
  [DRI]: { shortest: 2, longest: 2 },
};

export interface JpegFacts {
  bytes: number;
  width: number;
  height: number;
  scans: number;
  encoder: EncoderTraits;
  /** Parts that no known browser writes, and no camera app, gallery or editor either. */
  unfamiliar: string[];
}

interface Reading {
  step: Step;
  bytes: number;
  segments: number;
  tableSegments: Record<number, number>;
  fillBytes: number;
  scans: number;
  frame: JpegFrame | undefined;
  origin: OriginCheck;
  encoder: ReturnType<typeof createEncoderReader>;
  marker: number;
  /** Of the segment's payload, as far as its two bytes have been read. */
  length: number;
  passed: number;
  keep: number;
  kept: Buffer;
}

/** Takes bytes of the chunk from a position on and returns the next position. */
type Step = (reading: Reading, chunk: Buffer, at: number) => number;

/** Looks at a photo while it streams by and refuses it, by throwing a PhotoRefusal, at the first wrong byte. */
export function createJpegInspector() {
  const reading = newReading();
  let refusal: unknown;
  return {
    push(chunk: Buffer): void {
      if (refusal) throw refusal;
      try {
        for (let at = 0; at < chunk.length; ) at = reading.step(reading, chunk, at);
        reading.bytes += chunk.length;
      } catch (error) {
        refusal = error;
        throw error;
      }
    },
    /** Known once the frame header has gone by. */
    size: () => reading.frame && { width: reading.frame.width, height: reading.frame.height },
    finish(): JpegFacts {
      if (refusal) throw refusal;
      return factsOf(reading);
    },
  };
}

function newReading(): Reading {
  return {
    step: startPrefix,
    bytes: 0,
    segments: 0,
    tableSegments: {},
    fillBytes: 0,
    scans: 0,
    frame: undefined,
    origin: createOriginCheck(),
    encoder: createEncoderReader(),
    marker: 0,
    length: 0,
    passed: 0,
    keep: 0,
    kept: Buffer.alloc(MAX_KEPT_LENGTH),
  };
}

function factsOf({ step, bytes, segments, scans, frame, encoder, origin }: Reading): JpegFacts {
  if (segments === 0) throw refuse('photo_not_jpeg', 'The body ends before the first JPEG segment.');
  if (step !== afterEnd || !frame) throw refuse('photo_damaged', 'The image is cut off.');
  const { width, height } = frame;
  const unfamiliar = [...origin.unfamiliar(), ...(encoder.hasUnusedTables() ? ['tables'] : [])];
  return { bytes, width, height, scans, encoder: encoder.traits(), unfamiliar };
}

function refuse(code: PhotoRefusalCode, reason: string): PhotoRefusal {
  return new PhotoRefusal(code, reason);
}

function startPrefix(reading: Reading, chunk: Buffer, at: number): number {
  if (chunk[at] !== 0xff) throw refuse('photo_not_jpeg', 'The body does not start as a JPEG image.');
  reading.step = startCode;
  return at + 1;
}

function startCode(reading: Reading, chunk: Buffer, at: number): number {
  if (chunk[at] !== SOI) throw refuse('photo_not_jpeg', 'The body does not start as a JPEG image.');
  reading.step = markerPrefix;
  return at + 1;
}

function markerPrefix(reading: Reading, chunk: Buffer, at: number): number {
  if (chunk[at] !== 0xff) {
    if (reading.segments === 0) throw refuse('photo_not_jpeg', 'No JPEG segment follows the start.');
    throw refuse('photo_damaged', 'There is data between two segments.');
  }
  reading.step = markerCode;
  return at + 1;
}

function markerCode(reading: Reading, chunk: Buffer, at: number): number {
  const code = chunk[at] ?? 0;
  if (code === 0xff) countFillByte(reading);
  else takeMarker(reading, code);
  return at + 1;
}

/** In the coded data a 0xFF is followed by 0 (it was data), by a restart marker, or by the next segment. */
function codedData(reading: Reading, chunk: Buffer, at: number): number {
  let from = at;
  for (;;) {
    const found = chunk.indexOf(0xff, from);
    if (found === -1) return chunk.length;
    const code = chunk[found + 1];
    if (code === undefined || (code !== 0 && !isRestart(code))) {
      reading.step = codedDataMarker;
      return found + 1;
    }
    from = found + 2;
  }
}

function codedDataMarker(reading: Reading, chunk: Buffer, at: number): number {
  const code = chunk[at] ?? 0;
  if (code === 0 || isRestart(code)) reading.step = codedData;
  else if (code === 0xff) countFillByte(reading);
  else takeMarker(reading, code);
  return at + 1;
}

/** T.81 B.1.1.2: any marker may be preceded by fill bytes 0xFF. */
function countFillByte(reading: Reading): void {
  reading.fillBytes += 1;
  if (reading.fillBytes > MAX_FILL_BYTES) throw refuse('photo_not_live', 'A canvas writes no fill bytes.');
}

function afterEnd(): number {
  throw refuse('photo_damaged', 'There is data after the end of the image.');
}

function takeMarker(reading: Reading, marker: number): void {
  if (marker === EOI && reading.scans > 0) {
    reading.step = afterEnd;
    return;
  }
  if (isKindNoBrowserWrites(marker)) throw refuse('photo_not_jpeg', 'This kind of JPEG is not supported.');
  if (PAYLOAD_LENGTHS[marker] === undefined && !isExtra(marker)) {
    throw refuse('photo_damaged', `The marker 0x${marker.toString(16)} is out of place.`);
  }
  if (isExtra(marker) && reading.scans > 0) {
    throw refuse('photo_not_live', 'A canvas writes nothing else after the first scan.');
  }
  refuseOrder(reading, marker);
  reading.marker = marker;
  reading.step = lengthHigh;
}

function refuseOrder(reading: Reading, marker: number): void {
  reading.segments += 1;
  const limit = MAX_TABLE_SEGMENTS[marker];
  if (limit !== undefined) {
    const count = (reading.tableSegments[marker] ?? 0) + 1;
    if (count > limit) throw refuse('photo_not_live', 'A canvas writes each table once.');
    reading.tableSegments[marker] = count;
  }
  if (marker === SOS) {
    if (!reading.frame) throw refuse('photo_damaged', 'A scan comes before the frame header.');
    reading.scans += 1;
    if (reading.scans > MAX_SCANS) throw refuse('photo_not_live', 'A canvas writes one scan.');
  }
  if ((marker === SOF_BASELINE || marker === SOF_PROGRESSIVE) && reading.frame) {
    throw refuse('photo_damaged', 'There is a second frame header.');
  }
}

function lengthHigh(reading: Reading, chunk: Buffer, at: number): number {
  reading.length = (chunk[at] ?? 0) << 8;
  reading.step = lengthLow;
  return at + 1;
}

function lengthLow(reading: Reading, chunk: Buffer, at: number): number {
  // The stated length counts its own two bytes.
  reading.length += (chunk[at] ?? 0) - 2;
  reading.keep = openSegment(reading);
  reading.passed = 0;
  reading.step = payload;
  return at + 1;
}

/** How many bytes of the payload are to be looked at. */
function openSegment({ marker, length, origin }: Reading): number {
  if (length < 0) throw refuse('photo_damaged', 'A segment has an impossible length.');
  const lengths = PAYLOAD_LENGTHS[marker];
  if (lengths === undefined) return origin.open(marker, length);
  if (length < lengths.shortest || length > lengths.longest) {
    throw refuse('photo_damaged', 'A segment has an impossible length.');
  }
  return marker === DRI ? 0 : length;
}

function payload(reading: Reading, chunk: Buffer, at: number): number {
  const end = Math.min(chunk.length, at + reading.length - reading.passed);
  if (reading.passed < reading.keep) chunk.copy(reading.kept, reading.passed, at, end);
  reading.passed += end - at;
  if (reading.passed === reading.length) closeSegment(reading);
  return end;
}

function closeSegment(reading: Reading): void {
  const { marker, origin, encoder } = reading;
  const seen = reading.kept.subarray(0, Math.min(reading.length, reading.keep));
  reading.step = marker === SOS ? codedData : markerPrefix;
  if (isExtra(marker)) origin.read(marker, seen);
  encoder.read(marker, seen);
  if (marker === SOF_BASELINE || marker === SOF_PROGRESSIVE) reading.frame = readFrame(marker, seen);
  if (marker === SOS && reading.frame) {
    if (seen[0] !== reading.frame.components) {
      throw refuse('photo_not_live', 'A canvas writes all components in one scan.');
    }
    origin.compareWith(reading.frame);
  }
}
