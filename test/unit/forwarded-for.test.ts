import { describe, expect, it } from 'vitest';
import { cleanForwardedFor } from '../../src/platform/http/forwarded-for.ts';

describe('X-Forwarded-For', () => {
  it.each([
    ['203.0.113.1', '203.0.113.1'],
    ['203.0.113.1:5678', '203.0.113.1'],
    ['[2001:DB8:0:0::1]:80', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:203.0.113.1', '203.0.113.1'],
    ['192.0.2.1, 203.0.113.1', '192.0.2.1, 203.0.113.1'],
    // What is left of a non-address was not written by a proxy that can be trusted.
    ['192.0.2.1, unknown, 203.0.113.1', '203.0.113.1'],
    ['unknown', undefined],
    ['203.0.113.1, _hidden', undefined],
    ['', undefined],
    ['fe80::1%eth0', undefined],
    ['203.0.113.1.', undefined],
    ['0x7f.1', undefined],
    [`203.0.113.1${' '.repeat(10_000)}x`, undefined],
  ])('should keep the addresses of %j', (sent, kept) => {
    const request = { headers: { 'x-forwarded-for': sent } };

    cleanForwardedFor(request);

    expect(request.headers['x-forwarded-for']).toBe(kept);
  });
});
