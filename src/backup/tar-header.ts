/** One file in an archive, in the form that every `tar` reads (POSIX ustar). */
export interface TarEntry {
  name: string;
  bytes: number;
}

export const BLOCK = 512;
const NAME_LENGTH = 100;
const MODE = 0o600;
const CHECKSUM_AT = 148;
const CHECKSUM_LENGTH = 8;
const SIZE_AT = 124;
const SIZE_LENGTH = 12;
/** What eleven octal digits can say. Larger sizes are written in binary, as GNU and BSD tar do. */
const MAX_OCTAL = 8 ** 11 - 1;
const REGULAR_FILE = '0';

export class BrokenArchiveError extends Error {
  override name = 'BrokenArchiveError';
}

export function encodeHeader({ name, bytes }: TarEntry, modifiedAt: number): Buffer {
  if (Buffer.byteLength(name) > NAME_LENGTH) throw new Error(`${name} is too long for the archive`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  writeOctal(header, MODE, 100, 8);
  writeOctal(header, 0, 108, 8);
  writeOctal(header, 0, 116, 8);
  if (bytes <= MAX_OCTAL) writeOctal(header, bytes, SIZE_AT, SIZE_LENGTH);
  else {
    header[SIZE_AT] = 0x80;
    header.writeBigUInt64BE(BigInt(bytes), SIZE_AT + 4);
  }
  writeOctal(header, Math.floor(modifiedAt / 1000), 136, 12);
  header.write(REGULAR_FILE, 156);
  header.write('ustar\u000000', 257);
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, CHECKSUM_AT);
  return header;
}

/** Undefined for a block of zeros, which ends an archive. Throws for anything that `encodeHeader` would not write. */
export function decodeHeader(header: Buffer): TarEntry | undefined {
  if (header.every((byte) => byte === 0)) return undefined;
  const name = header.toString('latin1', 0, NAME_LENGTH).replace(/\0+$/, '');
  const modifiedAt = Number.parseInt(header.toString('latin1', 136, 147), 8) * 1000;
  const entry = { name, bytes: readSize(header) };
  // Links, folders, foreign owners, odd names: whatever is not exactly ours is not read at all.
  const isOurs = Number.isSafeInteger(entry.bytes) && Number.isFinite(modifiedAt);
  if (!isOurs || !encodeHeader(entry, modifiedAt).equals(header)) {
    throw new BrokenArchiveError('It contains an unexpected entry, or it was modified.');
  }
  return entry;
}

/** Files begin at whole blocks. */
export function paddingAfter(bytes: number): number {
  return (BLOCK - (bytes % BLOCK)) % BLOCK;
}

function readSize(header: Buffer): number {
  if (header[SIZE_AT] === 0x80) return Number(header.readBigUInt64BE(SIZE_AT + 4));
  return Number.parseInt(header.toString('latin1', SIZE_AT, SIZE_AT + SIZE_LENGTH - 1), 8);
}

function writeOctal(header: Buffer, value: number, at: number, length: number): void {
  header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at);
}

/** Of the whole header, with blanks in the checksum's place. */
function checksumOf(header: Buffer): number {
  let sum = CHECKSUM_LENGTH * 0x20;
  for (const [at, byte] of header.entries()) {
    if (at < CHECKSUM_AT || at >= CHECKSUM_AT + CHECKSUM_LENGTH) sum += byte;
  }
  return sum;
}
