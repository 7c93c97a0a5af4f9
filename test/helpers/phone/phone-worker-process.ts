import { readConfig, secretKeyOf } from '../../../src/config/config.ts';
import { openPhoneTransport } from '../../../src/phone/open-transport.ts';
import { createPhoneServices } from '../../../src/phone-services.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { openDatabase } from '../../../src/platform/db/open-database.ts';
import { createIds } from '../../../src/platform/ids.ts';
import { createLog } from '../../../src/platform/log.ts';
import { pooledRandom } from '../../../src/platform/random.ts';
import { createSecrets } from '../../../src/platform/secrets.ts';
import { createCustomerUrls } from '../../../src/shared/customer-urls.ts';
import LONG_TIME_LIMITS from '../database/long-time-limits.json' with { type: 'json' };

// The worker for phone messages alone in a process that a test can kill, configured as the server is. It kills itself
// once the provider has taken a message.

const config = readConfig(process.env);
const { publicUrl, dataDir } = config;
const [clock, random] = [systemClock, pooledRandom()];
const { openPhoneWorker } = createPhoneServices({
  database: await openDatabase({ ...config, limits: LONG_TIME_LIMITS }),
  ids: createIds(clock, random),
  secrets: createSecrets(secretKeyOf(config)),
  clock,
  random,
  urls: createCustomerUrls(publicUrl),
  publicUrl,
  settings: config.phone,
  folder: undefined,
  onStep(step) {
    if (step === 'message accepted') process.kill(process.pid, 'SIGKILL');
  },
});
const transport = openPhoneTransport(config.phone, { folder: dataDir, publicUrl, clock });
openPhoneWorker({ transport, log: createLog('info') }).start();
// Nothing else keeps it alive while it waits.
setInterval(() => {}, 60_000);
