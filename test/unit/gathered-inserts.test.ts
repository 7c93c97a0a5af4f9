import { describe, expect, it } from 'vitest';
import { createGatheredInserts } from '../../src/platform/db/gathered-inserts.ts';

const KILOBYTE = 1024;

/** Inserts these at the same moment; how large the items of each statement were. */
async function statementsFor(sizes: number[]): Promise<number[][]> {
  const statements: number[][] = [];
  const insert = createGatheredInserts<number>(
    async (items) => {
      statements.push(items);
    },
    (bytes) => bytes,
  );
  expect(await Promise.all(sizes.map(insert))).toEqual(sizes.map(() => true));
  return statements;
}

describe('what is inserted at the same moment', () => {
  it('should be one statement, up to a hundred', async () => {
    const statements = await statementsFor(Array<number>(101).fill(KILOBYTE));
    expect(statements.map(({ length }) => length)).toEqual([100, 1]);
  });

  it('should be split where a statement would become large', async () => {
    const [large, small] = [400 * KILOBYTE, KILOBYTE];
    expect(await statementsFor([large, large, small, large])).toEqual([[large, large, small], [large]]);
  });

  it('should be written alone when it is larger than that by itself', async () => {
    const huge = 2048 * KILOBYTE;
    expect(await statementsFor([huge, KILOBYTE, huge])).toEqual([[huge], [KILOBYTE], [huge]]);
  });
});
