/** ICC.1:2022, 7.2 and 7.3. */
const HEADER = 128;
const TAG = 12;
const MAX_TAGS = 32;
/** Each element begins at a multiple of four. */
const MAX_PADDING = 3;
/** A display, and what it shows. */
const DEVICE_CLASS = 'mntr';
const COLOR_SPACES = ['RGB ', 'GRAY'];

interface Element {
  name: string;
  start: number;
  end: number;
}

/** Whether this is the profile of a display, whole and with nothing between or behind its elements. */
export function isColorProfile(profile: Buffer): boolean {
  if (profile.length < HEADER + 4 || profile.readUInt32BE(0) !== profile.length) return false;
  const text = (from: number) => profile.toString('latin1', from, from + 4);
  if (text(36) !== 'acsp' || text(12) !== DEVICE_CLASS || !COLOR_SPACES.includes(text(16))) return false;
  const count = profile.readUInt32BE(HEADER);
  const tableEnd = HEADER + 4 + TAG * count;
  if (count === 0 || count > MAX_TAGS || tableEnd > profile.length) return false;
  return areAdjacent(elementsOf(profile), tableEnd, profile.length);
}

/** Of one that is sound: whether each element is what the profiles of browsers hold, and could hide nothing longer than a name. */
export function isPlainProfile(profile: Buffer): boolean {
  return elementsOf(profile).every(({ start, end }) => {
    const element = profile.subarray(start, end);
    return KINDS[element.toString('latin1', 0, 4)]?.(element) ?? false;
  });
}

/** ICC.1:2022, 10: the kinds of elements that make up the profile of a display, and of what size they are. */
const MAX_TEXT = 256;
const isText = ({ length }: Buffer) => length <= MAX_TEXT;
const isOfLength =
  (...lengths: number[]) =>
  ({ length }: Buffer) =>
    lengths.includes(length);
const KINDS: Record<string, (element: Buffer) => boolean> = {
  desc: isText,
  mluc: isText,
  text: isText,
  'XYZ ': isOfLength(20),
  sf32: isOfLength(44),
  cicp: isOfLength(12),
  'sig ': isOfLength(12),
  meas: isOfLength(36),
  view: isOfLength(36),
  para: isOfLength(16, 24, 28, 32, 40),
  curv: isRisingCurve,
};

/** A curve from dark to bright never falls, which other data does at once. */
function isRisingCurve(element: Buffer): boolean {
  const count = element.length >= 12 ? element.readUInt32BE(8) : -1;
  if (element.length !== 12 + 2 * count) return false;
  const values = Array.from({ length: count }, (_, index) => element.readUInt16BE(12 + 2 * index));
  return values.every((value, index) => value >= (values[index - 1] ?? 0));
}

/** Of a profile that is sound. */
export function elementsOf(profile: Buffer): Element[] {
  return Array.from({ length: profile.readUInt32BE(HEADER) }, (_, index) => {
    const at = HEADER + 4 + TAG * index;
    const start = profile.readUInt32BE(at + 4);
    const name = profile.toString('latin1', at, at + 4);
    return { name, start, end: start + profile.readUInt32BE(at + 8) };
  });
}

/** Several tags may share an element. */
function areAdjacent(elements: Element[], from: number, to: number): boolean {
  let end = from;
  for (const element of elements.toSorted((a, b) => a.start - b.start)) {
    if (element.start - end > MAX_PADDING || element.start < from) return false;
    end = Math.max(end, element.end);
  }
  return end <= to && to - end <= MAX_PADDING;
}
