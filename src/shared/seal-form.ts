import { checksumOf } from './checksum.ts';

/**
 * Whether the credentials in a sealed photo have exactly the form in which this service writes them. The C2PA format leaves
 * bytes uncovered that carry no claim (labels, sizes and switches of boxes, counters of the segment), and readers do not
 * look at them. Together with a reader, this notices every changed byte (0097).
 */
export function hasSealForm(jpeg: Uint8Array): boolean {
  const store = findStore(jpeg);
  if (store === undefined) return false;
  const manifests = superBox(store, 'c2pa', 'c2pa');
  const manifest = manifests?.length === 1 ? superBox(manifests[0], 'c2ma', MANIFEST_LABEL) : undefined;
  if (manifest?.length !== 3) return false;
  const assertions = superBox(manifest[0], 'c2as', 'c2pa.assertions');
  const claim = superBox(manifest[1], 'c2cl', 'c2pa.claim.v2');
  const signature = superBox(manifest[2], 'c2cs', 'c2pa.signature');
  return (
    assertions?.every((assertion) => isSingle(superBox(assertion, 'cbor', ASSERTION_LABEL))) === true &&
    isSingle(claim) &&
    isSingle(signature) &&
    hasSignatureForm((signature?.[0] ?? store).subarray(BOX_HEAD))
  );
}

const MANIFEST_LABEL = /^urn:c2pa:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ASSERTION_LABEL = /^[a-z0-9.]+$/;
const BOX_HEAD = 8;
/** Behind the four letters of a type: what every type of the C2PA boxes ends with. */
const TYPE_END = '00110010800000aa00389b71';
/** The label is there, and others may refer to the box by it. */
const TOGGLES = 3;
const APP11 = 0xeb;
const START_OF_SCAN = 0xda;
/** "JP", the number of the box, and that its first part is all of it. */
const SEGMENT_HEAD = '4a50021100000001';

/** The manifest store, where the file has it in one segment. */
function findStore(jpeg: Uint8Array): Uint8Array | undefined {
  for (let at = 2; at + 4 <= jpeg.length; ) {
    const [start, type] = [jpeg[at], jpeg[at + 1]];
    if (start !== 0xff || type === START_OF_SCAN) return undefined;
    const end = at + 2 + number(jpeg, at + 2, 2);
    if (type === APP11) {
      const head = at + 4;
      return hex(jpeg.subarray(head, head + 8)) === SEGMENT_HEAD ? jpeg.subarray(head + 8, end) : undefined;
    }
    at = end;
  }
  return undefined;
}

/** The boxes inside a box of this type and label; undefined when it is not exactly that. */
function superBox(
  box: Uint8Array | undefined,
  type: string,
  label: string | RegExp,
): Uint8Array[] | undefined {
  if (box === undefined || text(box, 4, 8) !== 'jumb' || number(box, 0, 4) !== box.length) return undefined;
  const [description, ...content] = boxesIn(box.subarray(BOX_HEAD)) ?? [];
  if (description === undefined || text(description, 4, 8) !== 'jumd') return undefined;
  const name = text(description, 25, description.length - 1);
  const isNamed = typeof label === 'string' ? name === label : label.test(name);
  const isTyped =
    text(description, 8, 12) === type &&
    hex(description.subarray(12, 24)) === TYPE_END &&
    description[24] === TOGGLES &&
    description.at(-1) === 0;
  return isNamed && isTyped ? content : undefined;
}

/** Undefined when they do not fill these bytes to the last one. */
function boxesIn(bytes: Uint8Array): Uint8Array[] | undefined {
  const boxes: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = number(bytes, at, 4);
    if (length < BOX_HEAD || at + length > bytes.length) return undefined;
    boxes.push(bytes.subarray(at, at + length));
    at += length;
  }
  return boxes;
}

function isSingle(content: Uint8Array[] | undefined): boolean {
  const [box] = content ?? [];
  return content?.length === 1 && box !== undefined && text(box, 4, 8) === 'cbor';
}

/** COSE_Sign1 in CBOR: protected header, unprotected header, no payload, signature. */
function hasSignatureForm(cose: Uint8Array): boolean {
  if (hex(cose.subarray(0, 2)) !== 'd284') return false;
  let at = afterBytes(cose, 2);
  if (hex(cose.subarray(at, at + 3)) === 'b90000') at += 3;
  else {
    at = afterStamp(cose, at);
    if (at === 0) return false;
  }
  return cose[at] === CBOR_NULL && afterBytes(cose, at + 1) === cose.length;
}

const CBOR_NULL = 0xf6;
/** A map of three: "sigTst2", which is a map with one list "tstTokens" of one map with one "val". */
const STAMP_HEAD = `b9000367${'73696754737432'}b9000169${'747374546f6b656e73'}81b9000163${'76616c'}`;
/** "stampChecksum", four bytes. */
const CHECKSUM_HEAD = `6d${'7374616d70436865636b73756d'}44`;
const CHECKSUM_BYTES = 4;
/** "pad", with one byte that says how many zeros follow. */
const PAD_HEAD = `63${'706164'}58`;

/** Where a header with a time stamp that begins here ends; 0 when it is not as we write it. */
function afterStamp(cose: Uint8Array, start: number): number {
  const token = start + STAMP_HEAD.length / 2;
  const checksumHead = afterBytes(cose, token);
  const checksum = checksumHead + CHECKSUM_HEAD.length / 2;
  const padHead = checksum + CHECKSUM_BYTES;
  const pad = padHead + PAD_HEAD.length / 2;
  const end = pad + 1 + number(cose, pad, 1);
  const isWritten =
    hex(cose.subarray(start, token)) === STAMP_HEAD &&
    hex(cose.subarray(checksumHead, checksum)) === CHECKSUM_HEAD &&
    hex(cose.subarray(checksum, padHead)) === hex(checksumOf(contentOf(cose, token, checksumHead))) &&
    hex(cose.subarray(padHead, pad)) === PAD_HEAD &&
    cose.subarray(pad + 1, end).every((byte) => byte === 0);
  return isWritten ? end : 0;
}

/** Of a CBOR byte string between these two. */
function contentOf(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return bytes.subarray(start + (bytes[start] === 0x58 ? 2 : 3), end);
}

/** Where a CBOR byte string that begins here ends; at 0 when there is none. */
function afterBytes(bytes: Uint8Array, at: number): number {
  if (bytes[at] === 0x58) return at + 2 + number(bytes, at + 1, 1);
  return bytes[at] === 0x59 ? at + 3 + number(bytes, at + 1, 2) : 0;
}

function number(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let index = at; index < at + length; index++) value = value * 256 + (bytes[index] ?? 0);
  return value;
}

function text(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
