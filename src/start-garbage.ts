import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** By then the work that a start puts off is done as well. */
const AFTER_MS = 3_000;

/**
 * Gives back what only the start needed, once: where little happens, V8 keeps it for hours. The process pauses for a
 * moment, and what it flushes of compiled code is compiled again when it is called.
 */
export function collectStartGarbage(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect: (options: object) => void = runInNewContext('gc');
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, AFTER_MS).unref();
}
