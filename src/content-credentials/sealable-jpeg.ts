import type { Asset } from '@trustnxt/c2pa-ts/asset';

const MARKER = 0xff;
const APP0 = 0xe0;
const APP11 = 0xeb;
const START_BYTES = 2;
/** Marker, length, "JP", the number of the box, and that its first part is all of it. */
const SEGMENT_HEAD = Uint8Array.from([MARKER, APP11, 0, 0, 0x4a, 0x50, 0x02, 0x11, 0, 0, 0, 1]);
const MARKER_BYTES = 2;
/** A segment's length is written in two bytes, and counts itself. */
const MAX_SEGMENT_BYTES = 65_535;

/**
 * A JPEG file with one segment for a manifest behind its first header. Nothing else in it is read or moved: the library's
 * own class does not know that any marker may stand behind fill bytes.
 */
export class SealableJpeg implements Asset {
  readonly mimeType = 'image/jpeg';
  readonly #start: number;
  #data: Uint8Array;
  #reserved = 0;

  constructor(jpeg: Uint8Array) {
    this.#data = jpeg;
    this.#start = endOfHeader(jpeg);
  }

  getDataLength(): number {
    return this.#data.length;
  }

  async getDataRange(start = 0, length = this.#data.length - start): Promise<Uint8Array> {
    return this.#data.subarray(start, start + length);
  }

  getManifestJUMBF(): undefined {
    return undefined;
  }

  dumpInfo(): string {
    return `JPEG of ${this.#data.length} bytes`;
  }

  async ensureManifestSpace(length: number): Promise<void> {
    const bytes = SEGMENT_HEAD.length + length;
    if (bytes - MARKER_BYTES > MAX_SEGMENT_BYTES)
      throw new Error(`The manifest of ${length} bytes does not fit into one segment`);
    const data = new Uint8Array(this.#data.length + bytes);
    data.set(this.#data.subarray(0, this.#start));
    data.set(SEGMENT_HEAD, this.#start);
    new DataView(data.buffer).setUint16(this.#start + MARKER_BYTES, bytes - MARKER_BYTES);
    data.set(this.#data.subarray(this.#start), this.#start + bytes);
    this.#data = data;
    this.#reserved = bytes;
  }

  getHashExclusionRange(): { start: number; length: number } {
    return { start: this.#start, length: this.#reserved };
  }

  async writeManifestJUMBF(manifest: Uint8Array): Promise<void> {
    if (SEGMENT_HEAD.length + manifest.length !== this.#reserved)
      throw new Error('The manifest is not as long as the room for it');
    this.#data.set(manifest, this.#start + SEGMENT_HEAD.length);
  }
}

/**
 * Behind the JFIF header, which readers expect first, or else behind the start of the file: the official reader loses count
 * of where a manifest stands behind fill bytes.
 */
function endOfHeader(jpeg: Uint8Array): number {
  if (jpeg[START_BYTES] !== MARKER || jpeg[START_BYTES + 1] !== APP0) return START_BYTES;
  return START_BYTES + MARKER_BYTES + (((jpeg[4] ?? 0) << 8) | (jpeg[5] ?? 0));
}
