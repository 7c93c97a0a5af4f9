import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { IssuedApiKey } from '../../../src/api-keys/api-key.ts';
import type { NewApiKey } from '../../../src/api-keys/issue-key.ts';
import { buildApp } from '../../../src/app.ts';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { loadAssets } from '../../../src/capture/pages/index.ts';
import type { Database } from '../../../src/platform/db/database.ts';
import type { Environment } from '../../../src/platform/db/tables.ts';
import type { HttpLimits } from '../../../src/platform/http/limits.ts';
import { openRateLimiter } from '../../../src/platform/http/rate-limit.ts';
import type { Storage } from '../../../src/platform/storage/storage.ts';
import type { Platform } from '../../../src/services.ts';
import { loadWebAppAssets } from '../../../src/web-app/page-assets.ts';
import type { GuardedClient } from '../../../src/webhooks/client/guarded-client.ts';
import type { PlanId } from '../../../src/workspaces/plans.ts';
import { openOnCluster, shareWithNodes } from '../cluster/cluster-api.ts';
import { createMigratedDatabase } from '../database/test-database.ts';
import { useForAll, useForEach } from '../hooks.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { collectLog, openTestPlatform } from './test-platform.ts';
import { createWholeService, type WholeService } from './whole-service.ts';

export { PUBLIC_URL } from './test-platform.ts';

const WEB_BUILD = join(import.meta.dirname, '../../../web/dist');

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'HEAD' | 'OPTIONS';

export interface Call {
  key?: string | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  raw?: string | Buffer;
  headers?: Record<string, string>;
  remoteAddress?: string;
}

/** A workspace of a test's own, with one key of each environment its plan allows. */
export interface TestWorkspace {
  id: string;
  live: IssuedApiKey;
  test: IssuedApiKey;
}

interface NewTestWorkspace {
  plan?: PlanId;
  unlimited?: boolean;
}

export interface TestApp {
  app: FastifyInstance;
  services: WholeService;
  database: Database;
  databaseEnv: Record<string, string>;
  clock: TestClock;
  /** Every log line so far, parsed. */
  logLines(): Record<string, unknown>[];
  /** Where uploads are kept until they are whole. */
  temporaryFolders: string[];
  call(method: Method, path: string, call?: Call): Promise<LightMyRequestResponse>;
  createWorkspace(options?: NewTestWorkspace): Promise<TestWorkspace>;
  createKey(workspaceId: string, key?: Partial<NewApiKey>): Promise<IssuedApiKey>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  trustProxy?: number | string[];
  redisUrl?: string;
  now?: number;
  clock?: TestClock;
  publicUrl?: string;
  withPages?: boolean;
  /** Pages that were built elsewhere. */
  webBuild?: string;
  limits?: HttpLimits;
  /** Instead of a folder of its own; stays the test's to close. */
  storage?: Storage;
  /** Instead of one that may call any address; stays the test's to close. */
  webhookClient?: GuardedClient;
  /** Further parts of the outside world. */
  platform?: Partial<Platform>;
}

/** The whole service on a database of its own. Responses are compared with their schemas, calls go through HTTP's shape. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { webBuild = WEB_BUILD } = options;
  const testDatabase = await createMigratedDatabase();
  const database = await testDatabase.open();
  const clock = options.clock ?? createTestClock(options.now);
  const { log, lines } = collectLog();
  const shared = await shareWithNodes(testDatabase.env.DATA_DIR ?? '', clock);
  const { platform, close } = await openTestPlatform({
    database,
    clock: clock.now,
    monotonic: clock.monotonic,
    ...(shared === undefined ? {} : { storage: shared.storage }),
    ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
    ...(options.storage === undefined ? {} : { storage: options.storage }),
    ...(options.webhookClient === undefined ? {} : { webhookClient: options.webhookClient }),
  });
  const ids = shared === undefined ? {} : { ids: shared.ids };
  const outside = { ...platform, log, ...ids, ...options.platform };
  const services = createWholeService(outside);
  const rateLimiter = await openRateLimiter({
    redisUrl: options.redisUrl,
    log,
    clock: clock.now,
    monotonic: clock.now,
  });
  const build = async () =>
    buildApp({
      services,
      platform: services,
      rateLimiter,
      log,
      trustProxy: options.trustProxy ?? 0,
      ...(options.limits === undefined ? {} : { limits: options.limits }),
      assets: options.withPages === true ? await loadAssets(webBuild) : undefined,
      webApp: options.withPages === true ? await loadWebAppAssets(join(webBuild, 'app')) : undefined,
      checkResponses: true,
    });
  const cluster =
    shared === undefined
      ? undefined
      : await openOnCluster(shared, {
          databaseUrl: testDatabase.env.DATABASE_URL ?? '',
          publicUrl: options.publicUrl,
          withPages: options.withPages ?? false,
          trustProxy: options.trustProxy ?? 0,
          platform: options.platform ?? {},
        });
  const app = cluster?.app ?? (await build());
  let workspaces = 0;

  const createKey = (workspaceId: string, key: Partial<NewApiKey> = {}) =>
    services.apiKeys.create(OPERATOR, workspaceId, {
      environment: 'live' as Environment,
      name: 'A key',
      ...key,
    });

  return {
    app,
    services,
    database,
    databaseEnv: testDatabase.env,
    clock,
    logLines: () => (cluster?.logLines() ?? lines).map((line) => JSON.parse(line)),
    temporaryFolders: [services.storage.temporaryFolder, ...(cluster?.temporaryFolders ?? [])],
    call: (method, path, { key, body, raw, headers = {}, remoteAddress } = {}) =>
      app.inject({
        method,
        url: path,
        headers: {
          ...(key === undefined ? {} : { 'x-api-key': key }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        ...(raw === undefined ? {} : { payload: raw }),
        ...(remoteAddress === undefined ? {} : { remoteAddress }),
      }),
    createKey,
    async createWorkspace({ plan = 'enterprise', unlimited = true } = {}) {
      workspaces += 1;
      // Keys are made on a plan that allows them; the workspace then moves to the plan in question.
      const { workspaceId } = await services.identity.ownedWorkspaces.create(OPERATOR, {
        name: `Workspace ${workspaces}`,
        email: `owner-${workspaces}@example.com`,
        password: 'four kettles sing on Monday',
        plan: 'enterprise',
      });
      const live = await createKey(workspaceId, { environment: 'live' });
      const test = await createKey(workspaceId, { environment: 'test' });
      await services.workspaces.setPlan(OPERATOR, workspaceId, plan);
      if (unlimited)
        await services.workspaces.setLimits(OPERATOR, workspaceId, {
          perMinute: 1_000_000,
          perHour: 1_000_000,
        });
      return { id: workspaceId, live, test };
    },
    async close() {
      await app.close();
      await rateLimiter.close();
      await close();
      await shared?.storage.close();
      await database.close();
      await testDatabase.drop();
    },
  };
}

/** `startTestApp` for the tests of a group; closed after them. */
export function useTestApp(options?: TestAppOptions): TestApp {
  return useForAll(() => startTestApp(options), 'close');
}

/** Where the app of the tests of a group listens, for what only a connection shows. */
export function useAddress(api: TestApp): { url: string; port: number } {
  return useForAll(async () => {
    const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
    return { url, port: (api.app.server.address() as AddressInfo).port };
  });
}

/** One workspace for the tests of a group. */
export function useWorkspace(api: TestApp, options?: NewTestWorkspace): TestWorkspace {
  return useForAll(() => api.createWorkspace(options));
}

/** A new workspace for each test of a group. */
export function useWorkspaceForEach(api: TestApp): TestWorkspace {
  return useForEach(() => api.createWorkspace());
}
