import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { startServer } from '../../src/server.ts';

/** The real server, whose clock is AHEAD_MS ahead: nobody wants to wait for the end of a lease. */
const ahead = Number(process.env.AHEAD_MS);
const config = readConfig(process.env);
await startServer(config, createLog(config.logLevel), { clock: () => Date.now() + ahead });
