import type { ByteRange } from '../platform/storage/storage.ts';

const SINGLE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** RFC 9110, 14.2: what is not one byte range is ignored, and the whole file is sent. */
export function parseRange(
  header: string | undefined,
  bytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, from, to] = SINGLE.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  if (from === '') {
    // The last so many bytes.
    const length = Math.min(Number(to), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 };
  }
  if (to !== '' && Number(to) < Number(from)) return undefined;
  if (Number(from) >= bytes) return 'unsatisfiable';
  return { start: Number(from), end: to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1) };
}
