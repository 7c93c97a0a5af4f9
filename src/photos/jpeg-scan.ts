import { setImmediate as untilIdle } from 'node:timers/promises';
import { type CodedData, openCodedData } from './jpeg-coded-data.ts';
import { codeIn, END_OF_BLOCK, LOOKUP_BITS, stepOf, VALUE_BITS, valueIn } from './jpeg-codes.ts';
import { EOI, FIRST_RESTART } from './jpeg-markers.ts';
import { type Block, readScanHeader, type ScanHeader } from './jpeg-scan-header.ts';
import { PhotoRefusal } from './photo-refusal.ts';

/** Some encoders fill up the last word of their output, with zeros. */
const MAX_IDLE_BYTES = 16;
/** Other work of the event loop waits no longer than about this. */
const SLICE_MS = 4;
const LAST_COEFFICIENT = 63;
/** Far more than the pixels of a block can differ from gray. */
const MAX_BRIGHTNESS = 2 ** 15;
/** A step over zeros leads no further than this behind the last coefficient that is wanted. */
export const SLOTS = 32;

/** Takes the first coefficients of each block. */
export interface Picture {
  /** The last coefficient that is wanted of each component. */
  last: number[];
  /** Those of one row of units, 32 for each block. */
  coefficients: Int16Array;
  takeRow(): void;
}

interface Scan {
  photo: Buffer;
  data: CodedData;
  /** The next one to be read. */
  bit: number;
  blocks: (Block & { last: number })[];
  /** Of the block before, for each component. */
  brightness: Int32Array;
  coefficients: Int16Array;
  /** Where those of the next block go to, and how far apart blocks are. */
  slot: number;
  slots: number;
  restarts: number;
}

/**
 * Follows the coded data of a baseline JPEG to its very end. The decoder stops reading when the image is complete, so
 * anything could follow up to the end marker; this refuses it, and all that the decoder would only warn of.
 */
export async function followCodes(photo: Buffer, header: ScanHeader, picture?: Picture): Promise<void> {
  const scan = openScan(photo, header, picture);
  const { unitsAcross, unitsDown, restartInterval } = header;
  let untilRestart = restartInterval;
  let startedAt = performance.now();
  for (let row = 0; row < unitsDown; row += 1) {
    scan.slot = 0;
    scan.coefficients.fill(0);
    for (let left = unitsAcross; left > 0; ) {
      if (untilRestart === 0) passRestart(scan);
      if (untilRestart === 0) untilRestart = restartInterval;
      const units = Math.min(left, untilRestart);
      passUnits(scan, units);
      left -= units;
      untilRestart -= units;
    }
    if (scan.brightness.some((value) => Math.abs(value) > MAX_BRIGHTNESS))
      throw damaged('The coded data has a brightness that no pixel can have.');
    picture?.takeRow();
    if (performance.now() - startedAt < SLICE_MS) continue;
    await untilIdle();
    startedAt = performance.now();
  }
  if (passMarker(scan, EOI, MAX_IDLE_BYTES) !== photo.length)
    throw damaged('There is data after the end of the image.');
}

/** The same for a photo of which nothing else is wanted. Expects what the inspector lets pass. */
export async function refuseHiddenData(photo: Buffer): Promise<void> {
  await followCodes(photo, readScanHeader(photo));
}

function damaged(reason: string): PhotoRefusal {
  return new PhotoRefusal('photo_damaged', reason);
}

function openScan(photo: Buffer, { blocks, components, end }: ScanHeader, picture?: Picture): Scan {
  return {
    photo,
    data: openCodedData(photo, end),
    bit: 0,
    blocks: blocks.map((block) => ({ ...block, last: picture?.last[block.component] ?? 0 })),
    brightness: new Int32Array(components.length),
    coefficients: picture?.coefficients ?? new Int16Array(1),
    slot: 0,
    slots: picture === undefined ? 0 : SLOTS,
    restarts: 0,
  };
}

/**
 * The hot loop: 25 bits or more are read at once, and tell two codes or more. The values of coefficients that no one
 * wants are stepped over, several at a time.
 */
function passUnits(scan: Scan, units: number): void {
  const { data, blocks, brightness, coefficients, slots } = scan;
  const { view } = data;
  let { bit, slot } = scan;
  for (let unit = 0; unit < units; unit += 1) {
    if (bit >= data.limit) bit = data.moveTo(bit);
    for (let index = 0; index < blocks.length; index += 1, slot += slots) {
      const { component, differences, detail, last } = blocks[index] as (typeof blocks)[number];
      const { values, steps } = detail;
      let word = view.getInt32(bit >>> 3) << (bit & 7);
      let entry = differences.values[word >>> (32 - VALUE_BITS)] as number;
      let difference = entry >> 16;
      if (entry !== 0) {
        bit += entry & 0xff;
        word <<= entry;
      } else {
        entry = codeIn(word, differences);
        bit += entry >> 8;
        difference = valueIn(view.getInt32(bit >>> 3) << (bit & 7), entry & 15);
        bit += entry & 15;
        word = view.getInt32(bit >>> 3) << (bit & 7);
      }
      brightness[component] = (brightness[component] as number) + difference;
      coefficients[slot] = brightness[component] as number;
      let place = 0;
      while (place < last) {
        entry = values[word >>> (32 - VALUE_BITS)] as number;
        if (entry !== 0) {
          place += (entry >> 8) & 0xff;
          coefficients[slot + place] = entry >> 16;
          bit += entry & 0xff;
          if (place >= last) break;
          word = view.getInt32(bit >>> 3) << (bit & 7);
          entry = values[word >>> (32 - VALUE_BITS)] as number;
          if (entry !== 0) {
            place += (entry >> 8) & 0xff;
            coefficients[slot + place] = entry >> 16;
            bit += entry & 0xff;
            word <<= entry;
            continue;
          }
        }
        entry = codeIn(view.getInt32(bit >>> 3) << (bit & 7), detail);
        bit += entry >> 8;
        place += stepOf(entry & 0xff);
        coefficients[slot + place] = valueIn(view.getInt32(bit >>> 3) << (bit & 7), entry & 15);
        bit += entry & 15;
        word = view.getInt32(bit >>> 3) << (bit & 7);
      }
      while (place < LAST_COEFFICIENT) {
        word = view.getInt32(bit >>> 3) << (bit & 7);
        entry = steps[word >>> (32 - LOOKUP_BITS)] as number;
        let next = place + (entry >> 5);
        if (next <= LAST_COEFFICIENT) {
          bit += entry & 31;
          place = next;
          word <<= entry;
          entry = steps[word >>> (32 - LOOKUP_BITS)] as number;
          next = place + (entry >> 5);
          if (place < LAST_COEFFICIENT && next <= LAST_COEFFICIENT) {
            bit += entry & 31;
            place = next;
            continue;
          }
        }
        if (place === LAST_COEFFICIENT) break;
        if (next >= END_OF_BLOCK && next < END_OF_BLOCK + LAST_COEFFICIENT) {
          bit += entry & 31;
          break;
        }
        // The block may end within what was taken together: code by code.
        entry = codeIn(view.getInt32(bit >>> 3) << (bit & 7), detail);
        bit += (entry >> 8) + (entry & 15);
        place += stepOf(entry & 0xff);
        if (place > LAST_COEFFICIENT && place < END_OF_BLOCK)
          throw damaged('The coded data has more coefficients than a block.');
      }
    }
  }
  scan.bit = bit;
  scan.slot = slot;
}

function passRestart(scan: Scan): void {
  scan.data.continueAt(passMarker(scan, FIRST_RESTART + (scan.restarts % 8), 0));
  scan.restarts += 1;
  scan.bit = 0;
  scan.brightness.fill(0);
}

/** Whatever is left in front of the marker is not part of the image. Returns where the marker ends. */
function passMarker({ data, bit, photo }: Scan, expected: number, maxIdleBytes: number): number {
  const rest = data.rest(bit);
  if (rest === undefined || rest.bytes.length > maxIdleBytes || rest.bytes.some((byte) => byte !== 0))
    throw damaged('There is data between the image and its end.');
  let at = rest.marker;
  while (photo[at + 1] === 0xff) at += 1;
  if (photo[at + 1] !== expected) throw damaged('The coded data is cut off.');
  return at + 2;
}
