import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { DatabaseWatch } from '../platform/db/database.ts';
import type { Metrics } from '../platform/metrics.ts';
import { countCalls } from './call-metrics.ts';
import { createMeters, type Meters } from './meters.ts';
import type { Observe, Operation, Outcome } from './operation.ts';
import { addStateGauges, type WatchedState } from './state-gauges.ts';

export type MetricsCollector = Awaited<ReturnType<typeof openMetrics>>;

/**
 * Everything that makes the metrics, behind functions of which none shows the library. That is loaded here and nowhere
 * else: whoever needs no metrics does not have it in memory.
 */
export async function openMetrics(options: {
  clock: Clock;
  /** What runs, for `shutterpost_build_info`. */
  build: Record<string, string>;
}) {
  const { default: prom } = await import('prom-client');
  const registry = new prom.Registry();
  prom.collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 });
  const meters = createMeters(prom, registry);
  new prom.Gauge({
    name: 'shutterpost_build_info',
    help: 'The running version; always 1.',
    labelNames: Object.keys(options.build),
    registers: [registry],
  }).set(options.build, 1);

  return {
    /** What features tell. */
    told: tellingMetrics(meters, options.clock),
    observe: measure(meters),
    databaseWatch: watchDatabase(meters),
    rateLimitRefused(kind: string): void {
      meters.refusals.of({ kind }).count += 1;
    },
    countCalls: (app: FastifyInstance) => countCalls(app, meters),
    /** What is looked up whenever someone asks. */
    addState: (state: WatchedState) => addStateGauges(prom, registry, state),
    /** All of it in Prometheus's text form. */
    async print(): Promise<{ text: string; contentType: string }> {
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}

function tellingMetrics(meters: Meters, clock: Clock): Metrics {
  return {
    uploaded(outcome, seconds, bytes) {
      meters.uploadSeconds.of({ outcome }).observe(seconds);
      meters.uploadBytes.count += bytes;
    },
    unfamiliarPart(part) {
      meters.unfamiliarParts.of({ part }).count += 1;
    },
    submitted(outcome) {
      meters.submissions.of({ outcome }).count += 1;
    },
    photoSetAside() {
      meters.photosSetAside.count += 1;
    },
    photoRefused(check) {
      meters.photosRefused.of({ check }).count += 1;
    },
    sealed(outcome, seconds) {
      meters.sealSeconds.of({ outcome }).observe(seconds);
    },
    copiedToArchive(outcome, seconds) {
      meters.archiveSeconds.of({ outcome }).observe(seconds);
    },
    archiveGaveUp(files) {
      meters.archiveGivenUp.count += files;
    },
    swept(task, outcome, seconds) {
      meters.sweepSeconds.of({ task, outcome }).observe(seconds);
      if (outcome === 'done') meters.sweptAt.set({ task }, clock() / 1000);
    },
    callRefused(surface, reason) {
      meters.refusedCalls.of({ surface, reason }).count += 1;
    },
    callCut(surface, reason) {
      meters.cutCalls.of({ surface, reason }).count += 1;
    },
    connectionClosed() {
      meters.closedConnections.count += 1;
    },
    liveStreams: (change) => meters.liveStreams.inc(change),
  };
}

function watchDatabase(meters: Meters): DatabaseWatch {
  const reads = meters.databaseSeconds.of({ operation: 'read' });
  return {
    queried(milliseconds, error) {
      reads.observe(milliseconds / 1000);
      if (error !== undefined) meters.databaseErrors.of({ operation: 'read' }).count += 1;
    },
    committed: (writes) => meters.groupSize.observe(writes),
    waited: (milliseconds) => meters.poolWaitSeconds.observe(milliseconds / 1000),
    listRead(fallback) {
      meters.listReads.of({ target: fallback === undefined ? 'replica' : 'primary' }).count += 1;
      if (fallback !== undefined) meters.listFallbacks.of({ reason: fallback }).count += 1;
    },
  };
}

type Ended = (outcome: Outcome, seconds: number) => void;

function measure(meters: Meters): Observe {
  /** Operations are a handful of constants. */
  const known = new Map<Operation, Ended>();

  return async (operation, outcomeOf, run) => {
    let ended = known.get(operation);
    if (ended === undefined) {
      ended = meterOf(meters, operation);
      known.set(operation, ended);
    }
    const startedAt = performance.now();
    try {
      const result = await run();
      ended(outcomeOf.result(result), (performance.now() - startedAt) / 1000);
      return result;
    } catch (error) {
      ended(outcomeOf.thrown(error), (performance.now() - startedAt) / 1000);
      throw error;
    }
  };
}

function meterOf(meters: Meters, { part, name: operation }: Operation): Ended {
  if (part === 'webhook')
    return ({ name }, seconds) => meters.webhookSeconds.of({ outcome: name }).observe(seconds);
  if (part === 'phone')
    return ({ name }, seconds) => meters.phoneSeconds.of({ outcome: name }).observe(seconds);
  if (part === 'mail')
    return ({ name }, seconds) => meters.mailSeconds.of({ outcome: name }).observe(seconds);
  const [timings, errors] =
    part === 'database'
      ? [meters.databaseSeconds, meters.databaseErrors]
      : [meters.storageSeconds, meters.storageErrors];
  const took = timings.of({ operation });
  const failures = errors.of({ operation });
  return ({ isError }, seconds) => {
    took.observe(seconds);
    if (isError) failures.count += 1;
  };
}
