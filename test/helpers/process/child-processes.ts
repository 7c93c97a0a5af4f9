import { readdirSync, readFileSync } from 'node:fs';

/** Those that this process has started and that still run: the kernel knows them before they have a command line. */
export function childProcesses(): number[] {
  return readdirSync('/proc/self/task').flatMap(childrenOf).map(Number);
}

/** The one that was started since then. */
export function childBegunSince(before: number[]): number {
  const [begun, ...others] = childProcesses().filter((pid) => !before.includes(pid));
  if (begun === undefined || others.length > 0) throw new Error('Not one process was begun');
  return begun;
}

function childrenOf(thread: string): string[] {
  try {
    return readFileSync(`/proc/self/task/${thread}/children`, 'utf8').match(/\d+/g) ?? [];
  } catch {
    // The thread has ended meanwhile.
    return [];
  }
}
