import { setImmediate as untilIdle } from 'node:timers/promises';
import { DHT, DRI, EOI, isRestart, SOF_BASELINE, SOS } from './jpeg-markers.ts';
import { PhotoRefusal } from './photo-refusal.ts';

/** Some encoders fill up the last word of their output, with zeros. */
const MAX_IDLE_BYTES = 16;
/** Other work of the event loop waits no longer than about this. */
const SLICE_MS = 4;
const CODE_BITS = 16;
/** As many as fit into the 32 bits that JavaScript shifts. */
const MAX_CODE_AND_EXTRA = 32;
/** Sixteen coefficients that are zero. */
const ZERO_RUN = 0xf0;

interface Component {
  id: number;
  horizontal: number;
  vertical: number;
}

/** One block of 8 by 8 coefficients is coded with these tables: from 16 bits of input to length and symbol. */
interface BlockTables {
  dc: Uint16Array;
  ac: Uint16Array;
}

interface Scan {
  photo: Buffer;
  /** Where the next byte is read from. */
  at: number;
  bits: number;
  count: number;
  /** How many of the bits are not from the file, because a marker was reached. */
  made: number;
  /** The blocks of one MCU, in their order. */
  blocks: BlockTables[];
  units: number;
  perRow: number;
  restartInterval: number;
  /** Bytes between the last coded bit and the marker behind it. */
  idleBytes: number;
}

/**
 * Follows the coded data of a baseline JPEG to its very end, without computing a pixel. The decoder stops reading when the
 * image is complete, so anything could follow up to the end marker; this refuses it. Expects what the inspector lets pass.
 */
export async function refuseHiddenData(photo: Buffer): Promise<void> {
  const scan = openScan(photo);
  let startedAt = performance.now();
  for (let done = 0; done < scan.units; ) {
    const untilRestart = scan.restartInterval - (done % scan.restartInterval);
    const units = Math.min(untilRestart, scan.perRow, scan.units - done);
    passUnits(scan, units);
    done += units;
    if (done % scan.restartInterval === 0 && done < scan.units) passMarker(scan, isRestart);
    if (performance.now() - startedAt < SLICE_MS) continue;
    await untilIdle();
    startedAt = performance.now();
  }
  passMarker(scan, (marker) => marker === EOI);
  if (scan.at !== photo.length) throw damaged('There is data after the end of the image.');
}

function damaged(reason: string): PhotoRefusal {
  return new PhotoRefusal('photo_damaged', reason);
}

function openScan(photo: Buffer): Scan {
  const tables = new Map<number, Uint16Array>();
  let frame: { width: number; height: number; components: Component[] } | undefined;
  let restartInterval = 0;
  for (let at = 2; at + 4 <= photo.length; ) {
    // Fill bytes.
    while (photo[at + 1] === 0xff) at += 1;
    const marker = photo[at + 1];
    const end = at + 2 + photo.readUInt16BE(at + 2);
    const payload = photo.subarray(at + 4, end);
    if (marker === DHT) readTables(payload, tables);
    if (marker === DRI) restartInterval = payload.readUInt16BE(0);
    if (marker === SOF_BASELINE) frame = readComponents(payload);
    if (marker === SOS && frame !== undefined) {
      const size = sizeInUnits(frame);
      const blocks = blocksOf(payload, frame.components, tables);
      return {
        ...{ photo, at: end, bits: 0, count: 0, made: 0, blocks, idleBytes: 0 },
        units: size.across * size.down,
        perRow: size.across,
        restartInterval: restartInterval === 0 ? Number.POSITIVE_INFINITY : restartInterval,
      };
    }
    at = end;
  }
  throw damaged('The image has no scan.');
}

function readComponents(header: Buffer) {
  const components = Array.from({ length: header[5] ?? 0 }, (_, index): Component => {
    const [id = 0, sampling = 0] = header.subarray(6 + 3 * index);
    return { id, horizontal: sampling >> 4, vertical: sampling & 15 };
  });
  const isSound = ({ horizontal, vertical }: Component) =>
    horizontal >= 1 && horizontal <= 4 && vertical >= 1 && vertical <= 4;
  if (!components.every(isSound)) throw damaged('The frame header has impossible sampling factors.');
  return { height: header.readUInt16BE(1), width: header.readUInt16BE(3), components };
}

function sizeInUnits({ width, height, components }: ReturnType<typeof readComponents>) {
  // A single component is coded block by block, whatever its sampling factors.
  const isSingle = components.length === 1;
  const across = isSingle ? 1 : Math.max(...components.map(({ horizontal }) => horizontal));
  const down = isSingle ? 1 : Math.max(...components.map(({ vertical }) => vertical));
  return { across: Math.ceil(width / (8 * across)), down: Math.ceil(height / (8 * down)) };
}

function blocksOf(header: Buffer, components: Component[], tables: Map<number, Uint16Array>): BlockTables[] {
  return components.flatMap((_, index) => {
    const [id, selectors = 0] = header.subarray(1 + 2 * index);
    const component = components.find((known) => known.id === id);
    const dc = tables.get(selectors >> 4);
    const ac = tables.get(0x10 | (selectors & 15));
    if (!component || !dc || !ac) throw damaged('The scan refers to a table that is missing.');
    const blocks = components.length === 1 ? 1 : component.horizontal * component.vertical;
    return Array<BlockTables>(blocks).fill({ dc, ac });
  });
}

/** T.81 B.2.4.2 and C: class and number of each table, how many codes of each length there are, and their symbols. */
function readTables(payload: Buffer, tables: Map<number, Uint16Array>): void {
  for (let at = 0; at < payload.length; ) {
    const lookup = new Uint16Array(2 ** CODE_BITS);
    let symbol = at + 17;
    let next = 0;
    for (let length = 1; length <= CODE_BITS; length += 1) {
      const span = 2 ** (CODE_BITS - length);
      for (let left = payload[at + length] ?? 0; left > 0; left -= 1) {
        if (symbol >= payload.length || next + span > lookup.length)
          throw damaged('A Huffman table is malformed.');
        lookup.fill((length << 8) | (payload[symbol] ?? 0), next, next + span);
        symbol += 1;
        next += span;
      }
    }
    tables.set(payload[at] ?? 0, lookup);
    at = symbol;
  }
}

/** The hot loop, without a call inside: one lookup for each coefficient that is not zero. */
function passUnits(scan: Scan, units: number): void {
  const { photo, blocks } = scan;
  let { at, bits, count, made } = scan;
  for (let unit = 0; unit < units; unit += 1) {
    for (let block = 0; block < blocks.length; block += 1) {
      const { dc, ac } = blocks[block] as BlockTables;
      let table = dc;
      for (let coefficient = 0; coefficient < 64; ) {
        // Enough for the longest code and the 15 bits that may follow it.
        while (count <= MAX_CODE_AND_EXTRA - 8) {
          let byte = photo[at] as number;
          if (byte !== 0xff) at += 1;
          else if (photo[at + 1] === 0) at += 2;
          else {
            // A marker: there is nothing more to read.
            byte = 0;
            made += 8;
          }
          bits = (bits << 8) | byte;
          count += 8;
        }
        const entry = table[(bits >>> (count - CODE_BITS)) & 0xffff] as number;
        if (entry === 0) throw damaged('The coded data has a code that is in no table.');
        count -= (entry >> 8) + (entry & 15);
        if (table === dc) coefficient = 1;
        else if ((entry & 15) !== 0) coefficient += ((entry >> 4) & 15) + 1;
        else if ((entry & 0xff) === ZERO_RUN) coefficient += 16;
        else break;
        table = ac;
      }
    }
    if (count < made) throw damaged('The coded data is cut off.');
  }
  Object.assign(scan, { at, bits, count, made });
}

/** Whatever is left in front of the marker is not part of the image. */
function passMarker(scan: Scan, isExpected: (marker: number) => boolean): void {
  const { photo } = scan;
  const found = scan.made > 0 ? scan.at : markerBehind(photo, scan.at);
  const unread = (scan.count - scan.made) >> 3;
  scan.idleBytes += unread + found - scan.at;
  const isEmpty = lastBytes(scan.bits >>> scan.made, unread) === 0 && isZero(photo.subarray(scan.at, found));
  if (!isEmpty || scan.idleBytes > MAX_IDLE_BYTES)
    throw damaged('There is data between the image and its end.');
  let at = found;
  while (photo[at + 1] === 0xff) at += 1;
  if (!isExpected(photo[at + 1] ?? 0)) throw damaged('The coded data is cut off.');
  Object.assign(scan, { at: at + 2, bits: 0, count: 0, made: 0 });
}

const lastBytes = (bits: number, bytes: number) => bits & (2 ** (8 * bytes) - 1);
const isZero = (bytes: Buffer) => bytes.every((byte) => byte === 0);

function markerBehind(photo: Buffer, from: number): number {
  for (let at = photo.indexOf(0xff, from); at !== -1; at = photo.indexOf(0xff, at + 2)) {
    if (photo[at + 1] !== 0) return at;
  }
  return photo.length;
}
