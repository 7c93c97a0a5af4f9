import { systemClock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/db/database.ts';
import { pooledRandom } from '../src/platform/random.ts';
import type { Storage } from '../src/platform/storage/storage.ts';
import { createServices, type Services } from '../src/services.ts';
import { createGuardedClient } from '../src/webhooks/guarded-client.ts';

/** The service's own use cases, to fill a database with. */
export function benchServices(place: { database: Database; storage: Storage; secretKey: string }): Services {
  return createServices({
    ...place,
    photoLinkHours: 336,
    clock: systemClock,
    random: pooledRandom(),
    publicUrl: 'http://localhost:3000',
    version: 'bench',
    webhookClient: createGuardedClient({ rules: { allowPrivateNetworks: true, requireHttps: false } }),
  });
}
