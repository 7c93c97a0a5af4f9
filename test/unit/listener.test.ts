import { expect, it } from 'vitest';
import { headersOf, newSecret } from '../../src/cli/listener.ts';
import { webhookHeaders } from '../../src/webhooks/endpoints/signature.ts';

it('should forward events with the very headers of their webhook', async () => {
  const event = { id: 'evt_1', type: 'photo_request.viewed', body: '{"text":"Schöne Grüße 📷"}' };
  const secret = newSecret();
  const now = Date.UTC(2026, 0, 31, 12, 0, 0, 999);
  const expected = webhookHeaders({ ...event, environment: 'test' }, [secret], now);
  const userAgent = expected['User-Agent'] as string;
  expect(await headersOf(event, { secret, userAgent, now })).toEqual(expected);
});
