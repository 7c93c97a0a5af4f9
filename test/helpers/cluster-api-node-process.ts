import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { buildApp } from '../../src/app.ts';
import { loadAssets } from '../../src/capture/pages/index.ts';
import { openDatabase } from '../../src/platform/db/database.ts';
import { openRateLimiter } from '../../src/platform/http/rate-limit.ts';
import { createLog } from '../../src/platform/log.ts';
import { openStorage } from '../../src/platform/storage/storage.ts';
import { createServices, type Platform } from '../../src/services.ts';
import { loadWebAppAssets } from '../../src/web-app/page-assets.ts';
import { openTestPlatform } from './test-platform.ts';

// One node of the cluster that the API tests run through, in a process of its own. Each test brings its own database, so
// the node serves many installations, each at a port of its own: `POST /` with what it needs answers with the port.
// The time is what the test's last call told in `x-test-now`.

export interface Installation {
  databaseUrl: string;
  storageUrl: string;
  redisUrl: string;
  publicUrl: string | undefined;
  withPages: boolean;
  now: number;
  platform: Pick<Platform, 'signUp' | 'mailConfigured' | 'isProduction'>;
}

const WEB_BUILD = join(import.meta.dirname, '../../web/dist');
const open = new Map<number, () => Promise<void>>();
const log = createLog('silent');

async function openInstallation(wanted: Installation): Promise<number> {
  let now = wanted.now;
  const clock = () => now;
  const database = await openDatabase({ databaseUrl: wanted.databaseUrl, sqliteFile: '' });
  const dataDir = process.env.DATA_DIR ?? '';
  const storage = await openStorage({ storageUrl: wanted.storageUrl, dataDir });
  const { platform, close } = await openTestPlatform({
    database,
    storage,
    clock,
    ...(wanted.publicUrl === undefined ? {} : { publicUrl: wanted.publicUrl }),
  });
  const services = createServices({ ...platform, ...wanted.platform });
  const rateLimiter = await openRateLimiter({ redisUrl: wanted.redisUrl, log, clock });
  const app = await buildApp({
    services,
    rateLimiter,
    log,
    trustProxy: 1,
    assets: wanted.withPages ? await loadAssets(WEB_BUILD) : undefined,
    webApp: wanted.withPages ? await loadWebAppAssets(join(WEB_BUILD, 'app')) : undefined,
    checkAnswers: true,
  });
  app.server.prependListener('request', ({ headers }: IncomingMessage) => {
    now = Number(headers['x-test-now'] ?? now);
    delete headers['x-test-now'];
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  open.set(port, async () => {
    app.server.closeAllConnections();
    await app.close();
    await rateLimiter.close();
    await services.photoChecks.stop();
    await close();
    await storage.close();
    await database.close();
  });
  return port;
}

const control = createServer(async (incoming, outgoing) => {
  try {
    const body = (await json(incoming)) as Installation & { close?: number };
    if (body.close === undefined) return outgoing.end(JSON.stringify({ port: await openInstallation(body) }));
    await open.get(body.close)?.();
    open.delete(body.close);
    outgoing.end('{}');
  } catch (error) {
    outgoing.writeHead(500).end(String((error as Error).stack));
  }
});
control.listen(0, '127.0.0.1', () =>
  process.stdout.write(`node at ${(control.address() as { port: number }).port}\n`),
);
