import { setImmediate as nextIteration } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Lookup } from '../../src/platform/db/database.ts';
import { createGatheredLookups } from '../../src/platform/db/gathered-lookups.ts';

const LOOKUP = {} as Lookup<string>;

function open() {
  const batches: string[][] = [];
  const find = createGatheredLookups((_lookup, keys) => {
    batches.push(keys.map(([key]) => key as string));
    return keys.map(([key]) => `row of ${key}`);
  });
  return { batches, find: (key: string, lookup = LOOKUP) => find(lookup, [key]) };
}

describe('gathered lookups', () => {
  it('should ask once for all who come in one iteration of the event loop', async () => {
    const { batches, find } = open();
    expect(await Promise.all(['a', 'b', 'c'].map((key) => find(key)))).toEqual([
      'row of a',
      'row of b',
      'row of c',
    ]);
    expect(batches).toEqual([['a', 'b', 'c']]);
  });

  it('should not keep one waiting for those of a later iteration', async () => {
    const { batches, find } = open();
    const first = find('a');
    await nextIteration();
    expect(batches).toEqual([['a']]);
    await Promise.all([first, find('b')]);
    expect(batches).toEqual([['a'], ['b']]);
  });

  it('should never ask for more than a hundred at once', async () => {
    const { batches, find } = open();
    const keys = Array.from({ length: 250 }, (_, index) => String(index));
    const rows = await Promise.all(keys.map((key) => find(key)));
    expect(rows).toEqual(keys.map((key) => `row of ${key}`));
    expect(batches.map((batch) => batch.length)).toEqual([100, 100, 50]);
  });

  it('should ask each question by itself', async () => {
    const { batches, find } = open();
    await Promise.all([find('a'), find('b', {} as Lookup<string>)]);
    expect(batches).toEqual([['a'], ['b']]);
  });
});
