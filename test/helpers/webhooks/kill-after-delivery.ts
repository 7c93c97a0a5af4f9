import { readConfig, webhookRulesOf } from '../../../src/config/config.ts';
import { createLog } from '../../../src/platform/log.ts';
import { startServer } from '../../../src/server.ts';
import { createGuardedClient } from '../../../src/webhooks/client/guarded-client.ts';

/**
 * The real server, ended without any warning once a receiver has responded for the first time, or as often as KILLED_AFTER
 * says, before anything is written down of it.
 */
let left = Number(process.env.KILLED_AFTER ?? 1);
const config = readConfig(process.env);
const client = createGuardedClient({ rules: webhookRulesOf(config) });
await startServer(config, createLog(config.logLevel), {
  webhookClient: {
    ...client,
    async post(url, headers, body) {
      const exchange = await client.post(url, headers, body);
      left -= 1;
      if (left > 0) return exchange;
      process.kill(process.pid, 'SIGKILL');
      return new Promise(() => {});
    },
  },
});
