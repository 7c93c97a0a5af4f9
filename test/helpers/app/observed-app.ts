import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { buildApp } from '../../../src/app.ts';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { openMailTransport } from '../../../src/email/open-transport.ts';
import { openObservability } from '../../../src/observability/observability.ts';
import { openRateLimiter } from '../../../src/platform/http/rate-limit.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createGuardedClient } from '../../../src/webhooks/client/guarded-client.ts';
import { openWithLongLimits } from '../database/open-with-long-limits.ts';
import { createMigratedDatabase } from '../database/test-database.ts';
import { useForAll } from '../hooks.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { openTestPlatform } from './test-platform.ts';
import { createWholeService, type WholeService } from './whole-service.ts';

export const TOKEN = 'a token of the tests';

/** The numbers of one scrape, by name and labels as they are printed. */
export interface Scrape {
  text: string;
  /** Undefined when there is no such line. */
  value(line: string): number | undefined;
}

/** The service with metrics on, wired as the server does it. */
export interface ObservedApp {
  app: FastifyInstance;
  services: WholeService;
  clock: TestClock;
  call(request: InjectOptions): Promise<LightMyRequestResponse>;
  scrape(): Promise<Scrape>;
  createKey(options?: { unlimited?: boolean; environment?: 'live' | 'test' }): Promise<{
    key: string;
    workspaceId: string;
  }>;
  mailTransport: ReturnType<typeof openMailTransport>;
  close(): Promise<void>;
}

export async function startObservedApp(): Promise<ObservedApp> {
  const testDatabase = await createMigratedDatabase();
  const { DATABASE_URL: databaseUrl, DATA_DIR: folder = '' } = testDatabase.env;
  const log = createLog('silent');
  const clock = createTestClock();
  const observability = await openObservability(
    {
      metricsPort: undefined,
      metricsToken: TOKEN,
      traces: undefined,
      host: 'localhost',
      databaseUrl,
      role: 'all',
      dataDir: folder,
    },
    log,
    clock.now,
  );
  const database = observability.database(
    await openWithLongLimits(testDatabase.env, { watch: observability.databaseWatch }),
  );
  const opened = await openTestPlatform({ database, clock: clock.now });
  const rules = { allowPrivateNetworks: true, requireHttps: false };
  const webhookClient = observability.webhookClient(createGuardedClient({ rules, limitMs: 10_000 }));
  const services = createWholeService({
    ...opened.platform,
    storage: observability.storage(opened.platform.storage),
    webhookClient,
    metrics: observability.metrics,
  });
  const rateLimiter = observability.rateLimiter(
    await openRateLimiter({ redisUrl: undefined, log, clock: clock.now, monotonic: clock.now }),
  );
  const app = await buildApp({
    services,
    platform: services,
    rateLimiter,
    log,
    trustProxy: 0,
    checkResponses: true,
    observe(server) {
      observability.watchCalls(server);
      observability.addMetricsRoute(server);
    },
  });
  await observability.start(services, app);
  const mailFolder = mkdtempSync(join(tmpdir(), 'shutterpost-mails-'));
  let owners = 0;

  return {
    app,
    services,
    clock,
    call: (request) => app.inject(request),
    async scrape() {
      const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } });
      return {
        text: body,
        value(line) {
          const found = body.split('\n').find((one) => one.startsWith(`${line} `));
          return found === undefined ? undefined : Number(found.slice(line.length + 1));
        },
      };
    },
    async createKey({ unlimited = true, environment = 'live' } = {}) {
      owners += 1;
      const { workspaceId } = await services.identity.ownedWorkspaces.create(OPERATOR, {
        name: 'Acme',
        email: `owner-${owners}@example.com`,
        password: 'three loud geese',
        plan: 'enterprise',
      });
      if (unlimited) {
        await services.workspaces.setLimits(OPERATOR, workspaceId, {
          perMinute: 1_000_000,
          perHour: 1_000_000,
        });
      }
      const { key } = await services.apiKeys.create(OPERATOR, workspaceId, { environment, name: 'A key' });
      return { key, workspaceId };
    },
    mailTransport: observability.mailTransport(
      openMailTransport({ smtpUrl: undefined, mailFolder, from: { address: 'photos@example.com' } }),
    ),
    async close() {
      await observability.stop();
      await app.close();
      await rateLimiter.close();
      await webhookClient.close();
      await opened.close();
      await database.close();
      await observability.close();
      rmSync(mailFolder, { recursive: true, force: true });
      await testDatabase.drop();
    },
  };
}

/** `startObservedApp` for the tests of a group; closed after them. */
export function useObservedApp(): ObservedApp {
  return useForAll(startObservedApp, 'close');
}
