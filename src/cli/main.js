// As src/main.js: in JavaScript, and the check of Node's version first.
import '../node-version.js';

await import('../compile-cache.js');
const { load } = await import('../linked.js');
const { runCommand } = await load('src/cli/run-command.ts');
process.exitCode = await runCommand(process.argv.slice(2));
