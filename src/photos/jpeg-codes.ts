import { PhotoRefusal } from './photo-refusal.ts';

/** Codes are looked up by so many of the next bits. Nearly all are shorter, and all tables stay in the processor's cache. */
const LOOKUP_BITS = 12;
/** The same for a code together with the value behind it. */
const VALUE_BITS = 11;
const CODE_BITS = 16;
/** Of the 25 bits that are read at once enough are left for a second lookup. */
const MAX_PASSED_BITS = 13;
const MAX_CODES = 256;
const MAX_TABLE = 3;
/** A difference of brightness has at most so many bits. */
const MAX_DIFFERENCE = 15;
/** Sixteen coefficients that are zero. */
const ZERO_RUN = 0xf0;
/** Stands for a step over more coefficients than a block has: the rest of them is zero. */
const END_OF_BLOCK = 128;
/** Stands for a step that has to be looked up code by code. */
const UNKNOWN_STEP = 64;
/** In a table of steps: first the bits that are passed, then the coefficients. */
const PASSED_BITS = 6;

/** What the next bits of the coded data mean. An entry that is zero means that they have to be looked up otherwise. */
export interface Codes {
  /** By 12 bits: length of the code (from bit 8) and its symbol. */
  lookup: Uint16Array;
  /** By 11 bits: the value (from bit 16), the coefficients to step over (from bit 8), the bits that code and value have. */
  values: Int32Array;
  /** By 12 bits: as many codes as fit into them, taken together. Coefficients to step over (from bit 6), and their bits. */
  steps: Uint16Array;
  /** The first code that is longer, for each length, in 16 bits. */
  limits: Int32Array;
  /** What to add to a code of each length to get the place of its symbol. */
  places: Int32Array;
  symbols: Buffer;
}

function malformed(): PhotoRefusal {
  return new PhotoRefusal('photo_damaged', 'A Huffman table is malformed.');
}

/** T.81 B.2.4.2 and C: class and number of each table, how many codes of each length there are, and their symbols. */
export function readCodes(payload: Buffer, tables: Map<number, Codes>): void {
  for (let at = 0; at < payload.length; ) {
    const name = payload[at] ?? 0;
    const counts = payload.subarray(at + 1, at + 1 + CODE_BITS);
    const count = counts.reduce((sum, length) => sum + length, 0);
    const symbols = payload.subarray(at + 1 + CODE_BITS, at + 1 + CODE_BITS + count);
    const isSound = counts.length === CODE_BITS && symbols.length === count && count <= MAX_CODES;
    if (!isSound || name >> 4 > 1 || (name & 15) > MAX_TABLE) throw malformed();
    tables.set(name, name >> 4 === 0 ? codesOfDifferences(counts, symbols) : codesOfDetail(counts, symbols));
    at += 1 + CODE_BITS + count;
  }
}

/** Of the mean brightness of a block: how it differs from that of the block before. */
function codesOfDifferences(counts: Buffer, symbols: Buffer): Codes {
  if (symbols.some((symbol) => symbol > MAX_DIFFERENCE)) throw malformed();
  const codes = codesWith(counts, symbols);
  return { ...codes, values: valuesOf(codes.lookup, (symbol) => ({ step: 0, size: symbol })) };
}

/** Of all other coefficients: how many zeros stand in front of one. */
function codesOfDetail(counts: Buffer, symbols: Buffer): Codes {
  const codes = codesWith(counts, symbols);
  const values = valuesOf(codes.lookup, (symbol) => ({ step: stepOf(symbol), size: symbol & 15 }));
  return { ...codes, values, steps: stepsOf(codes.lookup) };
}

function stepOf(symbol: number): number {
  const isEnd = (symbol & 15) === 0 && symbol !== ZERO_RUN;
  return isEnd ? END_OF_BLOCK : (symbol >> 4) + 1;
}

function codesWith(counts: Buffer, symbols: Buffer): Codes {
  const lookup = new Uint16Array(2 ** LOOKUP_BITS);
  const limits = new Int32Array(CODE_BITS + 1);
  const places = new Int32Array(CODE_BITS + 1);
  let next = 0;
  for (let length = 1, place = 0; length <= CODE_BITS; length += 1) {
    const last = place + (counts[length - 1] ?? 0);
    const shift = LOOKUP_BITS - length;
    places[length] = place - next;
    for (; place < last; place += 1, next += 1) {
      if (shift >= 0) lookup.fill((length << 8) | (symbols[place] ?? 0), next << shift, (next + 1) << shift);
    }
    // No code consists of ones alone.
    if (counts[length - 1] !== 0 && next >= 2 ** length) throw malformed();
    limits[length] = next << (CODE_BITS - length);
    next *= 2;
  }
  return { lookup, limits, places, symbols, values: new Int32Array(0), steps: new Uint16Array(0) };
}

function valuesOf(lookup: Uint16Array, read: (symbol: number) => { step: number; size: number }): Int32Array {
  const values = new Int32Array(2 ** VALUE_BITS);
  for (let bits = 0; bits < values.length; bits += 1) {
    const entry = lookup[bits << (LOOKUP_BITS - VALUE_BITS)] as number;
    const { step, size } = read(entry & 0xff);
    const length = (entry >> 8) + size;
    if (entry === 0 || length > VALUE_BITS) continue;
    const value = valueIn(bits << (32 - VALUE_BITS + (entry >> 8)), size);
    values[bits] = (value << 16) | (step << 8) | length;
  }
  return values;
}

/** T.81 F.2.2.1: the value of so many bits, which stand at the left of a word. Negative ones begin with a zero. */
function valueIn(word: number, size: number): number {
  return ((word >>> 1) >>> (31 - size)) + (~(word >> 31) & (1 - (1 << size)));
}

function stepsOf(lookup: Uint16Array): Uint16Array {
  const steps = new Uint16Array(lookup.length);
  for (let bits = 0; bits < steps.length; bits += 1) {
    let passed = 0;
    let step = 0;
    while (passed < LOOKUP_BITS && step < END_OF_BLOCK) {
      const entry = lookup[(bits << passed) & (lookup.length - 1)] as number;
      const length = (entry >> 8) + (entry & 15);
      const known = LOOKUP_BITS - passed;
      // Of a single code the bits behind it need not be known.
      const isKnown =
        entry !== 0 && entry >> 8 <= known && length <= (passed === 0 ? MAX_PASSED_BITS : known);
      const next = step + stepOf(entry & 0xff);
      if (!isKnown || next % END_OF_BLOCK >= UNKNOWN_STEP) break;
      passed += length;
      step = next;
    }
    steps[bits] = passed === 0 ? UNKNOWN_STEP << PASSED_BITS : (step << PASSED_BITS) | passed;
  }
  return steps;
}
