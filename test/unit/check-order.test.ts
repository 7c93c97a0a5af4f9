import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBreaches } from '../../scripts/check-order.ts';
import { useFolderForEach } from '../helpers/hooks.ts';

describe('the order of the folders', () => {
  const root = useFolderForEach();

  function write(file: string, text: string): void {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }

  it('should let a folder use those below it', () => {
    write('src/platform/clock.ts', 'export const now = 1;');
    write('src/photos/keys.ts', "import { now } from '../platform/clock.ts';\nexport { now };");
    expect(findBreaches(root)).toEqual([]);
  });

  it.each([
    ['a value', "import { key } from '../photos/keys.ts';"],
    ['a type alone', "import type { Key } from '../photos/keys.ts';"],
    ['several names in several lines', "import {\n  key,\n  type Key,\n} from '../photos/keys.ts';"],
    ['a module that is loaded when needed', "const load = () => import('../photos/keys.ts');"],
    ['what is exported again', "export { key } from '../photos/keys.ts';"],
  ])('should refuse one that uses what is above it: %s', (_what, text) => {
    write('src/photos/keys.ts', 'export const key = 1;\nexport type Key = 1;');
    write('src/platform/clock.ts', text);
    expect(findBreaches(root)).toEqual([
      'src/platform/clock.ts imports src/photos/keys.ts, but platform/ stands below photos/ and must not use it',
    ]);
  });

  it('should let the files of a folder use the folders inside it, and these the ones below them', () => {
    write('src/webhooks/client/targets.ts', 'export const target = 1;');
    write('src/webhooks/delivery/send.ts', "export { target } from '../client/targets.ts';");
    write('src/webhooks/webhooks.ts', "export { target } from './delivery/send.ts';");
    expect(findBreaches(root)).toEqual([]);
  });

  it.each([
    ['another inside the same folder', 'delivery/send.ts', 'webhooks/delivery/'],
    ['what wires them together', 'webhooks.ts', 'webhooks/'],
  ])('should refuse a folder inside a folder that uses what is above it: %s', (_what, file, above) => {
    write(`src/webhooks/${file}`, 'export type Send = 1;');
    write('src/webhooks/client/targets.ts', `import type { Send } from '../${file}';`);
    expect(findBreaches(root)).toEqual([
      `src/webhooks/client/targets.ts imports src/webhooks/${file}, but webhooks/client/ stands below ${above} and must not use it`,
    ]);
  });

  it('should refuse a folder outside that uses what is above it inside another', () => {
    write('src/webhooks/client/targets.ts', 'export const target = 1;');
    write('src/photos/keys.ts', "import { target } from '../webhooks/client/targets.ts';");
    expect(findBreaches(root)).toEqual([
      'src/photos/keys.ts imports src/webhooks/client/targets.ts, but photos/ stands below webhooks/client/ and must not use it',
    ]);
  });

  it('should refuse files that import each other', () => {
    write('src/photos/a.ts', "import './b.ts';");
    write('src/photos/b.ts', "\nimport type { C } from './c.ts';");
    write('src/photos/c.ts', "import type { A } from './a.ts';\nexport type C = A;");
    expect(findBreaches(root)).toEqual([
      'These files import each other: src/photos/a.ts -> src/photos/b.ts -> src/photos/c.ts -> src/photos/a.ts',
    ]);
  });

  it.each([
    ['novelty', '../platform/clock.ts'],
    ['webhooks/novelty', '../../platform/clock.ts'],
  ])('should refuse a folder that has no place in it: %s', (folder, used) => {
    write('src/platform/clock.ts', '');
    write(`src/${folder}/new.ts`, `import '${used}';`);
    expect(findBreaches(root)).toEqual([
      `src/${folder} has no place in the order of the folders (scripts/check-order.ts)`,
    ]);
  });
});
