import { NEW_REQUEST } from '../api/sample-rows.ts';
import { atMost, under } from '../bars.ts';
import type { Databases } from '../databases.ts';
import type { Setting } from '../group.ts';
import type { Report } from '../report.ts';
import { quantile } from '../statistics.ts';
import { type ApiCalls, openCalls } from '../webhooks/api-calls.ts';
import type { Subscriber } from '../webhooks/stage.ts';
import type { ScaleLine } from './run.ts';
import { type SteadyCalls, startSteadyCalls, type TimedCall } from './steady-calls.ts';

/** Few enough that the server is idle most of the time when it has nothing else to do. */
const CALLS_PER_SECOND = 200;
/** More than are ever open: a call shall wait for the server, not for a connection. */
const CONNECTIONS = 256;
const P99_GOAL_MS = 150;
const RATIO_GOAL = 1.5;

export interface BesideContext extends Setting {
  databases: Databases;
  report: Report<ScaleLine>;
}

/** The calls of one workspace, at a constant rate, while the service does something else. */
export interface CallsBeside {
  finish: SteadyCalls['finish'];
  /** Waits for the last response. How long those took that were due in this time. */
  times(): Promise<(from: number, to: number) => number[]>;
}

export async function startCallsBeside(url: string, caller: Subscriber): Promise<CallsBeside> {
  const api = openCalls(url, CONNECTIONS);
  const stream = startSteadyCalls(CALLS_PER_SECOND, await mixedCalls(api, caller));
  return {
    finish: stream.finish,
    async times() {
      const calls = await stream.calls().finally(api.close);
      return (from, to) => timesOf(calls, from, to);
    },
  };
}

/** In turn: create a request, list the newest, get one. */
async function mixedCalls({ call }: ApiCalls, { key }: Subscriber) {
  const headers = { 'x-api-key': key };
  const path = '/v1/photo-requests';
  const create = () => call<{ id: string }>('POST', path, headers, NEW_REQUEST);
  const { id } = await create();
  const turns = [
    create,
    () => call('GET', `${path}?limit=20`, headers),
    () => call('GET', `${path}/${id}`, headers),
  ];
  return (number: number) => (turns[number % turns.length] as () => Promise<unknown>)();
}

function timesOf(calls: TimedCall[], from: number, to: number): number[] {
  return calls.filter(({ dueAt }) => dueAt >= from && dueAt < to).map(({ tookMs }) => tookMs);
}

/** How long they took when there was nothing else to do, and in each phase of what is held against it. */
export function reportCalls(
  { report, say }: Pick<BesideContext, 'report' | 'say'>,
  about: string,
  { quiet, phases }: { quiet: number[]; phases: Record<string, number[]> },
): void {
  for (const [phase, times] of Object.entries({ quiet, ...phases })) {
    const figures = [0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(1));
    const value = `${figures.join(' / ')} ms of ${times.length.toLocaleString('en')} calls`;
    report.figures.push({ name: `${about}: other calls, ${phase}, p50 / p99 / longest`, value });
    say(`${about}: other calls, ${phase}: ${value}`);
  }
  for (const [phase, times] of Object.entries(phases)) {
    const p99 = quantile(times, 0.99);
    const name = `${about}: other calls, ${phase}, p99`;
    report.bars.push(
      under(name, p99, P99_GOAL_MS, 'ms'),
      atMost(`${name} / quiet`, p99 / quantile(quiet, 0.99), RATIO_GOAL),
    );
  }
  report.samples[about] = { quiet, ...phases };
}
