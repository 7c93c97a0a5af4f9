// In JavaScript: for one file in TypeScript that is not in the cache yet, Node loads and keeps what strips types.
// The check of Node's version is the only static import: an old Node refuses the others before any line of theirs runs.
import './node-version.js';

await import('./compile-cache.js');
const { load } = await import('./linked.js');
const { runServer } = await load('src/server.ts');
await runServer(process.env, process.argv.slice(2));
