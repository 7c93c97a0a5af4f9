// As src/main.js: in JavaScript, and the check of Node's version first.
import '../node-version.js';

await import('../compile-cache.js');
const { runCommand } = await import('./run-command.ts');
process.exitCode = await runCommand(process.argv.slice(2));
