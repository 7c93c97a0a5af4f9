import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Storage } from '../../../src/platform/storage/storage.ts';
import { keysOf } from './storage-suite.ts';

const folder = () => `t${randomBytes(8).toString('hex')}`;
const text = (content: string) => new TextEncoder().encode(content);

/** What every storage promises of many files. */
export function itTakesManyAtOnce(opened: () => Storage): void {
  it('should delete many files and no other, also when some are not there', async () => {
    const start = folder();
    const storage = opened();
    const names = Array.from({ length: 12 }, (_, index) => `${start}/${index}-ab.jpg`);
    for (const name of names) await storage.putBytes(name, text(name), 'image/jpeg');
    const gone = names.filter((_, index) => index % 3 !== 0);
    expect(await storage.deleteAll([...gone, `${start}/never-there`])).toEqual(new Map());
    expect(await keysOf(storage, start)).toEqual(names.filter((name) => !gone.includes(name)).sort());
    expect(await storage.deleteAll([])).toEqual(new Map());
  });

  it('should tell how long many files are, and nothing of those that are not there', async () => {
    const start = folder();
    const storage = opened();
    const names = Array.from({ length: 25 }, (_, index) => `${start}/photo-${index}.jpg`);
    for (const [index, name] of names.entries()) {
      await storage.putBytes(name, new Uint8Array(index + 1), 'image/jpeg');
    }
    // The first and the last are the ends of a list; in between are some that no one asks for.
    const asked = names.filter((_, index) => index % 2 === 0);
    const absent = [`${start}/photo-000.jpg`, `${start}/photo-3.jp`, `${start}/photo-999.jpg`];
    expect(await storage.sizes([...absent, ...asked].reverse())).toEqual(
      new Map(asked.map((name) => [name, names.indexOf(name) + 1])),
    );
    expect(await storage.sizes([])).toEqual(new Map());
  });
}
