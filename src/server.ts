import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { loadAssets } from './capture/pages/index.ts';
import { type Config, ConfigError, readConfig, secretKeyOf, webhookRulesOf } from './config.ts';
import { openMailTransport } from './email/transport.ts';
import { greetFirstStart } from './first-start.ts';
import { startHousekeeping } from './housekeeping.ts';
import { systemClock } from './platform/clock.ts';
import { openDatabase } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { openRateLimiter } from './platform/http/rate-limit.ts';
import { createLog, type Log, writeToStandardOutput } from './platform/log.ts';
import { pooledRandom } from './platform/random.ts';
import { openStorage } from './platform/storage/storage.ts';
import { createServices, type Platform } from './services.ts';
import { isSetupFault } from './setup-faults.ts';
import { VERSION } from './version.ts';
import { loadWebAppAssets } from './web-app/page-assets.ts';
import { createGuardedClient } from './webhooks/guarded-client.ts';

const SHUTDOWN_LIMIT_MS = 30_000;
const WEB_BUILD = join(import.meta.dirname, '../web/dist');

export async function runServer(env: NodeJS.ProcessEnv): Promise<void> {
  try {
    const config = readConfig(env);
    const log = createLog(config.logLevel);
    const server = await startServer(config, log);
    stopOnSignal(server.stop, log);
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    process.exit(1);
  }
}

/** `outside` replaces parts of the outside world in the tests. */
export async function startServer(
  config: Config,
  log: Log,
  outside: Partial<Platform> = {},
): Promise<{ stop: () => Promise<void> }> {
  const clock = systemClock;
  const database = await openDatabase(config);
  await migrate(database);
  const storage = await openStorage({ ...config, log });
  const services = createServices({
    database,
    storage,
    clock,
    random: pooledRandom(),
    publicUrl: config.publicUrl,
    secretKey: secretKeyOf(config),
    photoLinkHours: config.photoLinkHours,
    version: VERSION,
    webhookClient: createGuardedClient({ rules: webhookRulesOf(config) }),
    signUp: config.signUp,
    mailConfigured: config.smtpUrl !== undefined,
    isProduction: config.isProduction,
    ...outside,
  });
  const rateLimiter = await openRateLimiter({ redisUrl: config.redisUrl, log, clock });
  const assets = await loadAssets(WEB_BUILD);
  const webApp = await loadWebAppAssets(join(WEB_BUILD, 'app'));
  const app = await buildApp({ services, rateLimiter, assets, webApp, log, trustProxy: config.trustProxy });
  const housekeeping = startHousekeeping(services, log);
  const deliveries = services.createDeliveryWorker(log);
  const mailTransport = openMailTransport({
    smtpUrl: config.smtpUrl,
    mailFolder: join(config.dataDir, 'mail'),
    from: config.mailFrom,
  });
  const mails = services.createMailWorker({
    transport: mailTransport,
    serviceName: config.mailFrom.name,
    log,
  });

  await listen(app, config);
  deliveries.start();
  mails.start();
  const greeted = greetFirstStart(services, config, writeToStandardOutput).catch((error) =>
    // The server runs all the same, and the next start greets.
    log.warn({ err: error }, 'The first start could not be completed'),
  );

  return {
    async stop() {
      // What is shown once must be shown, also when the signal comes early.
      await greeted;
      await app.close();
      await housekeeping.stop();
      await Promise.all([deliveries.stop(), mails.stop()]);
      await services.webhookClient.close();
      await mailTransport.close();
      await services.photoChecks.stop();
      await rateLimiter.close();
      await storage.close();
      await database.close();
    },
  };
}

async function listen(app: FastifyInstance, config: Config): Promise<void> {
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigError([
      code === 'EADDRINUSE'
        ? `PORT: ${config.port} is already used by another program; choose another one`
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
      log.error('Some calls were still running after 30 s; ending anyway');
      process.exit(1);
    }, SHUTDOWN_LIMIT_MS).unref();
    stop().then(
      () => {
        log.info('stopped');
        process.exit(0);
      },
      (error) => {
        log.error({ err: error }, 'stopping failed');
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
