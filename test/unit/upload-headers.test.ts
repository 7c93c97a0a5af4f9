import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUploadHeaders } from '../../src/capture/upload-headers.ts';
import { ServiceError } from '../../src/platform/errors.ts';

const GOOD = { 'x-photo-slot': '3', 'x-photo-captured-at': '2026-01-31T12:00:00.250Z' };

describe('the headers of an upload', () => {
  it('should be read', () => {
    expect(readUploadHeaders(GOOD)).toEqual({
      slotIndex: 3,
      ticket: undefined,
      capturedAt: Date.UTC(2026, 0, 31, 12, 0, 0, 250),
      location: null,
      hint: null,
      userAgent: '',
    });
    expect(
      readUploadHeaders({
        ...GOOD,
        'x-capture-ticket': '0.abc',
        'x-photo-location': '-12.5, 170.25, 3',
        'x-photo-hint': 'overexposed',
      }),
    ).toMatchObject({
      ticket: '0.abc',
      location: { latitude: -12.5, longitude: 170.25, accuracy: 3 },
      hint: 'overexposed',
    });
  });

  it('should have an accuracy that is known or not, and never a wrong number', () => {
    expect(readUploadHeaders({ ...GOOD, 'x-photo-location': '1,2' }).location?.accuracy).toBeNull();
    expect(() => readUploadHeaders({ ...GOOD, 'x-photo-location': '1,2,' })).toThrow(ServiceError);
  });

  it('should be refused or make sense, whatever they are', () => {
    const text = fc.oneof(fc.string(), fc.double().map(String), fc.constant(undefined));
    const place = fc.tuple(fc.double(), fc.double(), fc.double()).map((numbers) => numbers.join(','));
    fc.assert(
      fc.property(text, text, fc.oneof(text, place), text, (slot, time, location, hint) => {
        try {
          const read = readUploadHeaders({
            'x-photo-slot': slot,
            'x-photo-captured-at': time ?? GOOD['x-photo-captured-at'],
            'x-photo-location': location,
            'x-photo-hint': hint,
          });
          expect(Number.isInteger(read.slotIndex)).toBe(true);
          expect(Number.isFinite(read.capturedAt)).toBe(true);
          expect(Math.abs(read.location?.latitude ?? 0)).toBeLessThanOrEqual(90);
          expect(Math.abs(read.location?.longitude ?? 0)).toBeLessThanOrEqual(180);
          expect(read.location?.accuracy ?? 0).toBeGreaterThanOrEqual(0);
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
        }
      }),
    );
  });
});
