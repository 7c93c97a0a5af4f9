import type { Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { cleanForwardedFor, createProxyWarning } from '../../src/platform/http/forwarded-for.ts';

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

describe('the warning of a proxy that no one declared', () => {
  const warnings = (peers: string[], headers: Record<string, string>) => {
    const log = { warn: vi.fn() };
    const warn = createProxyWarning(log);
    for (const remoteAddress of peers) warn({ headers, socket: { remoteAddress } as Socket });
    return log.warn.mock.calls.length;
  };
  const forwarded = { 'x-forwarded-for': '203.0.113.7' };

  it.each(['127.0.0.1', '::ffff:172.18.0.2', '10.0.0.5', '192.168.1.2', '::1', 'fd00::2'])(
    'should be written once for calls from %s',
    (peer) => expect(warnings([peer, peer], forwarded)).toBe(1),
  );

  it('should not be written for calls from elsewhere or without the header', () => {
    expect(warnings(['198.51.100.7', '2001:db8::1', '172.32.0.1', ''], forwarded)).toBe(0);
    expect(warnings(['127.0.0.1'], {})).toBe(0);
  });
});
