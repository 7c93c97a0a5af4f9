import '../compile-cache.js';

// In JavaScript, as src/main.js is.
const { runCommand } = await import('./run-command.ts');
process.exitCode = await runCommand(process.argv.slice(2));
