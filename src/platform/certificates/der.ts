/** What X.509 and time stamps need of DER (ITU-T X.690). */

export function element(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...head), content]);
}

export function sequence(...parts: Buffer[]): Buffer {
  return element(0x30, Buffer.concat(parts));
}

export function setOf(part: Buffer): Buffer {
  return element(0x31, part);
}

/** The identifier's content in hexadecimal. */
export function objectId(hex: string): Buffer {
  return element(0x06, Buffer.from(hex, 'hex'));
}

/** Never negative: a first bit that is set gets a zero byte before it. */
export function integer(value: Buffer): Buffer {
  const isSigned = (value[0] ?? 0) >= 0x80;
  return element(0x02, isSigned ? Buffer.concat([Buffer.of(0), value]) : value);
}

export function boolean(value: boolean): Buffer {
  return element(0x01, Buffer.of(value ? 0xff : 0));
}

export function octets(content: Buffer): Buffer {
  return element(0x04, content);
}

/** Whole bytes alone. */
export function bits(content: Buffer, unusedBits = 0): Buffer {
  return element(0x03, Buffer.concat([Buffer.of(unusedBits), content]));
}

export function utf8(text: string): Buffer {
  return element(0x0c, Buffer.from(text));
}

/** With two digits of the year until 2049 and with four from then on, as X.509 asks for. */
export function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]/g, '').slice(0, 14);
  const isShort = date.getUTCFullYear() < 2050;
  return element(isShort ? 0x17 : 0x18, Buffer.from(`${isShort ? digits.slice(2) : digits}Z`));
}

/** A tag that only means something in its context. */
export function tagged(number: number, content: Buffer, { isPrimitive = false } = {}): Buffer {
  return element((isPrimitive ? 0x80 : 0xa0) + number, content);
}
