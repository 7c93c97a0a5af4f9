import { readConfig, webhookRulesOf } from '../../../src/config/config.ts';
import { createLog } from '../../../src/platform/log.ts';
import { startServer } from '../../../src/server.ts';
import { createGuardedClient } from '../../../src/webhooks/guarded-client.ts';

/** The real server, ended without any warning once a receiver has answered, before anything is written down of it. */
const config = readConfig(process.env);
const client = createGuardedClient({ rules: webhookRulesOf(config) });
await startServer(config, createLog(config.logLevel), {
  webhookClient: {
    ...client,
    async post(url, headers, body) {
      await client.post(url, headers, body);
      process.kill(process.pid, 'SIGKILL');
      return new Promise(() => {});
    },
  },
});
