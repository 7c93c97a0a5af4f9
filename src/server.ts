import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { startBackgroundWork } from './background-work.ts';
import { loadAssets } from './capture/pages/index.ts';
import { type Config, ConfigError, readConfig, secretKeyOf, webhookRulesOf } from './config/config.ts';
import { sealSettingsOf } from './config/seal-settings.ts';
import { greetFirstStart } from './first-start.ts';
import { startLocalHousekeeping } from './housekeeping.ts';
import { type Observability, openObservability } from './observability/observability.ts';
import { continueIds } from './photo-requests/continued-ids.ts';
import { monotonicClock, systemClock } from './platform/clock.ts';
import { migrate } from './platform/db/migrate.ts';
import { openDatabase } from './platform/db/open-database.ts';
import type { PostgresLimits } from './platform/db/postgres.ts';
import { requireExpectedSchema } from './platform/db/schema/differences.ts';
import { checkDiskSpace } from './platform/disk-space.ts';
import { HTTP_LIMITS, type HttpLimits } from './platform/http/limits.ts';
import { type Listening, listenOn } from './platform/http/listen.ts';
import { openRateLimiter } from './platform/http/rate-limit.ts';
import { createLog, type Log, writeToStandardOutput } from './platform/log.ts';
import { projectFile } from './platform/project-files.ts';
import { pooledRandom } from './platform/random.ts';
import { openStorage } from './platform/storage/open-storage.ts';
import { VERSION } from './platform/version.ts';
import { createServices, type Platform, type Services } from './services.ts';
import { isSetupFault } from './setup-faults.ts';
import { collectStartGarbage } from './start-garbage.ts';
import { loadWebAppAssets } from './web-app/page-assets.ts';
import { createGuardedClient } from './webhooks/client/guarded-client.ts';
import { buildWorkerApp } from './worker-app.ts';

const SHUTDOWN_LIMIT_MS = 30_000;
const WEB_BUILD = projectFile('web/dist');

/** `replaced`: for tests, as `startServer` takes it. */
export async function runServer(
  env: NodeJS.ProcessEnv,
  args: string[],
  ...replaced: ServerReplacements
): Promise<void> {
  try {
    const config = await configOf(env, args);
    const log = createLog(config.logLevel);
    const starting = startServer(config, log, ...replaced);
    // From the beginning: it responds before all of it has started.
    stopOnSignal(async () => (await starting).stop(), log);
    await starting;
    collectStartGarbage();
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    process.exit(1);
  }
}

async function configOf(env: NodeJS.ProcessEnv, args: string[]): Promise<Config> {
  const unknown = args.filter((argument) => argument !== '--https');
  if (unknown.length > 0)
    throw new ConfigError([`${unknown.join(' ')}: unknown argument; the only one is --https`]);
  if (args.length === 0) return readConfig(env);
  const { readLanConfig } = await import('./https/lan-mode.ts');
  return readLanConfig(env);
}

/** Parts of the outside world, and times: tests are in more of a hurry, or in less on a machine that pauses. */
type ServerReplacements = [
  outside?: Partial<Platform>,
  times?: {
    housekeepingMs?: number;
    databaseLimits?: Partial<PostgresLimits>;
    httpLimits?: Partial<HttpLimits>;
  },
];

export async function startServer(
  config: Config,
  log: Log,
  ...[outside = {}, { housekeepingMs, databaseLimits, httpLimits } = {}]: ServerReplacements
): Promise<{ stop: () => Promise<void> }> {
  const seal = sealSettingsOf(config);
  const observability = await openObservability(config, log, systemClock);
  const database = observability.database(
    await openDatabase({
      ...config,
      readUrl: config.databaseReadUrl,
      watch: observability.databaseWatch,
      log,
      limits: databaseLimits,
    }),
  );
  // What waits for the disk, or for a storage, does so while the database is looked at.
  const openingStorage = awaitedLater(openStorage({ ...config, log }));
  const loadingAssets = config.role === 'worker' ? undefined : awaitedLater(loadAllAssets());
  await migrate(database, undefined, {
    onBlocked: () =>
      log.warn('The schema upgrade is waiting for a table that another transaction has locked'),
  });
  const random = pooledRandom();
  const continuingIds = awaitedLater(continueIds({ database, clock: systemClock, random, ...outside }));
  await requireExpectedSchema(database);
  const storage = observability.storage(await openingStorage);
  const platform: Platform = {
    database,
    storage,
    clock: systemClock,
    random,
    publicUrl: config.publicUrl,
    secretKey: secretKeyOf(config),
    photoLinkHours: config.photoLinkHours,
    unsentPhotoDays: config.unsentPhotoDays,
    seal,
    version: VERSION,
    webhookClient: observability.webhookClient(createGuardedClient({ rules: webhookRulesOf(config) })),
    metrics: observability.metrics,
    log,
    signUp: config.signUp,
    mailConfigured: config.smtpUrl !== undefined,
    mailFolder: join(config.dataDir, 'mail'),
    phone: config.phone,
    phoneFolder: join(config.dataDir, 'phone'),
    isProduction: config.isProduction,
    corsOrigins: config.corsOrigins,
    ...outside,
  };
  const services = createServices({ ids: await continuingIds, ...platform });
  services.health.watch('disk', () => checkDiskSpace([config.dataDir, storage.temporaryFolder]));

  const { role } = config;
  const { clock, metrics } = platform;
  const front =
    loadingAssets === undefined
      ? await openWorkerFront(services, config.publicUrl, log, observability)
      : await openFront(
          { services, platform, limits: { ...HTTP_LIMITS, ...httpLimits }, ...(await loadingAssets) },
          config,
          log,
          observability,
        );
  // Before the first call: a port of the metrics that is taken must not end a service that already accepts calls.
  await observability.start({ database, clock, health: services.health }, front.app);
  const listening = await listen(front.app, config);
  const local = startLocalHousekeeping({ storage: platform.storage }, log);
  let background: ReturnType<typeof startBackgroundWork> | undefined;
  if (role !== 'api') {
    const { mailTransport: watchMails, phoneTransport: watchPhone } = observability;
    background = startBackgroundWork({
      services: { ...services, database: platform.database, clock, metrics },
      config,
      log,
      housekeepingMs,
      watchMails,
      watchPhone,
    });
  }
  const greeted = role === 'worker' ? undefined : greet(services, config, log);

  return {
    async stop() {
      // What is shown once must be shown, also when the signal comes early.
      await greeted;
      await observability.stop();
      listening.stop();
      // Together: a call that does not end must not keep deliveries from being handed back. When every call has ended
      // too, nothing uses what is closed below.
      await Promise.all([front.app.close(), background?.stop()]);
      local.stop();
      await platform.webhookClient.close();
      await services.postponedDecoding.stop();
      await front.close();
      await storage.close();
      await database.close();
      await observability.close();
    },
  };
}

/** What fails before this is awaited is told first. */
function awaitedLater<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}

async function loadAllAssets() {
  return { assets: await loadAssets(WEB_BUILD), webApp: await loadWebAppAssets(join(WEB_BUILD, 'app')) };
}

interface Front {
  app: FastifyInstance;
  /** What the calls needed, when there are none any more. */
  close(): Promise<void>;
}

async function openFront(
  served: { services: Services; platform: Platform; limits: HttpLimits } & Awaited<
    ReturnType<typeof loadAllAssets>
  >,
  config: Config,
  log: Log,
  observability: Observability,
): Promise<Front> {
  const { services, platform } = served;
  const rateLimiter = observability.rateLimiter(
    await openRateLimiter({
      redisUrl: config.redisUrl,
      log,
      clock: platform.clock,
      monotonic: monotonicClock,
    }),
  );
  if (config.redisUrl !== undefined) services.health.watch('redis', () => rateLimiter.ping());
  const { trustProxy } = config;
  const certificate = await certificateFor(config);
  const observe = (app: FastifyInstance) => {
    observability.watchCalls(app);
    observability.addMetricsRoute(app);
  };
  const app = await buildApp({
    ...served,
    rateLimiter,
    log,
    trustProxy,
    certificate,
    observe,
  });
  return { app, close: () => rateLimiter.close() };
}

async function certificateFor(config: Config): Promise<{ key: string; cert: string } | undefined> {
  if (config.https !== true) return undefined;
  const { lanCertificate } = await import('./https/lan-mode.ts');
  const { key, certificate } = lanCertificate(config);
  return { key, cert: certificate };
}

async function openWorkerFront(
  { ids, health }: Services,
  publicUrl: string,
  log: Log,
  observability: Observability,
): Promise<Front> {
  const observe = (app: FastifyInstance) => observability.addMetricsRoute(app);
  return {
    app: await buildWorkerApp({ ids, publicUrl, health, metrics: observability.metrics, log, observe }),
    async close() {},
  };
}

/** The server runs all the same when this fails, and the next start greets. */
async function greet(
  services: Parameters<typeof greetFirstStart>[0],
  config: Config,
  log: Log,
): Promise<void> {
  try {
    const hasGreeted = await greetFirstStart(services, config, writeToStandardOutput);
    if (config.https !== true) return;
    const { lanGreeting } = await import('./https/lan-mode.ts');
    // The first start's own code is the one to scan.
    writeToStandardOutput(await lanGreeting(config, { withCode: !hasGreeted }));
  } catch (error) {
    log.warn({ err: error }, 'The first start could not be completed');
  }
}

async function listen(app: FastifyInstance, config: Config): Promise<Listening> {
  try {
    return await listenOn(app, config);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigError([
      code === 'EADDRINUSE'
        ? `PORT: ${config.port} is already in use by another program; choose another port`
        : `HOST, PORT: cannot listen on ${config.host}, port ${config.port} (${message})`,
    ]);
  }
}

/** Stops accepting, finishes what runs, and ends; a second signal or 30 s end it at once. */
function stopOnSignal(stop: () => Promise<void>, log: Log): void {
  let stopping = false;
  const onSignal = (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error('Some calls were still running after 30 s; stopping anyway');
      process.exit(1);
    }, SHUTDOWN_LIMIT_MS).unref();
    stop().then(
      () => {
        log.info('stopped');
        process.exit(0);
      },
      (error) => {
        log.error({ err: error }, 'Stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** What the operator can mend is said in a sentence; only the unforeseen shows its stack. */
function describe(error: unknown): string {
  if (isSetupFault(error)) return error.message;
  return `Shutterpost could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
