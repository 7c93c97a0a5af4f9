/** ICC.1:2022, 7.2 and 7.3. */
const HEADER = 128;
const TAG = 12;
const MAX_TAGS = 32;
/** Each element begins at a multiple of four. */
const MAX_PADDING = 3;
/** A display, and what it shows. */
const DEVICE_CLASS = 'mntr';
const COLOR_SPACES = ['RGB ', 'GRAY'];

/** Whether this is the profile of a display, whole and with nothing between or behind its elements. */
export function isColorProfile(profile: Buffer): boolean {
  if (profile.length < HEADER + 4 || profile.readUInt32BE(0) !== profile.length) return false;
  const text = (from: number) => profile.toString('latin1', from, from + 4);
  if (text(36) !== 'acsp' || text(12) !== DEVICE_CLASS || !COLOR_SPACES.includes(text(16))) return false;
  const count = profile.readUInt32BE(HEADER);
  const tableEnd = HEADER + 4 + TAG * count;
  if (count === 0 || count > MAX_TAGS || tableEnd > profile.length) return false;
  const elements = Array.from({ length: count }, (_, index) => {
    const at = HEADER + 4 + TAG * index;
    const start = profile.readUInt32BE(at + 4);
    return { start, end: start + profile.readUInt32BE(at + 8) };
  });
  return areAdjacent(elements, tableEnd, profile.length);
}

/** Several tags may share an element. */
function areAdjacent(elements: { start: number; end: number }[], from: number, to: number): boolean {
  let end = from;
  for (const element of elements.toSorted((a, b) => a.start - b.start)) {
    if (element.start - end > MAX_PADDING || element.start < from) return false;
    end = Math.max(end, element.end);
  }
  return end <= to && to - end <= MAX_PADDING;
}
