import { enableCompileCache } from 'node:module';

// In JavaScript, as src/main.js is. Compiled code of the last call halves the time of this one; it must be on before
// anything else is loaded.
enableCompileCache();
const { runCommand } = await import('./run-command.ts');
process.exitCode = await runCommand(process.argv.slice(2));
