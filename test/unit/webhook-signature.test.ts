import { createHmac, timingSafeEqual } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { pooledRandom } from '../../src/platform/random.ts';
import {
  newSigningSecret,
  type SignedEvent,
  webhookHeaders,
} from '../../src/webhooks/endpoints/signature.ts';

const random = pooledRandom();
const BODY = JSON.stringify({
  event: 'photo_request.submitted',
  timestamp: '2026-05-01T12:00:00Z',
  data: { id: 'pr_1', type: 'one_time', instructions: 'Bitte den Zähler 📷 "ganz nah"\n/', photos: [] },
});

function eventWith(body: string): SignedEvent {
  return { id: 'evt_0123', type: 'photo_request.submitted', environment: 'live', body };
}

/** A receiver that knows nothing but spec 6.2. */
function isAccepted(headers: Record<string, string>, body: string | Buffer, secret: string): boolean {
  const computed = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const given = headers['X-Webhook-Signature'] ?? '';
  return given.length === computed.length && timingSafeEqual(Buffer.from(given), Buffer.from(computed));
}

describe('the headers of a webhook', () => {
  it('should be these and no others', () => {
    const headers = webhookHeaders(eventWith(BODY), [newSigningSecret(random)], 1_777_636_800_999);
    expect(headers).toEqual({
      'Content-Type': 'application/json',
      'User-Agent': expect.stringMatching(/^Shutterpost-Webhooks\/\d+\.\d+$/),
      'X-Webhook-Signature': expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
      'X-Webhook-ID': 'evt_0123',
      'X-Webhook-Timestamp': '1777636800',
      'X-Webhook-Event': 'photo_request.submitted',
      'X-Webhook-Environment': 'live',
      'webhook-id': 'evt_0123',
      'webhook-timestamp': '1777636800',
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
  });

  it('should not be created without a secret', () => {
    expect(() => webhookHeaders(eventWith(BODY), [], 0)).toThrow();
  });
});

describe('the signature of spec 6.2', () => {
  const secret = newSigningSecret(random);
  const headers = webhookHeaders(eventWith(BODY), [secret], Date.now());

  it('should have a value that anyone can compute', () => {
    // printf '%s' '{"a":1}' | openssl dgst -sha256 -hmac 'whsec_dGVzdA=='
    const known = webhookHeaders(eventWith('{"a":1}'), ['whsec_dGVzdA=='], 0)['X-Webhook-Signature'];
    expect(known).toBe('sha256=76b6330d4d857f504b19f87046c37f3165bda8ca3d40a56288df025511c7e0f8');
  });

  it('should verify from the raw bytes', () => {
    expect(isAccepted(headers, Buffer.from(BODY, 'utf8'), secret)).toBe(true);
  });

  it('should verify from a body that was parsed and written again', () => {
    expect(isAccepted(headers, JSON.stringify(JSON.parse(BODY)), secret)).toBe(true);
  });

  it('should not verify another body or with another secret', () => {
    expect(isAccepted(headers, `${BODY} `, secret)).toBe(false);
    expect(isAccepted(headers, BODY, newSigningSecret(random))).toBe(false);
  });

  it('should be that of the current secret during a rotation', () => {
    const next = newSigningSecret(random);
    const rotating = webhookHeaders(eventWith(BODY), [secret, next], Date.now());
    expect(isAccepted(rotating, BODY, secret)).toBe(true);
    expect(isAccepted(rotating, BODY, next)).toBe(false);
  });
});

describe('the signature of Standard Webhooks', () => {
  it('should verify with their own library, whatever the body', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const body = JSON.stringify({ data: JSON.parse(text) });
        const secret = newSigningSecret(random);
        const headers = webhookHeaders(eventWith(body), [secret], Date.now());
        const webhook = new Webhook(secret);
        const parsed = JSON.parse(body);
        expect(webhook.verify(Buffer.from(body), headers)).toEqual(parsed);
        expect(webhook.verify(JSON.stringify(parsed), headers)).toEqual(parsed);
      }),
    );
  });

  it('should not verify with another secret, body, id or time', () => {
    const secret = newSigningSecret(random);
    const headers = webhookHeaders(eventWith(BODY), [secret], Date.now());
    const webhook = new Webhook(secret);
    expect(() => new Webhook(newSigningSecret(random)).verify(BODY, headers)).toThrow();
    expect(() => webhook.verify(`${BODY} `, headers)).toThrow();
    expect(() => webhook.verify(BODY, { ...headers, 'webhook-id': 'evt_other' })).toThrow();
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(() => webhook.verify(BODY, { ...headers, 'webhook-timestamp': later })).toThrow();
  });

  it('should be there for both secrets during a rotation', () => {
    const [current, next] = [newSigningSecret(random), newSigningSecret(random)];
    const headers = webhookHeaders(eventWith(BODY), [current, next], Date.now());
    for (const secret of [current, next]) {
      expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
    }
  });
});

describe('a signing secret', () => {
  it('should be whsec_ and 32 bytes in base64, each time others', () => {
    const secrets = Array.from({ length: 100 }, () => newSigningSecret(random));
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    }
  });
});
