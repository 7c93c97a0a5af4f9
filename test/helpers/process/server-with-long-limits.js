import { load } from '../../../src/linked.js';
import LONG_TIME_LIMITS from '../database/long-time-limits.json' with { type: 'json' };

// The server as src/main.js starts it, but with patience for a database on a busy machine, and for a test that pauses
// while the server waits for the rest of a body: nearly as long as a whole stop may take.

const { runServer } = await load('src/server.ts');
await runServer(
  process.env,
  [],
  {},
  { databaseLimits: LONG_TIME_LIMITS, httpLimits: { stoppingBodyMs: 25_000 } },
);
