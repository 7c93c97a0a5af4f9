import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createPhotoThread } from '../../../src/photos/photo-thread.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import type { Database } from '../../../src/platform/db/database.ts';
import { createLog } from '../../../src/platform/log.ts';
import { pooledRandom } from '../../../src/platform/random.ts';
import { openStorage } from '../../../src/platform/storage/open-storage.ts';
import type { Storage } from '../../../src/platform/storage/storage.ts';
import type { Platform } from '../../../src/services.ts';
import { createGuardedClient, type GuardedClient } from '../../../src/webhooks/client/guarded-client.ts';

export const PUBLIC_URL = 'https://photos.test';
export const SECRET_KEY = 'a secret key that only the tests use';

/** Starts with the first photo; one for each test would be many. */
const photoThread = createPhotoThread();

/** The outside world of a service under test: everything but the database in a folder of its own. */
export async function openTestPlatform(options: {
  database: Database;
  clock?: Clock;
  monotonic?: Clock;
  publicUrl?: string;
  storage?: Storage;
  /** Stays the test's to close. */
  webhookClient?: GuardedClient;
}): Promise<{ platform: Platform; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-test-'));
  const storage = options.storage ?? (await openStorage({ storageUrl: undefined, dataDir: folder }));
  const webhookClient =
    options.webhookClient ??
    createGuardedClient({ rules: { allowPrivateNetworks: true, requireHttps: false } });
  return {
    platform: {
      database: options.database,
      storage,
      clock: options.clock ?? Date.now,
      monotonic: options.monotonic,
      random: pooledRandom(),
      publicUrl: options.publicUrl ?? PUBLIC_URL,
      secretKey: SECRET_KEY,
      photoLinkHours: 336,
      version: '0.0.0-test',
      webhookClient,
      passwordCost: 2 ** 10,
      photoThread,
      phone: { kind: 'files' },
    },
    async close() {
      if (options.webhookClient === undefined) await webhookClient.close();
      if (options.storage === undefined) await storage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A log that keeps its lines as they are written. */
export function collectLog() {
  const lines: string[] = [];
  const kept = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { log: createLog('info', kept), lines };
}
