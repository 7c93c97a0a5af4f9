import { randomBytes } from 'node:crypto';
import { createImages } from '../../src/photos/images.ts';
import { under } from '../bars.ts';
import { quantile } from '../statistics.ts';
import { type ApiCalls, openCalls } from './api-calls.ts';
import { type BenchContext, within } from './bench-context.ts';
import { monotonicMs } from './monotonic-clock.ts';
import { openStage, type Subscriber } from './stage.ts';

const SUBMISSIONS = 300;
const WARM_UP = 30;
const MEDIAN_GOAL_MS = 50;
const P99_GOAL_MS = 250;
const ARRIVAL_LIMIT_MS = 30_000;

interface Times {
  /** From just before the customer's submission was sent to the arrival of its webhook. */
  sinceCall: number;
  /** From the response to the submission; below zero when the webhook was faster. */
  sinceResponse: number;
}

/** What a customer submits arrives at the receiver: one submission after the other on an otherwise idle server. */
export async function benchLatency(context: BenchContext): Promise<void> {
  const { databases, folder, origin, report } = context;
  const events = ['photo_request.submitted' as const];
  const stage = await openStage({ databases, folder, name: 'latency', urls: [`${origin}/timed`], events });
  const server = await stage.startService();
  const calls = openCalls(server.url);
  const times: Times[] = [];
  try {
    const photo = await createImages().samplePhoto({ number: 1, label: 'Benchmark', seed: 'bench' });
    const [subscriber] = stage.subscribers as [Subscriber];
    for (let number = 0; number < WARM_UP + SUBMISSIONS; number++) {
      const found = await submitOnce(context, calls, { subscriber, photo, number });
      if (number >= WARM_UP) times.push(found);
    }
  } finally {
    await calls.close();
    await server.stop();
    await stage.close();
  }

  const { engine } = databases;
  report.samples[`${engine} latency`] = times;
  const sinceCall = times.map((one) => one.sinceCall);
  const describe = (values: number[]) =>
    [0.5, 0.95, 0.99, 1].map((share) => quantile(values, share).toFixed(1)).join(' / ');
  report.figures.push(
    {
      name: `${engine}: latency from the submission's call, p50 / p95 / p99 / max`,
      value: `${describe(sinceCall)} ms`,
    },
    {
      name: `${engine}: latency from the submission's response, p50 / p95 / p99 / max`,
      value: `${describe(times.map((one) => one.sinceResponse))} ms`,
    },
  );
  report.bars.push(
    under(`${engine}: submission's call to arrival, median`, quantile(sinceCall, 0.5), MEDIAN_GOAL_MS, 'ms'),
    under(`${engine}: submission's call to arrival, p99`, quantile(sinceCall, 0.99), P99_GOAL_MS, 'ms'),
  );
}

async function submitOnce(
  { receiver }: BenchContext,
  { call }: ApiCalls,
  { subscriber, photo, number }: { subscriber: Subscriber; photo: Buffer; number: number },
): Promise<Times> {
  const { id, request_url } = await call<{ id: string; request_url: string }>(
    'POST',
    '/v1/photo-requests',
    { 'x-api-key': subscriber.key },
    { instructions: 'Please photograph the damage to your car.' },
  );
  const session = await openPage(call, request_url, number);
  await call(
    'PUT',
    `/capture/photos/${randomBytes(16).toString('base64url')}`,
    {
      'x-capture-session': session.session,
      'x-capture-ticket': session.tickets['0']?.[0] ?? '',
      'x-photo-slot': '0',
      'x-photo-captured-at': new Date().toISOString(),
    },
    photo,
  );
  const calledAt = monotonicMs();
  await call('POST', '/capture/submission', { 'x-capture-session': session.session }, {});
  const respondedAt = monotonicMs();
  const arrivedAt = await within('A webhook', receiver.ask('arrival', id), ARRIVAL_LIMIT_MS);
  return { sinceCall: arrivedAt - calledAt, sinceResponse: arrivedAt - respondedAt };
}

/** From another address each time, since one may open only so many pages in a minute. */
function openPage(call: ApiCalls['call'], requestUrl: string, number: number) {
  const key = requestUrl.slice(requestUrl.lastIndexOf('/') + 1);
  const address = `10.0.${number >> 8}.${number & 255}`;
  return call<{ session: string; tickets: Record<string, string[]> }>(
    'POST',
    '/capture/sessions',
    { 'x-forwarded-for': address },
    { kind: 'request', key },
  );
}
