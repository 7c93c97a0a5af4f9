import { enableCompileCache } from 'node:module';

// Compiled code of the last start makes this one twice as fast; it must be on before anything else is loaded.
enableCompileCache();
const { runServer } = await import('./server.ts');
await runServer(process.env, process.argv.slice(2));
