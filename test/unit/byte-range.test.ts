import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRange } from '../../src/photos/byte-range.ts';

describe('a byte range', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-99', { start: 0, end: 99 }],
    ['bytes=99-', { start: 99, end: 99 }],
    ['bytes=50-1000', { start: 50, end: 99 }],
    ['bytes=-1', { start: 99, end: 99 }],
    ['bytes=-100', { start: 0, end: 99 }],
    ['bytes=-101', { start: 0, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=100-200', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-4', undefined],
    ['bytes=-', undefined],
    ['bytes=', undefined],
    ['bytes=0-1,3-4', undefined],
    ['bytes= 0-1', undefined],
    ['items=0-1', undefined],
    ['bytes=+1-2', undefined],
    ['bytes=1.5-2', undefined],
    [undefined, undefined],
  ])('should be read from %s', (header, expected) => {
    expect(parseRange(header, 100)).toEqual(expected);
  });

  it('should be of nothing in an empty file', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable');
  });

  it('should never reach out of the file', () => {
    const number = fc.oneof(fc.constant(''), fc.nat().map(String), fc.bigInt({ min: 0n }).map(String));
    fc.assert(
      fc.property(number, number, fc.nat(10_000), (from, to, bytes) => {
        const range = parseRange(`bytes=${from}-${to}`, bytes);
        if (range === undefined || range === 'unsatisfiable') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.start).toBeLessThanOrEqual(range.end);
        expect(range.end).toBeLessThan(bytes);
      }),
    );
  });
});
