import { DHT, DQT, extraName, isExtra, SOF_BASELINE, SOS } from './jpeg-markers.ts';

/** How a file was encoded: what the tables and the order of its parts tell about the program that wrote it. */
export interface EncoderTraits {
  /** 1 to 100 on the scale of the JPEG group's library; null: tables of its own. */
  quality: number | null;
  /** How the colors are sampled, such as `4:2:0`; `gray` for one component. */
  sampling: string;
  /** Whether the codes are those of the standard or were computed for this picture. */
  codes: 'standard' | 'computed';
  /** Segments beside the image, in their order. */
  extras: string[];
}

/** T.81 K.1 and K.2, in natural order: the tables that qualities are counted from. */
const LUMINANCE = [
  [16, 11, 10, 16, 24, 40, 51, 61],
  [12, 12, 14, 19, 26, 58, 60, 55],
  [14, 13, 16, 24, 40, 57, 69, 56],
  [14, 17, 22, 29, 51, 87, 80, 62],
  [18, 22, 37, 56, 68, 109, 103, 77],
  [24, 35, 55, 64, 81, 104, 113, 92],
  [49, 64, 78, 87, 103, 121, 120, 101],
  [72, 92, 95, 98, 112, 100, 103, 99],
].flat();
const CHROMINANCE = Array.from({ length: 64 }, (_, index) => {
  const slow = [
    [17, 18, 24, 47],
    [18, 21, 26, 66],
    [24, 26, 56, 99],
    [47, 66, 99, 99],
  ];
  return slow[index >> 3]?.[index & 7] ?? 99;
});
const ZIGZAG = zigzagOrder();
/** T.81 K.3.3: how many codes there are of each length, for the brightness. */
const STANDARD_COUNTS: Record<number, string> = {
  0: '00010501010101010100000000000000',
  16: '0002010303020403050504040000017d',
};

/** From frequency in the file's order to its place in the block. */
function zigzagOrder(): number[] {
  const places = Array.from({ length: 64 }, (_, index) => ({ index, x: index & 7, y: index >> 3 }));
  const diagonal = ({ x, y }: { x: number; y: number }) => x + y;
  return places
    .sort((a, b) => diagonal(a) - diagonal(b) || (diagonal(a) % 2 === 0 ? b.y - a.y : a.y - b.y))
    .map(({ index }) => index);
}

/** Collects what the segments tell while they go by. */
export function createEncoderReader() {
  const tables = new Map<number, number[]>();
  const counts = new Map<number, string>();
  const extras: string[] = [];
  const used = { tables: new Set<number>(), codes: new Set<number>() };
  let sampling = '';
  return {
    read(marker: number, payload: Buffer): void {
      if (isExtra(marker)) extras.push(extraName(marker));
      if (marker === DQT) readQuantization(payload, tables);
      if (marker === DHT) readCodeCounts(payload, counts);
      if (marker === SOF_BASELINE) sampling = samplingOf(payload);
      if (marker === SOF_BASELINE)
        for (let at = 8; at < payload.length; at += 3) used.tables.add(payload[at] ?? 0);
      if (marker === SOS) for (const code of codesOfScan(payload)) used.codes.add(code);
    },
    /** A table that nothing refers to is no part of the image. */
    hasUnusedTables: () =>
      [...tables.keys()].some((table) => !used.tables.has(table)) ||
      [...counts.keys()].some((code) => !used.codes.has(code)),
    traits: (): EncoderTraits => ({
      quality: qualityOf(tables),
      sampling,
      codes: Object.entries(STANDARD_COUNTS).every(
        ([table, lengths]) => counts.get(Number(table)) === lengths,
      )
        ? 'standard'
        : 'computed',
      extras,
    }),
  };
}

function readQuantization(payload: Buffer, tables: Map<number, number[]>): void {
  for (let at = 0; at < payload.length; ) {
    const head = payload[at] ?? 0;
    const bytes = head >> 4 === 0 ? 1 : 2;
    if (at + 1 + 64 * bytes > payload.length) return;
    const start = at + 1;
    const value = (index: number) =>
      bytes === 1 ? (payload[start + index] as number) : payload.readUInt16BE(start + 2 * index);
    const natural = new Array<number>(64);
    ZIGZAG.forEach((place, index) => {
      natural[place] = value(index);
    });
    tables.set(head & 15, natural);
    at = start + 64 * bytes;
  }
}

function readCodeCounts(payload: Buffer, counts: Map<number, string>): void {
  for (let at = 0; at + 17 <= payload.length; ) {
    const lengths = payload.subarray(at + 1, at + 17);
    counts.set(payload[at] ?? 0, lengths.toString('hex'));
    at += 17 + lengths.reduce((sum, count) => sum + count, 0);
  }
}

/** Class and number of the tables of codes that the components of a scan use. */
function codesOfScan(header: Buffer): number[] {
  return Array.from({ length: header[0] ?? 0 }, (_, index) => header[2 + 2 * index] ?? 0).flatMap(
    (selectors) => [selectors >> 4, 16 | (selectors & 15)],
  );
}

function samplingOf(header: Buffer): string {
  if (header[5] === 1) return 'gray';
  const [first, second, third] = [header[7] ?? 0, header[10] ?? 0, header[13] ?? 0];
  const names: Record<number, string> = { 17: '4:4:4', 33: '4:2:2', 34: '4:2:0', 18: '4:4:0', 65: '4:1:1' };
  const other = `${first.toString(16)}/${second.toString(16)}/${third.toString(16)}`;
  return second === 17 && third === 17 ? (names[first] ?? other) : other;
}

function qualityOf(tables: Map<number, number[]>): number | null {
  const [brightness, color] = [tables.get(0), tables.get(1)];
  for (let quality = 100; brightness !== undefined && quality >= 1; quality -= 1) {
    const fits = isScaled(brightness, LUMINANCE, quality);
    if (fits && (color === undefined || isScaled(color, CHROMINANCE, quality))) return quality;
  }
  return null;
}

/** As the JPEG group's library scales its tables. */
function isScaled(table: number[], base: number[], quality: number): boolean {
  const percent = quality < 50 ? Math.floor(5_000 / quality) : 200 - 2 * quality;
  return base.every(
    (value, index) => table[index] === Math.min(Math.max(Math.floor((value * percent + 50) / 100), 1), 255),
  );
}
