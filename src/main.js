import './compile-cache.js';

// In JavaScript: for one file in TypeScript that is not in the cache yet, Node loads what strips types, 16 MB that stay.
const { runServer } = await import('./server.ts');
await runServer(process.env, process.argv.slice(2));
