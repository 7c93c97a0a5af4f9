import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What strips types, and an HTTP client with web sockets: 16 MB each in a process that needs neither. */
export const HEAVY_BUILTINS = [
  'NativeModule internal/deps/amaro/dist/index',
  'NativeModule internal/deps/undici/undici',
];

/** Lets a process write down at its end which parts of Node itself it has loaded, into the folder. */
export function watchBuiltins(folder: string): { env: Record<string, string>; read(): string[] } {
  const list = join(folder, 'builtins.json');
  const writeList = `process.on('exit', () => process.getBuiltinModule('node:fs')
    .writeFileSync(${JSON.stringify(list)}, JSON.stringify(process.moduleLoadList)))`;
  return {
    env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(writeList)}` },
    read: () => JSON.parse(readFileSync(list, 'utf8')),
  };
}
