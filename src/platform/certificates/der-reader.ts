/** One element of DER, with the elements inside it when it has any. */
export interface DerElement {
  tag: number;
  content: Buffer;
  /** With its tag and length. */
  whole: Buffer;
}

const LONG_LENGTH = 0x80;
const MAX_LENGTH_BYTES = 4;

export class MalformedDerError extends Error {
  constructor() {
    super('It is not valid DER');
    this.name = 'MalformedDerError';
  }
}

/** The elements that stand one after the other in these bytes. */
export function readElements(bytes: Buffer): DerElement[] {
  const elements: DerElement[] = [];
  for (let at = 0; at < bytes.length; ) {
    const element = readElement(bytes.subarray(at));
    elements.push(element);
    at += element.whole.length;
  }
  return elements;
}

/** The element at the end of a path of indexes, from the first element of these bytes down. */
export function elementAt(bytes: Buffer, ...path: number[]): DerElement {
  let element = readElement(bytes);
  for (const index of path) {
    const inner = readElements(element.content)[index];
    if (inner === undefined) throw new MalformedDerError();
    element = inner;
  }
  return element;
}

function readElement(bytes: Buffer): DerElement {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined) throw new MalformedDerError();
  const lengthBytes = first < LONG_LENGTH ? 0 : first - LONG_LENGTH;
  if (lengthBytes > MAX_LENGTH_BYTES || bytes.length < 2 + lengthBytes) throw new MalformedDerError();
  const length = lengthBytes === 0 ? first % LONG_LENGTH : bytes.readUIntBE(2, lengthBytes);
  const start = 2 + lengthBytes;
  if (bytes.length < start + length) throw new MalformedDerError();
  return {
    tag,
    content: bytes.subarray(start, start + length),
    whole: bytes.subarray(0, start + length),
  };
}
