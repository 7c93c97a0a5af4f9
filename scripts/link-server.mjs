// Links the server, the operator's commands and their threads, with the packages that they load at once, into a few files:
// finding and loading a thousand of them was most of a start (docs/decisions/0130-linked-server.md).
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { ENTRIES, LINKED_FOLDER, SOURCES_FILE, stateOf } from '../src/linked.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Has native code or files of its own, or is large and loaded only at a start that uses it. */
const LEFT_OUTSIDE =
  /^(sharp|pg-native|harfbuzzjs|woff2-encoder|swagger-ui-dist|prom-client|@(img|fontsource|fontsource-variable|contentauth|trustnxt|aws-sdk|smithy|opentelemetry)|@fastify\/(ajv-compiler|fast-json-stringify-compiler))\b/;

/** A server that was started from earlier parts may still load some of them. */
const PARTS_KEPT_MS = 7 * 24 * 3_600_000;

// Until all is written, nothing is current.
rmSync(join(root, SOURCES_FILE), { force: true });
const bundle = await rolldown({
  cwd: root,
  input: Object.fromEntries(ENTRIES.map((entry) => [basename(entry, '.ts'), join(root, entry)])),
  platform: 'node',
  tsconfig: false,
  external: LEFT_OUTSIDE,
  logLevel: 'warn',
  checks: { bundlerTimings: false },
  // A comment where each source begins, by which stack traces name it.
  experimental: { attachDebugInfo: 'simple' },
});
const { output } = await bundle.write({
  dir: join(root, LINKED_FOLDER),
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'part-[hash].js',
});
for (const { fileName, code } of output) writeFileSync(join(root, LINKED_FOLDER, fileName), inAscii(code));
deleteOldParts(new Set(output.map(({ fileName }) => fileName)));

const isSource = (file) => file.startsWith(join(root, 'src/'));
const files = [
  join(root, 'package.json'),
  ...output.flatMap((part) => part.moduleIds ?? []).filter(isSource),
];
const states = files.map((file) => relative(root, file)).map((file) => [file, ...stateOf(file)]);
writeFileSync(join(root, SOURCES_FILE), JSON.stringify(states));

/** V8 keeps a source with one character beyond Latin-1 at two bytes for each of them: three megabytes more in all. */
function inAscii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function deleteOldParts(current) {
  for (const name of readdirSync(join(root, LINKED_FOLDER))) {
    const file = join(root, LINKED_FOLDER, name);
    if (!current.has(name) && statSync(file).mtimeMs < Date.now() - PARTS_KEPT_MS) rmSync(file);
  }
}
