import { closeSync, mkdtempSync, openSync, writeSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { buildApp } from '../../../src/app.ts';
import { loadAssets } from '../../../src/capture/pages/index.ts';
import { openRateLimiter } from '../../../src/platform/http/rate-limit.ts';
import { createLog } from '../../../src/platform/log.ts';
import { openStorage } from '../../../src/platform/storage/open-storage.ts';
import type { Platform } from '../../../src/services.ts';
import { loadWebAppAssets } from '../../../src/web-app/page-assets.ts';
import { openTestPlatform } from '../app/test-platform.ts';
import { createWholeService } from '../app/whole-service.ts';
import { openWithLongLimits } from '../database/open-with-long-limits.ts';
import { openSharedTime } from './cluster-api-time.ts';

// One node of the cluster that the API tests run through, in a process of its own. Each test brings its own database, so
// the node serves many installations, each at a port of its own: `POST /` with what it needs answers with where it is.

export interface Installation {
  databaseUrl: string;
  storageUrl: string;
  redisUrl: string;
  publicUrl: string | undefined;
  withPages: boolean;
  trustProxy: number | string[];
  /** Where the test tells the time. */
  timeFile: string;
  platform: Pick<Platform, 'signUp' | 'mailConfigured' | 'isProduction'>;
}

/** Where a test finds what a node has for itself. */
export interface InstalledNode {
  port: number;
  logFile: string;
  temporaryFolder: string;
}

const WEB_BUILD = join(import.meta.dirname, '../../../web/dist');
const open = new Map<number, { server: Server; close(): Promise<void> }>();

async function openInstallation(wanted: Installation): Promise<InstalledNode> {
  const { clock, ids } = openSharedTime(wanted.timeFile);
  const database = await openWithLongLimits({ DATABASE_URL: wanted.databaseUrl });
  const dataDir = mkdtempSync(join(process.env.DATA_DIR ?? '', 'installation-'));
  const logFile = join(dataDir, 'log');
  const logTo = openSync(logFile, 'w');
  const log = createLog('info', { write: (line) => void writeSync(logTo, line) });
  const storage = await openStorage({ storageUrl: wanted.storageUrl, dataDir });
  const { platform, close } = await openTestPlatform({
    database,
    storage,
    clock,
    ...(wanted.publicUrl === undefined ? {} : { publicUrl: wanted.publicUrl }),
  });
  const services = createWholeService({ ...platform, log, ids, ...wanted.platform });
  const rateLimiter = await openRateLimiter({ redisUrl: wanted.redisUrl, log, clock, monotonic: clock });
  const app = await buildApp({
    services,
    platform: services,
    rateLimiter,
    log,
    trustProxy: wanted.trustProxy,
    assets: wanted.withPages ? await loadAssets(WEB_BUILD) : undefined,
    webApp: wanted.withPages ? await loadWebAppAssets(join(WEB_BUILD, 'app')) : undefined,
    checkResponses: true,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  open.set(port, {
    server: app.server,
    async close() {
      app.server.closeAllConnections();
      await app.close();
      await rateLimiter.close();
      await services.postponedDecoding.stop();
      await close();
      await storage.close();
      await database.close();
      closeSync(logTo);
    },
  });
  return { port, logFile, temporaryFolder: storage.temporaryFolder };
}

async function carryOut(order: Installation & { close?: number; count?: number }): Promise<object> {
  if (order.close !== undefined) {
    await open.get(order.close)?.close();
    open.delete(order.close);
    return {};
  }
  if (order.count === undefined) return openInstallation(order);
  const server = open.get(order.count)?.server;
  return {
    connections: await new Promise((resolve) => server?.getConnections((_, count) => resolve(count))),
  };
}

const control = createServer(async (incoming, outgoing) => {
  try {
    outgoing.end(JSON.stringify(await carryOut((await json(incoming)) as Installation)));
  } catch (error) {
    outgoing.writeHead(500).end(String((error as Error).stack));
  }
});
control.listen(0, '127.0.0.1', () =>
  process.stdout.write(`node at ${(control.address() as { port: number }).port}\n`),
);
