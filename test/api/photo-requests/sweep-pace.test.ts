import { describe, expect, it, vi } from 'vitest';
import { startHousekeeping } from '../../../src/housekeeping.ts';
import { inPacedBatches } from '../../../src/platform/db/paced-batches.ts';
import { createLog } from '../../../src/platform/log.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { photoRequestRow } from '../../helpers/database/rows.ts';
import { insertRows, rowsOf } from '../../helpers/database/stored-rows.ts';
import { engine } from '../../helpers/database/test-database.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

describe('many photo requests that expire together', () => {
  const api = useTestApp();

  async function addOverdue(count: number) {
    const { id } = await api.createWorkspace();
    const rows = Array.from({ length: count }, () =>
      photoRequestRow(id, { expires_at: api.clock.now() - 1 }),
    );
    await insertRows(api.database, 'photo_requests', rows);
  }
  const left = async () => (await rowsOf(api.database, 'photo_requests', { status: 'pending' })).length;

  // PostgreSQL has as many writers as connections.
  if (engine === 'sqlite')
    it('should let a write that comes during a batch go before the next one', async () => {
      await addOverdue(40);
      const order: string[] = [];
      const calls: Promise<unknown>[] = [];
      await inPacedBatches(
        engine,
        (size) => {
          calls.push(api.database.write(async () => order.push('call')));
          return api.services.photoRequests.expireOverdue(size).finally(() => order.push('batch'));
        },
        { monotonic: () => 0 },
      );
      await Promise.all(calls);
      expect(order.slice(0, 4)).toEqual(['call', 'batch', 'call', 'batch']);
      expect(await left()).toBe(0);
    });

  it('should be swept in batches that get smaller while they take long', async () => {
    await addOverdue(150);
    const sizes: (number | undefined)[] = [];
    let now = 0;
    const photoRequests = {
      ...api.services.photoRequests,
      async expireOverdue(size?: number) {
        sizes.push(size);
        // As on a disk that gets slow.
        if (sizes.length > 2) now += 50;
        return api.services.photoRequests.expireOverdue(size);
      },
    };
    const housekeeping = startHousekeeping({ ...api.services, photoRequests }, createLog('silent'), {
      intervalMs: 10,
      monotonic: () => now,
    });
    await waitUntil(async () => expect(await left()).toBe(0));
    await housekeeping.stop();
    expect(sizes.slice(0, 5)).toEqual([16, 32, 64, 32, 16]);
  });

  it('should be swept although another sweep has no end, which goes on in the next round', async () => {
    // Nothing that another test has swept is too early now.
    api.clock.advance(60_000);
    await addOverdue(1);
    const order: string[] = [];
    let now = 0;
    const photoUpkeep = {
      ...api.services.photoUpkeep,
      async deleteQueuedFiles() {
        now += 5_000;
        api.clock.advance(5_000);
        order.push('delete files');
        return true;
      },
    };
    const identity = {
      ...api.services.identity,
      async deleteOld() {
        order.push('delete identity');
        return false;
      },
    };
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const intervalMs = 30_000;
    const housekeeping = startHousekeeping({ ...api.services, photoUpkeep, identity }, createLog('silent'), {
      intervalMs,
      monotonic: () => now,
    });
    vi.advanceTimersByTime(intervalMs);
    vi.useRealTimers();
    const round = [...Array(4).fill('delete files'), 'delete identity'];
    await waitUntil(() => expect(order.length).toBeGreaterThan(2 * round.length));
    await housekeeping.stop();
    expect(order.slice(0, 2 * round.length)).toEqual([...round, ...round]);
    expect(await left()).toBe(0);
  });
});
