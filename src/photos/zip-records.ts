export interface ZipEntry {
  name: string;
  bytes: number;
  /** Wall-clock parts: the format knows no time zones. */
  modified: ZipTime;
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

/** The records of APPNOTE 6.3.10, without their names. */
export const HEADER_BYTES = { local: 30, descriptor: 16, central: 46, end: 22 } as const;

const VERSION = 20;
/** Bit 3: the checksum follows the data. Bit 11: names are UTF-8. */
const FLAGS = 0x0808;
const STORED = 0;

/** The checksum is not known yet: it and the sizes follow in the descriptor. */
export function localHeader({ name, modified }: ZipEntry): Buffer {
  const encoded = Buffer.from(name);
  const header = Buffer.alloc(HEADER_BYTES.local);
  header.writeUInt32LE(0x0403_4b50, 0);
  writeCommon(header, 4, modified);
  header.writeUInt16LE(encoded.length, 26);
  return Buffer.concat([header, encoded]);
}

export function sizeDescriptor(checksum: number, bytes: number): Buffer {
  const record = Buffer.alloc(HEADER_BYTES.descriptor);
  record.writeUInt32LE(0x0807_4b50, 0);
  record.writeUInt32LE(checksum, 4);
  record.writeUInt32LE(bytes, 8);
  record.writeUInt32LE(bytes, 12);
  return record;
}

export function centralEntry({ name, bytes, modified }: ZipEntry, checksum: number, offset: number): Buffer {
  const encoded = Buffer.from(name);
  const record = Buffer.alloc(HEADER_BYTES.central);
  record.writeUInt32LE(0x0201_4b50, 0);
  record.writeUInt16LE(VERSION, 4);
  writeCommon(record, 6, modified);
  record.writeUInt32LE(checksum, 16);
  record.writeUInt32LE(bytes, 20);
  record.writeUInt32LE(bytes, 24);
  record.writeUInt16LE(encoded.length, 28);
  record.writeUInt32LE(offset, 42);
  return Buffer.concat([record, encoded]);
}

export function endRecord(count: number, directoryBytes: number, directoryOffset: number): Buffer {
  const record = Buffer.alloc(HEADER_BYTES.end);
  record.writeUInt32LE(0x0605_4b50, 0);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(directoryBytes, 12);
  record.writeUInt32LE(directoryOffset, 16);
  return record;
}

/** What stands in both headers, one after the other. */
function writeCommon(record: Buffer, at: number, modified: ZipTime): void {
  record.writeUInt16LE(VERSION, at);
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
