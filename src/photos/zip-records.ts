export interface ZipEntryHead {
  name: string;
  bytes: number;
  /** Wall-clock parts: the format knows no time zones. */
  modified: ZipTime;
}

export interface ZipEntry extends ZipEntryHead {
  content(): AsyncIterable<Buffer>;
}

export interface ZipTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

/** The fixed parts of the records of APPNOTE 6.3.10. */
const LOCAL_BYTES = 30;
const DESCRIPTOR_BYTES = 16;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const OFFSET_FIELD_BYTES = 12;
const ZIP64_END_BYTES = 56;
const ZIP64_LOCATOR_BYTES = 20;

const VERSION = 20;
const ZIP64_VERSION = 45;
/** Bit 3: the checksum follows the data. Bit 11: names are UTF-8. */
const FLAGS = 0x0808;
const STORED = 0;
/** Unix and version 6.3: with MS-DOS, Info-ZIP's `unzip` takes UTF-8 names for those of an old code page. */
const MADE_BY_UNIX = 0x033f;
/** A regular file with mode 644, in Unix's half of the attributes. */
const READABLE_FILE = 0o100644 * 2 ** 16;
/** In place of a number that does not fit: the ZIP64 record beside it has the number. */
const ELSEWHERE_16 = 0xffff;
const ELSEWHERE_32 = 0xffff_ffff;

/** The checksum is not known yet: it and the sizes follow in the descriptor. */
export function localHeader({ name, modified }: ZipEntryHead): Buffer {
  const encoded = Buffer.from(name);
  const header = Buffer.alloc(LOCAL_BYTES);
  header.writeUInt32LE(0x0403_4b50, 0);
  writeCommon(header, 4, VERSION, modified);
  header.writeUInt16LE(encoded.length, 26);
  return Buffer.concat([header, encoded]);
}

/** Sizes of 32 bits: no photo has 4 GB. */
export function sizeDescriptor(checksum: number, bytes: number): Buffer {
  const record = Buffer.alloc(DESCRIPTOR_BYTES);
  record.writeUInt32LE(0x0807_4b50, 0);
  record.writeUInt32LE(checksum, 4);
  record.writeUInt32LE(bytes, 8);
  record.writeUInt32LE(bytes, 12);
  return record;
}

export function centralEntry(entry: ZipEntryHead, checksum: number, offset: number): Buffer {
  const { bytes, modified } = entry;
  const name = Buffer.from(entry.name);
  const isFar = offset >= ELSEWHERE_32;
  const extra = isFar ? offsetField(offset) : Buffer.alloc(0);
  const record = Buffer.alloc(CENTRAL_BYTES);
  const version = isFar ? ZIP64_VERSION : VERSION;
  record.writeUInt32LE(0x0201_4b50, 0);
  record.writeUInt16LE(MADE_BY_UNIX, 4);
  writeCommon(record, 6, version, modified);
  record.writeUInt32LE(checksum, 16);
  record.writeUInt32LE(bytes, 20);
  record.writeUInt32LE(bytes, 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE(READABLE_FILE, 38);
  record.writeUInt32LE(Math.min(offset, ELSEWHERE_32), 42);
  return Buffer.concat([record, name, extra]);
}

/** Of ZIP64's extra field, the only part that is needed here. */
function offsetField(offset: number): Buffer {
  const field = Buffer.alloc(OFFSET_FIELD_BYTES);
  field.writeUInt16LE(0x0001, 0);
  field.writeUInt16LE(OFFSET_FIELD_BYTES - 4, 2);
  field.writeBigUInt64LE(BigInt(offset), 4);
  return field;
}

export function endRecords(count: number, directoryBytes: number, directoryOffset: number): Buffer {
  const isZip64 = count >= ELSEWHERE_16 || directoryBytes >= ELSEWHERE_32 || directoryOffset >= ELSEWHERE_32;
  const record = Buffer.alloc(END_BYTES);
  record.writeUInt32LE(0x0605_4b50, 0);
  record.writeUInt16LE(Math.min(count, ELSEWHERE_16), 8);
  record.writeUInt16LE(Math.min(count, ELSEWHERE_16), 10);
  record.writeUInt32LE(Math.min(directoryBytes, ELSEWHERE_32), 12);
  record.writeUInt32LE(Math.min(directoryOffset, ELSEWHERE_32), 16);
  return isZip64 ? Buffer.concat([zip64End(count, directoryBytes, directoryOffset), record]) : record;
}

/** The same numbers with 64 bits, and where they stand. */
function zip64End(count: number, directoryBytes: number, directoryOffset: number): Buffer {
  const record = Buffer.alloc(ZIP64_END_BYTES);
  record.writeUInt32LE(0x0606_4b50, 0);
  record.writeBigUInt64LE(BigInt(ZIP64_END_BYTES - 12), 4);
  record.writeUInt16LE(MADE_BY_UNIX, 12);
  record.writeUInt16LE(ZIP64_VERSION, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(directoryBytes), 40);
  record.writeBigUInt64LE(BigInt(directoryOffset), 48);
  const locator = Buffer.alloc(ZIP64_LOCATOR_BYTES);
  locator.writeUInt32LE(0x0706_4b50, 0);
  locator.writeBigUInt64LE(BigInt(directoryOffset + directoryBytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator]);
}

/** What stands in both headers, one after the other. */
function writeCommon(record: Buffer, at: number, version: number, modified: ZipTime): void {
  record.writeUInt16LE(version, at);
  record.writeUInt16LE(FLAGS, at + 2);
  record.writeUInt16LE(STORED, at + 4);
  record.writeUInt16LE(dosTime(modified), at + 6);
  record.writeUInt16LE(dosDate(modified), at + 8);
}

function dosTime({ hour, minute, second }: ZipTime): number {
  return (hour << 11) | (minute << 5) | (second >> 1);
}

function dosDate({ year, month, day }: ZipTime): number {
  const years = Math.min(127, Math.max(0, year - 1980));
  return (years << 9) | (month << 5) | day;
}
