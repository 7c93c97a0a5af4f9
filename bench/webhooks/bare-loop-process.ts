// The ceiling: sends the same bytes with undici and does nothing else.
import { Pool } from 'undici';
import { webhookHeaders } from '../../src/webhooks/endpoints/signature.ts';
import { answerQuestions } from './child.ts';

export type BareLoopQuestions = {
  send: { input: Load; output: { elapsedMs: number; latenciesMs: number[] } };
};

export interface Load {
  origin: string;
  path: string;
  body: string;
  eventIds: string[];
  inFlight: number;
}

const SECRET = `whsec_${'A'.repeat(44)}`;
let pool: Pool | undefined;

answerQuestions<BareLoopQuestions>({
  async send({ origin, path, body, eventIds, inFlight }) {
    pool ??= new Pool(origin, { connections: inFlight, pipelining: 1 });
    const { dispatcher, bytes } = { dispatcher: pool, bytes: Buffer.from(body) };
    const event = { id: '', type: 'photo_request.submitted', environment: 'live' as const, body };
    // Signed once: nothing but sending is to be measured.
    const signed = webhookHeaders(event, [SECRET], Date.now());
    const latenciesMs: number[] = [];
    const waiting = eventIds.values();
    const started = performance.now();
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        for (const id of waiting) {
          const before = performance.now();
          const headers = { ...signed, 'X-Webhook-ID': id, 'webhook-id': id };
          const response = await dispatcher.request({ path, method: 'POST', headers, body: bytes });
          await response.body.dump();
          if (response.statusCode !== 200) throw new Error(`Got ${response.statusCode}`);
          latenciesMs.push(performance.now() - before);
        }
      }),
    );
    return { elapsedMs: performance.now() - started, latenciesMs };
  },
});
