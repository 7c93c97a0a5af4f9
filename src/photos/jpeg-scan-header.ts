import { type Codes, readCodes } from './jpeg-codes.ts';
import { APP0, APP2, APP14, DHT, DQT, DRI, SOF_BASELINE, SOS } from './jpeg-markers.ts';
import { ICC_ID } from './jpeg-origin.ts';
import { PhotoRefusal } from './photo-refusal.ts';
import { isSrgbProfile } from './srgb-profile.ts';

const COEFFICIENTS = 64;
const MAX_QUANTIZATION = 3;
/** T.81 B.2.3. */
const MAX_BLOCKS_OF_UNIT = 10;
/** All frequencies, in one go. */
const WHOLE_SPECTRUM = [0, COEFFICIENTS - 1, 0];

export interface Component {
  id: number;
  horizontal: number;
  vertical: number;
  /** What its coefficients were divided by, in the file's order. */
  quantization: Uint16Array;
}

interface Frame {
  width: number;
  height: number;
  components: (Omit<Component, 'quantization'> & { table: number })[];
}

/** One block of 8 by 8 coefficients. */
export interface Block {
  /** Its place among the components of the scan. */
  component: number;
  differences: Codes;
  detail: Codes;
}

export interface ScanHeader {
  width: number;
  height: number;
  /** In the order of the scan. */
  components: Component[];
  /** The blocks of one unit, in their order. */
  blocks: Block[];
  unitsAcross: number;
  unitsDown: number;
  /** In units. */
  restartInterval: number;
  /** Where the coded data begins. */
  end: number;
  /** Whether the colors are brightness and two differences, of sRGB, as in nearly every file. */
  hasPlainColors: boolean;
}

function damaged(reason: string): PhotoRefusal {
  return new PhotoRefusal('photo_damaged', reason);
}

/** Reads all that comes before the coded data, as strictly as the decoder does. Expects what the inspector lets pass. */
export function readScanHeader(photo: Buffer): ScanHeader {
  const codes = new Map<number, Codes>();
  const quantization = new Map<number, Uint16Array>();
  let frame: Frame | undefined;
  let restartInterval = 0;
  let hasPlainSegments = true;
  for (let at = 2; at + 4 <= photo.length; ) {
    // Fill bytes.
    while (photo[at + 1] === 0xff) at += 1;
    const marker = photo[at + 1] ?? 0;
    const end = at + 2 + photo.readUInt16BE(at + 2);
    const payload = photo.subarray(at + 4, end);
    if (marker === DHT) readCodes(payload, codes);
    if (marker === DQT) readQuantization(payload, quantization);
    if (marker === DRI) restartInterval = payload.readUInt16BE(0);
    if (marker === SOF_BASELINE) frame = readFrame(payload);
    if (!isPlain(marker, payload)) hasPlainSegments = false;
    if (marker === SOS && frame !== undefined) {
      const components = componentsOf(payload, frame, quantization);
      return {
        ...{ width: frame.width, height: frame.height, components, end },
        blocks: blocksOf(payload, components, codes),
        ...sizeInUnits(frame, components),
        restartInterval: restartInterval === 0 ? Number.POSITIVE_INFINITY : restartInterval,
        hasPlainColors: hasPlainSegments && components.every(({ id }, index) => id === index + 1),
      };
    }
    at = end;
  }
  throw damaged('The image has no scan.');
}

/** Another version of JFIF, Adobe's segment and the profile of another display can change what the colors mean. */
function isPlain(marker: number, payload: Buffer): boolean {
  if (marker === APP0) return payload[5] === 1;
  return marker === APP2 ? isSrgbProfile(payload.subarray(ICC_ID.length)) : marker !== APP14;
}

/** T.81 B.2.4.1. */
function readQuantization(payload: Buffer, tables: Map<number, Uint16Array>): void {
  for (let at = 0; at < payload.length; ) {
    const head = payload[at] ?? 0;
    const bytes = head >> 4 === 0 ? 1 : 2;
    const start = at + 1;
    at = start + bytes * COEFFICIENTS;
    if (at > payload.length || (head & 15) > MAX_QUANTIZATION)
      throw damaged('A quantization table is malformed.');
    const value = (_: unknown, index: number) => payload.readUIntBE(start + bytes * index, bytes);
    tables.set(head & 15, Uint16Array.from({ length: COEFFICIENTS }, value));
  }
}

function readFrame(header: Buffer): Frame {
  const components = Array.from({ length: header[5] ?? 0 }, (_, index) => {
    const [id = 0, sampling = 0, table = 0] = header.subarray(6 + 3 * index);
    return { id, horizontal: sampling >> 4, vertical: sampling & 15, table };
  });
  const isSound = ({ horizontal, vertical }: { horizontal: number; vertical: number }) =>
    horizontal >= 1 && horizontal <= 4 && vertical >= 1 && vertical <= 4;
  if (!components.every(isSound)) throw damaged('The frame header has impossible sampling factors.');
  return { height: header.readUInt16BE(1), width: header.readUInt16BE(3), components };
}

function componentsOf(header: Buffer, frame: Frame, tables: Map<number, Uint16Array>): Component[] {
  const count = frame.components.length;
  const ids = frame.components.map((_, index) => header[1 + 2 * index]);
  const isWhole =
    header.length === 4 + 2 * count && WHOLE_SPECTRUM.every((v, i) => header[1 + 2 * count + i] === v);
  if (!isWhole || new Set(ids).size !== count) throw damaged('The scan header is malformed.');
  return ids.map((id) => {
    const component = frame.components.find((known) => known.id === id);
    const quantization = tables.get(component?.table ?? -1);
    if (!component || !quantization) throw damaged('The scan refers to a table that is missing.');
    const { horizontal, vertical } = component;
    // A single component is coded block by block, whatever its sampling factors.
    return count === 1
      ? { id: component.id, horizontal: 1, vertical: 1, quantization }
      : { id: component.id, horizontal, vertical, quantization };
  });
}

function sizeInUnits({ width, height }: Frame, components: Component[]) {
  const across = 8 * Math.max(...components.map(({ horizontal }) => horizontal));
  const down = 8 * Math.max(...components.map(({ vertical }) => vertical));
  return { unitsAcross: Math.ceil(width / across), unitsDown: Math.ceil(height / down) };
}

function blocksOf(header: Buffer, components: Component[], codes: Map<number, Codes>): Block[] {
  const blocks = components.flatMap(({ horizontal, vertical }, component) => {
    const selectors = header[2 + 2 * component] ?? 0;
    const differences = codes.get(selectors >> 4);
    const detail = codes.get(0x10 | (selectors & 15));
    if (!differences || !detail) throw damaged('The scan refers to a table that is missing.');
    return Array<Block>(horizontal * vertical).fill({ component, differences, detail });
  });
  if (blocks.length > MAX_BLOCKS_OF_UNIT) throw damaged('The frame header has impossible sampling factors.');
  return blocks;
}
