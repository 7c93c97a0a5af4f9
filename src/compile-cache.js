import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled code of the last start makes this one faster; it must be on before anything else is loaded. Node would
// keep it with the temporary files: gone after a reboot, and where another user of the machine could put theirs first.
const inProject = fileURLToPath(new URL('../node_modules/.cache/shutterpost', import.meta.url));
// Empty counts as absent, as it does for every setting: Node would take it for the folder it was started in.
enableCompileCache(process.env.NODE_COMPILE_CACHE || inProject);
