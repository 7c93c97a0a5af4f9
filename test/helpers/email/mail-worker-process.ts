import { readConfig, secretKeyOf } from '../../../src/config/config.ts';
import { openMailTransport } from '../../../src/email/open-transport.ts';
import { createMailRenderer } from '../../../src/email/render.ts';
import { createMailWorker } from '../../../src/email/worker.ts';
import { createMailTemplates } from '../../../src/mails.ts';
import { createMailedRequestRepository } from '../../../src/photo-requests/mailed-request-repository.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { openDatabase } from '../../../src/platform/db/open-database.ts';
import { createLog } from '../../../src/platform/log.ts';
import { pooledRandom } from '../../../src/platform/random.ts';
import { createSecrets } from '../../../src/platform/secrets.ts';
import LONG_TIME_LIMITS from '../database/long-time-limits.json' with { type: 'json' };

// The email worker alone in a process that a test can kill, configured as the server is.

const config = readConfig(process.env);
const database = await openDatabase({ ...config, limits: LONG_TIME_LIMITS });
const { publicUrl, smtpUrl, mailFrom } = config;
createMailWorker({
  database,
  transport: openMailTransport({ smtpUrl, mailFolder: config.dataDir, from: mailFrom }),
  render: createMailRenderer({
    templates: createMailTemplates({
      database,
      publicUrl,
      secrets: createSecrets(secretKeyOf(config)),
      clock: systemClock,
    }),
    publicUrl,
    serviceName: mailFrom.name,
  }),
  requests: createMailedRequestRepository(database),
  clock: systemClock,
  random: pooledRandom(),
  log: createLog('info'),
}).start();
// Nothing else keeps it alive while it waits.
setInterval(() => {}, 60_000);
process.stdout.write('started\n');
