import type { Exchange } from '../src/webhooks/client/guarded-client.ts';
import { NOW } from './screenshot-site.ts';

export const CLAIMS_URL = 'https://claims.nordlicht.example/hooks/shutterpost';
export const WAREHOUSE_URL = 'https://warehouse.nordlicht.example/events';
/** The claim that the receiver never takes. */
export const CLOSED_CLAIM = 'CLM-20417';

const HOUR = 3_600_000;
const OUTAGE = { from: NOW - 50 * HOUR, to: NOW - 46 * HOUR };
const WAREHOUSE_DOWN_SINCE = NOW - 5 * HOUR;

/** What the customer's own servers answer. */
export function receive(url: string, body: string, at: number): Exchange {
  const durationMs = 48 + (body.length % 130);
  const answered = (statusCode: number, responseBody: string, error: string | null): Exchange => ({
    outcome: error === null ? 'delivered' : 'answered_badly',
    statusCode,
    error,
    address: '198.51.100.24',
    responseBody,
    retryAfterMs: null,
    durationMs,
  });
  if (url === WAREHOUSE_URL)
    return at < WAREHOUSE_DOWN_SINCE ? answered(202, '', null) : { ...answered(0, '', ''), ...TIMED_OUT };
  if (body.includes(CLOSED_CLAIM))
    return answered(
      422,
      '{"error":"claim_closed","message":"This claim takes no more documents."}',
      'The receiver returned 422.',
    );
  if (at >= OUTAGE.from && at < OUTAGE.to)
    return answered(502, '<html><title>502 Bad Gateway</title></html>', 'The receiver returned 502.');
  return answered(200, '{"ok":true}', null);
}

const TIMED_OUT = {
  outcome: 'timed_out',
  statusCode: null,
  responseBody: null,
  error: 'There was no answer within 30 seconds.',
  address: '198.51.100.71',
  durationMs: 30_000,
} satisfies Partial<Exchange>;
