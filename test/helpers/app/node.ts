import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { buildApp } from '../../../src/app.ts';
import type { Database } from '../../../src/platform/db/database.ts';
import { openRateLimiter } from '../../../src/platform/http/rate-limit.ts';
import type { Ids } from '../../../src/platform/ids.ts';
import { openWithLongLimits } from '../database/open-with-long-limits.ts';
import type { TestApp } from './test-app.ts';
import { collectLog, openTestPlatform } from './test-platform.ts';
import { createWholeService, type WholeService } from './whole-service.ts';

export interface TestNode {
  app: FastifyInstance;
  services: WholeService;
  /** Every log line so far, as written. */
  log(): string;
  call(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    key?: string,
    more?: InjectOptions,
  ): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

/** Connections of their own to the app's database, as another process has them. */
export function openSameDatabase(api: TestApp): Promise<Database> {
  return openWithLongLimits(api.databaseEnv);
}

/** One more process of the service on a database that a test brings along; the database stays the test's to close. */
export async function startNode(options: {
  api: TestApp;
  database: Database;
  redisUrl?: string;
  ids?: Ids;
}): Promise<TestNode> {
  const clock = options.api.clock.now;
  const { log, lines } = collectLog();
  // Another process of the same installation has the same storage.
  const { storage, webhookClient } = options.api.services;
  const { platform, close } = await openTestPlatform({
    database: options.database,
    clock,
    storage,
    webhookClient,
  });
  const services = createWholeService(
    options.ids === undefined ? platform : { ...platform, ids: options.ids },
  );
  const rateLimiter = await openRateLimiter({ redisUrl: options.redisUrl, log, clock, monotonic: clock });
  const app = await buildApp({
    services,
    platform: services,
    rateLimiter,
    log,
    trustProxy: 0,
    checkResponses: true,
  });
  return {
    app,
    services,
    log: () => lines.join(''),
    call: (method, url, key, more = {}) =>
      app.inject({
        method,
        url,
        ...more,
        headers: { ...(key === undefined ? {} : { 'x-api-key': key }), ...more.headers },
      }),
    async close() {
      await app.close();
      await rateLimiter.close();
      await close();
    },
  };
}
