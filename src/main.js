import { enableCompileCache } from 'node:module';

// In JavaScript: for one file in TypeScript that is not in the cache yet, Node loads what strips types, 16 MB that stay.
// Compiled code of the last start makes this one twice as fast; it must be on before anything else is loaded.
enableCompileCache();
const { runServer } = await import('./server.ts');
await runServer(process.env, process.argv.slice(2));
