import autocannon, { type Request } from 'autocannon';
import { cpuMs } from './process-stats.ts';
import type { ServerProcess } from './server-process.ts';
import { quantile } from './statistics.ts';

const SAMPLE_MS = 50;

/** One server and the calls that are made to it, one after the other, again and again. */
export interface Target {
  name: string;
  server: ServerProcess;
  connections: number;
  requests: Request[];
}

/** What one round of load found. */
export interface Sample {
  responses: number;
  perSecond: number;
  /** CPU of the server's process per call. */
  cpuMs: number;
  p50Ms: number;
  p99Ms: number;
  /** How much of one core this process, which makes the calls, was busy: near 1, it was the limit. */
  clientBusy: number;
}

export async function drive(target: Target, seconds: number): Promise<Sample> {
  const { server, connections, requests } = target;
  const latencies: number[] = [];
  const cpuBefore = cpuMs(server.processId);
  const ownBefore = process.cpuUsage();
  const started = performance.now();

  await new Promise<void>((resolve, reject) => {
    const run = autocannon(
      { url: server.url, connections, duration: seconds, sampleInt: SAMPLE_MS, requests },
      (error, result) => {
        if (error !== null) return reject(error);
        const { errors, timeouts, non2xx } = result;
        // A refused call is a fast call: its figures would be worthless.
        if (errors + timeouts + non2xx > 0) {
          const codes = JSON.stringify(result.statusCodeStats);
          return reject(
            new Error(`${target.name}: ${errors} errors, ${timeouts} timeouts, responses ${codes}`),
          );
        }
        resolve();
      },
    );
    run.on('response', (_client: unknown, _status: number, _bytes: number, ms: number) => latencies.push(ms));
  });

  const elapsedMs = performance.now() - started;
  const own = process.cpuUsage(ownBefore);
  return {
    responses: latencies.length,
    perSecond: (latencies.length / elapsedMs) * 1000,
    cpuMs: (cpuMs(server.processId) - cpuBefore) / latencies.length,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    clientBusy: (own.user + own.system) / 1000 / elapsedMs,
  };
}
