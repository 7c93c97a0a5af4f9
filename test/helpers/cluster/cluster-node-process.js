import { load } from '../../../src/linked.js';
import LONG_TIME_LIMITS from '../database/long-time-limits.json' with { type: 'json' };

// The server as src/main.js starts it, but with sweeps that come often enough for a test to see, and with patience for a
// database on a busy machine.

const HOUSEKEEPING_MS = 1_000;

const { runServer } = await load('src/server.ts');
await runServer(process.env, [], {}, { housekeepingMs: HOUSEKEEPING_MS, databaseLimits: LONG_TIME_LIMITS });
