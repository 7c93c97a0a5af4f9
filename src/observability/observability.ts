import type { FastifyInstance } from 'fastify';
import { createArchiveRepository } from '../archive/archive-repository.ts';
import { type Config, ConfigError } from '../config/config.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DatabaseWatch } from '../platform/db/database.ts';
import type { Health } from '../platform/health.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import type { Log } from '../platform/log.ts';
import { VERSION } from '../platform/version.ts';
import { type MetricsCollector, openMetrics } from './metrics.ts';
import { addMetricsRoute, listenForMetrics } from './metrics-exposure.ts';
import {
  observedDatabase,
  observedMailTransport,
  observedPhoneTransport,
  observedStorage,
  observedWebhookClient,
} from './observed-platform.ts';
import { observedRateLimiter } from './observed-rate-limiter.ts';
import { together } from './operation.ts';
import { createOutboxState, MAX_COUNTED } from './outbox-state.ts';
import { openTracing, type Tracing } from './tracing.ts';

/** What is looked at while the server runs. */
export interface ObservedServices {
  health: Health;
  database: Database;
  clock: Clock;
}

export type Observability = Awaited<ReturnType<typeof openObservability>>;

type Wanted = Pick<
  Config,
  'metricsPort' | 'metricsToken' | 'traces' | 'host' | 'databaseUrl' | 'role' | 'dataDir'
>;

/** Metrics and traces, as far as they are turned on. What is not watched is handed back as it came. */
export async function openObservability(config: Wanted, log: Log, clock: Clock) {
  const { metricsPort, metricsToken, traces } = config;
  const build = {
    version: VERSION,
    node_version: process.version,
    database: config.databaseUrl === undefined ? 'sqlite' : 'postgresql',
    role: config.role,
  } as const;
  const metrics =
    metricsPort === undefined && metricsToken === undefined ? undefined : await openMetrics({ clock, build });
  const tracing =
    traces === undefined
      ? undefined
      : await openTracing({ settings: traces, version: VERSION, databaseSystem: build.database, log });
  const exposure = createExposure(config, metrics, log);

  return {
    ...observedParts(metrics, tracing),
    metrics: metrics?.told,
    databaseWatch: watchOf(metrics, tracing),
    /** For a server of calls, before its routes are added. */
    watchCalls(app: FastifyInstance): void {
      metrics?.countCalls(app);
      tracing?.traceCalls(app);
    },
    ...exposure,
    /** The last traces are sent. */
    close: async () => tracing?.close(),
  };
}

function observedParts(metrics: MetricsCollector | undefined, tracing: Tracing | undefined) {
  const observe = together([metrics?.observe, tracing?.observe].filter((one) => one !== undefined));
  const watched =
    <Part>(as: (part: Part, by: NonNullable<typeof observe>) => Part) =>
    (part: Part) =>
      observe === undefined ? part : as(part, observe);
  return {
    database: watched(observedDatabase),
    storage: watched(observedStorage),
    webhookClient: watched(observedWebhookClient),
    mailTransport: watched(observedMailTransport),
    phoneTransport: watched(observedPhoneTransport),
    rateLimiter: (limiter: RateLimiter) =>
      metrics === undefined ? limiter : observedRateLimiter(limiter, metrics.rateLimitRefused),
  };
}

function watchOf(
  metrics: MetricsCollector | undefined,
  tracing: Tracing | undefined,
): DatabaseWatch | undefined {
  if (tracing === undefined) return metrics?.databaseWatch;
  return {
    committed: (writes) => metrics?.databaseWatch.committed(writes),
    waited: (milliseconds) => metrics?.databaseWatch.waited(milliseconds),
    listRead: (fallback) => metrics?.databaseWatch.listRead(fallback),
    queried(milliseconds, error) {
      metrics?.databaseWatch.queried(milliseconds, error);
      tracing.queried(milliseconds, error);
    },
  };
}

function createExposure(config: Wanted, metrics: MetricsCollector | undefined, log: Log) {
  const { metricsPort, metricsToken, host, dataDir } = config;
  let server: Awaited<ReturnType<typeof listenForMetrics>> | undefined;

  async function open(print: MetricsCollector['print'], port: number): Promise<void> {
    server = await listenForMetrics(print, { port, host }).catch((error: Error) => {
      throw new ConfigError([`METRICS_PORT: cannot listen on ${host}, port ${port} (${error.message})`]);
    });
    log.info({ address: server.address() }, 'Metrics are served on their own port');
  }

  return {
    /** For any server: /metrics for those who have the token. */
    addMetricsRoute(app: FastifyInstance): void {
      if (metrics === undefined || metricsToken === undefined) return;
      addMetricsRoute(app, metrics.print, metricsToken);
    },
    /** From here on the state of the service can be looked up, and the port of the metrics is open. */
    async start(services: ObservedServices, app: FastifyInstance): Promise<void> {
      if (metrics === undefined) return;
      metrics.addState({
        health: services.health,
        outbox: createOutboxState(services),
        replica: services.database.replica,
        stoppedArchives: () => createArchiveRepository(services.database).countStopped(MAX_COUNTED + 1),
        dataFolder: dataDir,
        connections: () => app.countConnections(),
      });
      if (metricsPort !== undefined) await open(metrics.print, metricsPort);
    },
    /** No more metrics. */
    async stop(): Promise<void> {
      server?.close();
      server?.closeAllConnections();
    },
  };
}
