import { readConfig } from '../../../src/config/config.ts';
import { createLog } from '../../../src/platform/log.ts';
import { startServer } from '../../../src/server.ts';

// The server as src/main.js starts it, but with sweeps that come often enough for a test to see.

const HOUSEKEEPING_MS = 1_000;

const config = readConfig(process.env);
const server = await startServer(config, createLog(config.logLevel), {}, { housekeepingMs: HOUSEKEEPING_MS });
process.once('SIGTERM', () => server.stop().then(() => process.exit(0)));
