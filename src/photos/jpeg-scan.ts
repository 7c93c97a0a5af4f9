import { setImmediate as untilIdle } from 'node:timers/promises';
import type { Codes } from './jpeg-codes.ts';
import { EOI, FIRST_RESTART } from './jpeg-markers.ts';
import { readScanHeader, type ScanHeader } from './jpeg-scan-header.ts';
import { COMPILED } from './jpeg-scan-wasm.ts';
import { PhotoRefusal } from './photo-refusal.ts';

/** Some encoders fill up the last word of their output, with zeros. */
const MAX_IDLE_BYTES = 16;
/** Other work of the event loop waits no longer than about this. */
const SLICE_MS = 4;
const INPUT_BYTES = 8 * 1024;
/** Where the parts of a table stand in its room. */
const TABLE_BYTES = 25 * 1024;
const PARTS = { lookup: 0, values: 8_192, steps: 16_384, limits: 24_576, places: 24_644, symbols: 24_712 };
const WEIGHTS_BYTES = 64;
/** The faults of wasm/jpeg-scan.ts, from 1 on. */
const FAULTS = [
  'The coded data is cut off.',
  'The coded data has more coefficients than a block.',
  'The coded data has a code that is in no table.',
  'The coded data has a brightness that no pixel can have.',
  'There is data between the image and its end.',
];

/** Takes the picture that the first coefficients of each block are. */
export interface Picture {
  /** How many blocks of brightness, across and down, there are for each block of color. */
  sampling: 1 | 2;
  /** The last coefficient that is wanted of each component. */
  last: number[];
  /** How much each of these adds to the first pixel of a block. */
  weights: Int32Array[];
  /** Red, green and blue of the rows of pixels that belong to one row of units. */
  takeRows(rows: Uint8Array): void;
}

/** What wasm/jpeg-scan.ts exports. */
interface Exports {
  memory: { buffer: ArrayBuffer };
  input: { value: number };
  tables: { value: number };
  blocks: { value: number };
  weights: { value: number };
  rows: { value: number };
  faultOf(): number;
  open(blocks: number, sampling: number, unitsAcross: number, at: number): void;
  continueAt(at: number): void;
  passUnits(first: number, count: number): void;
  checkBrightness(): void;
  paintRows(): void;
  passRest(maxIdleBytes: number): number;
}

type Follower = ReturnType<typeof createFollower>;

let compiled: WebAssembly.Module | undefined;
/** As many as were ever at work at the same time; each holds less than a megabyte. */
const idleFollowers: Follower[] = [];

function createFollower() {
  let photo: Buffer = Buffer.alloc(0);
  compiled ??= new WebAssembly.Module(Buffer.from(COMPILED, 'base64'));
  const instance = new WebAssembly.Instance(compiled, {
    'jpeg-scan': {
      more(at: number): number {
        const stretch = photo.subarray(at, at + INPUT_BYTES);
        memory.set(stretch, scan.input.value);
        return stretch.length;
      },
    },
  });
  const scan = instance.exports as unknown as Exports;
  const memory = new Uint8Array(scan.memory.buffer);

  function write(values: ArrayBufferView, at: number): void {
    memory.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at);
  }

  function writeTable(codes: Codes, at: number): void {
    for (const part of Object.keys(PARTS) as (keyof typeof PARTS)[]) write(codes[part], at + PARTS[part]);
  }

  return {
    open(file: Buffer, { blocks, components, unitsAcross, end }: ScanHeader, picture?: Picture): void {
      photo = file;
      const codes = [...new Set(blocks.flatMap(({ differences, detail }) => [differences, detail]))];
      const addressOf = (table: Codes) => scan.tables.value + TABLE_BYTES * codes.indexOf(table);
      for (const table of codes) writeTable(table, addressOf(table));
      const described = blocks.flatMap(({ component, differences, detail }) => {
        const last = picture?.last[component] ?? 0;
        return [4 * component, addressOf(differences), addressOf(detail), last];
      });
      write(Int32Array.from(described), scan.blocks.value);
      for (const index of components.keys()) {
        const weights = picture?.weights[index];
        if (weights !== undefined) write(weights, scan.weights.value + WEIGHTS_BYTES * index);
      }
      scan.open(blocks.length, picture?.sampling ?? 0, unitsAcross, end);
    },
    close(): void {
      photo = Buffer.alloc(0);
    },
    continueAt: scan.continueAt,
    pass(first: number, count: number): void {
      scan.passUnits(first, count);
      refuseFault();
    },
    /** After the last unit of a row. */
    finishRow(unitsAcross: number, picture: Picture | undefined): void {
      scan.checkBrightness();
      refuseFault();
      if (picture === undefined) return;
      scan.paintRows();
      const pixels = unitsAcross * (2 * picture.sampling) ** 2;
      picture.takeRows(memory.subarray(scan.rows.value, scan.rows.value + 3 * pixels));
    },
    /** Whatever is left in front of the marker is not part of the image. Returns where the marker ends. */
    passMarker(expected: number, maxIdleBytes: number): number {
      let at = scan.passRest(maxIdleBytes);
      refuseFault();
      while (photo[at + 1] === 0xff) at += 1;
      if (photo[at + 1] !== expected) throw damaged('The coded data is cut off.');
      return at + 2;
    },
  };

  function refuseFault(): void {
    const fault = scan.faultOf();
    if (fault !== 0) throw damaged(FAULTS[fault - 1] ?? '');
  }
}

/**
 * Follows the coded data of a baseline JPEG to its very end. The decoder stops reading when the image is complete, so
 * anything could follow up to the end marker; this refuses it, and all that the decoder would only warn of.
 */
export async function followCodes(photo: Buffer, header: ScanHeader, picture?: Picture): Promise<void> {
  const follower = idleFollowers.pop() ?? createFollower();
  try {
    follower.open(photo, header, picture);
    await followRows(follower, header, picture);
    if (follower.passMarker(EOI, MAX_IDLE_BYTES) !== photo.length)
      throw damaged('There is data after the end of the image.');
  } finally {
    follower.close();
    idleFollowers.push(follower);
  }
}

async function followRows(follower: Follower, header: ScanHeader, picture?: Picture): Promise<void> {
  const { unitsAcross, unitsDown, restartInterval } = header;
  let untilRestart = restartInterval;
  let restarts = 0;
  let startedAt = performance.now();
  for (let row = 0; row < unitsDown; row += 1) {
    for (let unit = 0; unit < unitsAcross; ) {
      if (untilRestart === 0) {
        follower.continueAt(follower.passMarker(FIRST_RESTART + (restarts % 8), 0));
        restarts += 1;
        untilRestart = restartInterval;
      }
      const units = Math.min(unitsAcross - unit, untilRestart);
      follower.pass(unit, units);
      unit += units;
      untilRestart -= units;
    }
    follower.finishRow(unitsAcross, picture);
    if (performance.now() - startedAt < SLICE_MS) continue;
    await untilIdle();
    startedAt = performance.now();
  }
}

/** The same for a photo of which nothing else is wanted. Expects what the inspector lets pass. */
export async function refuseHiddenData(photo: Buffer): Promise<void> {
  await followCodes(photo, readScanHeader(photo));
}

function damaged(reason: string): PhotoRefusal {
  return new PhotoRefusal('photo_damaged', reason);
}
