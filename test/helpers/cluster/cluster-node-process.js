import { load } from '../../../src/linked.js';

// The server as src/main.js starts it, but with sweeps that come often enough for a test to see.

const HOUSEKEEPING_MS = 1_000;

const { runServer } = await load('src/server.ts');
await runServer(process.env, [], {}, { housekeepingMs: HOUSEKEEPING_MS });
