import type { Exchange } from '../../../src/webhooks/client/guarded-client.ts';

/** For a worker whose log no one reads. */
export const SILENT = { warn: () => {}, error: () => {} };
export const DELIVERED: Exchange = {
  outcome: 'delivered',
  statusCode: 200,
  error: null,
  address: '127.0.0.1',
  responseBody: null,
  retryAfterMs: null,
  durationMs: 1,
};

/** Receivers that respond when the test lets them: who gets a place, and when, is what these tests are about. */
export function createReceivers() {
  const sent: string[] = [];
  const held = new Map<string, ((exchange: Exchange) => void)[]>();
  const responses = new Map<string, Exchange>();
  return {
    sent,
    hold: (url: string) => held.set(url, []),
    holding: (url: string) => held.get(url)?.length ?? 0,
    release(url: string, exchange: Exchange) {
      const waiting = held.get(url) ?? [];
      held.delete(url);
      for (const response of waiting) response(exchange);
    },
    releaseOne: (url: string, exchange: Exchange) => held.get(url)?.shift()?.(exchange),
    answer: (url: string, exchange: Exchange) => responses.set(url, exchange),
    client: {
      post(url: string): Promise<Exchange> {
        sent.push(url);
        const waiting = held.get(url);
        if (waiting !== undefined) return new Promise((resolve) => waiting.push(resolve));
        return Promise.resolve(responses.get(url) ?? DELIVERED);
      },
      send: () => Promise.reject(new Error('No archive here')),
      faultOf: async () => undefined,
      close: async () => {},
    },
  };
}
