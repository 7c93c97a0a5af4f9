import { sql } from 'kysely';
import { systemClock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/db/database.ts';
import { pooledRandom } from '../src/platform/random.ts';
import type { Storage } from '../src/platform/storage/storage.ts';
import { createGuardedClient } from '../src/webhooks/client/guarded-client.ts';
import { createWholeService, type WholeService } from '../test/helpers/app/whole-service.ts';

/** The service's own use cases, to fill a database with. */
export function benchServices(place: {
  database: Database;
  storage: Storage;
  secretKey: string;
}): WholeService {
  return createWholeService({
    ...place,
    photoLinkHours: 336,
    // The sweep deletes photos too, as it does where they are not kept.
    unsentPhotoDays: 0,
    clock: systemClock,
    random: pooledRandom(),
    publicUrl: 'http://localhost:3000',
    version: 'bench',
    webhookClient: createGuardedClient({ rules: { allowPrivateNetworks: true, requireHttps: false } }),
  });
}

/** What was inserted without the service counts too, and leaves no notes for it to add up while something is measured. */
export async function countInserted({ database, counts }: WholeService): Promise<void> {
  await counts.rebuild();
  while (await counts.fold());
  // As autovacuum does within a minute: otherwise the notes that are gone would still be walked over.
  if (database.engine === 'postgres') await sql`vacuum count_changes`.execute(database.reader);
}

/** High enough that the limiter counts every call and refuses none. */
const RATE = 1_000_000_000;

/** Without an owner: hashing a password for each of many takes longer than what is measured. */
export async function insertWorkspace(
  services: WholeService,
  retentionDays: number | null = null,
): Promise<string> {
  const { database, workspaceRepository, ids } = services;
  const now = Date.now();
  const workspaceId = ids.next('workspace', now);
  await database.write((trx) =>
    workspaceRepository.insert(trx, {
      id: workspaceId,
      name: 'Benchmark',
      plan: 'enterprise',
      plan_started_at: now,
      suspended_at: null,
      ip_allow_list: null,
      rate_per_minute: RATE,
      rate_per_hour: RATE,
      period_started_at: null,
      retention_days: retentionDays,
      created_at: now,
    }),
  );
  return workspaceId;
}
