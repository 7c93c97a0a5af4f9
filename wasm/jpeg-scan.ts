// AssemblyScript, compiled by `npm run wasm` into src/photos/jpeg-scan-wasm.ts. What the tables mean is decided by
// src/photos/jpeg-codes.ts; where they are, and in which order this is called, by src/photos/jpeg-scan.ts.
import { drawUnit, openDrawing } from './jpeg-drawing';
import { BLOCK_BYTES, blocks, coefficients, input, LANES } from './jpeg-memory';

export { paintRows } from './jpeg-drawing';
export { blocks, input, rows, tables, weights } from './jpeg-memory';

/** As much is made ready at once as fits into the processor's cache. */
const WINDOW_BYTES: i32 = 12 * 1024;
/** More than the longest unit can have: ten blocks of 64 coefficients, each of 16 bits for the code and 15 for the value. */
const MARGIN: i32 = 4 * 1024;
const READY_BYTES: i32 = WINDOW_BYTES + MARGIN + LANES;

const LAST_COEFFICIENT: i32 = 63;
const END_OF_BLOCK: i32 = 128;
const ZERO_RUN: i32 = 0xf0;
/** Far more than the pixels of a block can differ from gray. */
const MAX_BRIGHTNESS: i32 = 1 << 15;

const LOOKUP_BITS: i32 = 12;
const VALUE_BITS: i32 = 11;
const CODE_BITS: i32 = 16;
/** So many bits are there whenever eight bytes are read, wherever the first bit is. */
const READ_BITS: i32 = 57;
/** In a table of steps: first the bits that are passed, then the coefficients. */
const PASSED_BITS: i32 = 6;
const PASSED_MASK: i32 = 63;

/** From the end on, so that eight of them are a number with the first one at the left. */
const bytes: usize = memory.data(READY_BYTES, 16);
const top: usize = bytes + READY_BYTES;
const brightness: usize = memory.data(4 * 4, 16);

/** Returns how many bytes of the photo it has put into `input`, from this place on. */
declare function more(at: i32): i32;

let blockCount: i32 = 0;

// The stretch in `input`: where it begins in the photo, what of it was read, and where it ends.
let inputStart: i32 = 0;
let inputAt: i32 = 0;
let inputEnd: i32 = 0;
// The bits that were made ready.
let bit: i32 = 0;
let end: i32 = 0;
let limit: i32 = 0;
let isAtMarker: bool = false;

const CUT_OFF: i32 = 1;
const TOO_MANY_COEFFICIENTS: i32 = 2;
const UNKNOWN_CODE: i32 = 3;
const IMPOSSIBLE_BRIGHTNESS: i32 = 4;
const HIDDEN_DATA: i32 = 5;
let fault: i32 = 0;

export function faultOf(): i32 {
  return fault;
}

export function open(count: i32, drawn: i32, unitsAcross: i32, at: i32): void {
  blockCount = count;
  openDrawing(drawn, unitsAcross);
  fault = 0;
  continueAt(at);
}

/** Begins anew at this place of the photo, with its first bit. */
export function continueAt(at: i32): void {
  inputStart = at;
  inputAt = 0;
  inputEnd = 0;
  bit = 0;
  end = 0;
  limit = 0;
  isAtMarker = false;
  memory.fill(brightness, 0, 16);
}

/** Leaves out the zero behind each 0xFF. */
function fill(): void {
  const ones = i8x16.splat(-1);
  const reversed = i8x16(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  while (end < WINDOW_BYTES && !isAtMarker) {
    if (inputEnd - inputAt < LANES) {
      inputStart += inputAt;
      inputAt = 0;
      inputEnd = more(inputStart);
    }
    const last = min(inputEnd - LANES, inputAt + WINDOW_BYTES - end - LANES);
    while (inputAt <= last) {
      const word = v128.load(input + inputAt);
      if (v128.any_true(i8x16.eq(word, ones))) break;
      v128.store(top - end - LANES, i8x16.swizzle(word, reversed));
      inputAt += LANES;
      end += LANES;
    }
    for (let count = 0; count < LANES && end < WINDOW_BYTES && !isAtMarker; count += 1) {
      if (inputEnd - inputAt < 2) {
        // Of the photo nothing but a byte is left, or its stretch is at its end.
        inputStart += inputAt;
        inputAt = 0;
        inputEnd = more(inputStart);
      }
      const byte: i32 = inputAt < inputEnd ? load<u8>(input + inputAt) : 0xff;
      const next: i32 = inputAt + 1 < inputEnd ? load<u8>(input + inputAt + 1) : 0xff;
      isAtMarker = byte === 0xff && next !== 0;
      if (isAtMarker) break;
      store<u8>(top - 1 - end, byte as u8);
      end += 1;
      inputAt += byte === 0xff ? 2 : 1;
    }
  }
  // What is read behind the end is zero; that it was too much is found at the next unit.
  if (isAtMarker) memory.fill(bytes, 0, READY_BYTES - end);
  limit = 8 * (isAtMarker ? end : end - MARGIN);
}

/** Makes more bits ready, and drops those that were read. */
function moveOn(): void {
  if (bit > 8 * end) {
    fault = CUT_OFF;
    return;
  }
  const read = bit >>> 3;
  memory.copy(top - (end - read), top - end, end - read);
  end -= read;
  bit &= 7;
  fill();
}

/** Where the marker behind the image stands in the photo. In front of it only so many zeros may follow. */
export function passRest(maxIdleBytes: i32): i32 {
  moveOn();
  if (fault !== 0) return 0;
  const next = (bit + 7) >>> 3;
  let isIdle = isAtMarker && end - next <= maxIdleBytes;
  for (let at = next; isIdle && at < end; at += 1) isIdle = load<u8>(top - 1 - at) === 0;
  if (!isIdle) fault = HIDDEN_DATA;
  return inputStart + inputAt;
}

/** At least 57 bits, the next one at the left. */
function bitsAt(at: i32): u64 {
  return load<u64>(top - 8 - (at >>> 3)) << (at & 7);
}

/** T.81 F.2.2.1: the value of so many bits, which stand at the left of a word. Negative ones begin with a zero. */
function valueIn(word: i32, size: i32): i32 {
  return (((word as u32) >>> 1) >>> (31 - size)) + (~(word >> 31) & (1 - (1 << size)));
}

/** How many coefficients a symbol steps over. */
function stepOf(symbol: i32): i32 {
  return (symbol & 15) === 0 && symbol !== ZERO_RUN ? END_OF_BLOCK : (symbol >> 4) + 1;
}

// A table: by 12 bits a code and its length, by 11 bits a code with its value, by 12 bits as many codes as fit; the rest
// is for codes that are longer.
const VALUES: i32 = 8192;
const STEPS: i32 = 16384;
const LIMITS: i32 = 24576;
const PLACES: i32 = 24576 + 68;
const SYMBOLS: i32 = 24576 + 136;

/** Length (from bit 8) and symbol of the code at the left of a word, also of one that is long. */
function codeIn(word: i32, table: usize): i32 {
  const short = load<u16>(table + (((word as u32) >>> (32 - LOOKUP_BITS)) << 1)) as i32;
  if (short !== 0) return short;
  const code = ((word as u32) >>> (32 - CODE_BITS)) as i32;
  for (let length = LOOKUP_BITS + 1; length <= CODE_BITS; length += 1) {
    if (code >= load<i32>(table + LIMITS + (length << 2))) continue;
    const place = (code >> (CODE_BITS - length)) + load<i32>(table + PLACES + (length << 2));
    return (length << 8) | (load<u8>(table + SYMBOLS + place) as i32);
  }
  fault = UNKNOWN_CODE;
  return 0;
}

/** Reads a code and its value one after the other, at `bit`: symbol in the low byte, the value from bit 8. */
function readSlowly(table: usize): i32 {
  const entry = codeIn((bitsAt(bit) >>> 32) as i32, table);
  bit += entry >> 8;
  const value = valueIn((bitsAt(bit) >>> 32) as i32, entry & 15);
  bit += entry & 15;
  return (value << 8) | (entry & 0xff);
}

/** The entry of a table of values for the bits at the left. */
function valueAt(table: usize, word: u64): i32 {
  return load<i32>(table + (((word >>> (64 - VALUE_BITS)) as usize) << 2), VALUES);
}

/** The values of coefficients that no one wants are stepped over, several at a time. Leaves `bit` behind the block. */
function passBlock(block: usize, to: usize): void {
  const detail = load<i32>(block, 8) as usize;
  const last = load<i32>(block, 12);
  const differences = load<i32>(block, 4) as usize;
  const mean = brightness + load<i32>(block);
  let word = bitsAt(bit);
  let entry = valueAt(differences, word);
  let used = entry & 0xff;
  if (entry === 0) {
    entry = readSlowly(differences) << 8;
    word = bitsAt(bit);
  } else {
    word <<= entry as u64;
  }
  store<i32>(mean, load<i32>(mean) + (entry >> 16));
  store<i16>(to, load<i32>(mean) as i16);
  let place: i32 = 0;
  while (place < last) {
    entry = valueAt(detail, word);
    if (entry === 0) {
      bit += used;
      entry = readSlowly(detail);
      entry = ((entry >> 8) << 16) | (stepOf(entry & 0xff) << 8);
      if (fault !== 0) return;
      word = bitsAt(bit);
      used = 0;
    } else {
      word <<= entry as u64;
      used += entry & 0xff;
    }
    place += (entry >> 8) & 0xff;
    store<i16>(to + (place << 1), (entry >> 16) as i16);
    if (used > READ_BITS - VALUE_BITS) {
      bit += used;
      word = bitsAt(bit);
      used = 0;
    }
  }
  bit += used;
  if (place < LAST_COEFFICIENT) passDetail(detail, place);
}

/** Place and bits are counted together, as they stand in the table, so that a step is one lookup, one sum and one shift. */
function passDetail(table: usize, from: i32): void {
  const steps = table + STEPS;
  let passed: i32 = from << PASSED_BITS;
  for (;;) {
    let word = bitsAt(bit);
    let next: i32 = 0;
    // No four lookups pass more bits than were read.
    for (let count: i32 = 0; count < 4; count += 1) {
      const entry = load<u16>(steps + (((word >>> (64 - LOOKUP_BITS)) as usize) << 1)) as i32;
      next = passed + entry;
      if (next >= LAST_COEFFICIENT << PASSED_BITS) break;
      word <<= entry as u64;
      passed = next;
    }
    const place = next >> PASSED_BITS;
    if (place === LAST_COEFFICIENT || (place >= END_OF_BLOCK && place < END_OF_BLOCK + LAST_COEFFICIENT)) {
      bit += next & PASSED_MASK;
      return;
    }
    bit += passed & PASSED_MASK;
    passed &= ~PASSED_MASK;
    if (place < LAST_COEFFICIENT) continue;
    // The block may end within what was taken together: code by code.
    const behind = (passed >> PASSED_BITS) + stepOf(readSlowly(table) & 0xff);
    if (fault === 0 && behind > LAST_COEFFICIENT && behind < END_OF_BLOCK) fault = TOO_MANY_COEFFICIENTS;
    if (behind >= LAST_COEFFICIENT || fault !== 0) return;
    passed = behind << PASSED_BITS;
  }
}

/** Passes these units of a row, of which the first one is the given one; what they look like is kept. */
export function passUnits(first: i32, count: i32): void {
  for (let unit = first; unit < first + count; unit += 1) {
    if (bit >= limit) moveOn();
    for (let index = 0; index < blockCount; index += 1) {
      if (fault !== 0) return;
      const to = coefficients + index * BLOCK_BYTES;
      v128.store(to, i64x2.splat(0));
      v128.store(to, i64x2.splat(0), 16);
      passBlock(blocks + (index << 4), to);
    }
    drawUnit(unit);
  }
}

/** At the end of a row of units. */
export function checkBrightness(): void {
  for (let at: usize = 0; at < 16; at += 4)
    if (abs(load<i32>(brightness + at)) > MAX_BRIGHTNESS) fault = IMPOSSIBLE_BRIGHTNESS;
}
