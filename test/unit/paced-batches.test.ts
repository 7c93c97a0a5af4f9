import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/platform/db/database.ts';
import { inPacedBatches } from '../../src/platform/db/paced-batches.ts';

/** Runs batches of which each row takes so long; what sizes they had, and the pauses in between. */
async function run(msPerRow: (batch: number) => number, batches: number, engine: Engine = 'postgres') {
  let now = 0;
  const sizes: number[] = [];
  const pauses: number[] = [];
  await inPacedBatches(
    engine,
    async (size) => {
      now += size * msPerRow(sizes.length);
      sizes.push(size);
      return sizes.length < batches;
    },
    {
      monotonic: () => now,
      pause: async (milliseconds) => {
        pauses.push(milliseconds);
        now += milliseconds;
      },
    },
  );
  return { sizes, pauses };
}

describe('paced batches', () => {
  it('should shrink while they take long, but not where it is of no use: a far database takes as long for one row', async () => {
    expect((await run((batch) => (batch < 2 ? 0.1 : 10), 6)).sizes).toEqual([16, 32, 64, 32, 16, 16]);
  });

  it('should grow while they take next to no time, and not without end', async () => {
    expect((await run(() => 0.001, 9)).sizes).toEqual([16, 32, 64, 128, 256, 512, 1024, 1024, 1024]);
  });

  it('should stay where a batch takes about as long as it may', async () => {
    expect((await run(() => 1, 4)).sizes).toEqual([16, 16, 16, 16]);
  });

  it('should follow a change', async () => {
    expect((await run((batch) => (batch < 3 ? 0.1 : 2), 7)).sizes).toEqual([16, 32, 64, 128, 64, 32, 16]);
  });

  it('should be shorter on SQLite, where whoever writes waits for them', async () => {
    expect((await run(() => 0.05, 5, 'sqlite')).sizes).toEqual([16, 32, 64, 64, 64]);
    expect((await run(() => 0.05, 5)).sizes).toEqual([16, 32, 64, 128, 256]);
  });

  it('should leave as much time to others as they took, and twice as much on SQLite', async () => {
    expect((await run(() => 2, 3)).pauses).toEqual([32, 32]);
    expect((await run(() => 2, 3, 'sqlite')).pauses).toEqual([64, 64]);
    expect((await run(() => 0, 2)).pauses).toEqual([5]);
  });

  it('should end between two batches when they are stopped', async () => {
    let batches = 0;
    const isLeft = await inPacedBatches(
      'sqlite',
      async () => {
        batches += 1;
        return true;
      },
      { isOver: () => batches === 2, pause: async () => {} },
    );
    expect(batches).toBe(2);
    expect(isLeft).toBe(true);
  });
});
