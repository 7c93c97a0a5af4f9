import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { releaseMails } from '../../../src/email/repository.ts';
import type { Database } from '../../../src/platform/db/database.ts';
import { BEAT_MS, createNodeWatch, type NodeWatch, SILENT_MS } from '../../../src/platform/db/nodes.ts';
import { createSweepLeases, releaseSweeps } from '../../../src/platform/db/sweep-leases.ts';
import { createLog } from '../../../src/platform/log.ts';
import { releaseDeliveries } from '../../../src/webhooks/delivery/queue-repository.ts';
import { openSameDatabase } from '../../helpers/app/node.ts';
import { insertRows, updateRows } from '../../helpers/database/stored-rows.ts';
import { engine } from '../../helpers/database/test-database.ts';
import { useForEach } from '../../helpers/hooks.ts';
import { useWebhookScene } from '../../helpers/webhooks/webhook-scene.ts';

/** What a process has for its calls on PostgreSQL. */
const POOL_SIZE = 20;

describe('what a node had in hand when it was killed', () => {
  const other = useForEach(() => openSameDatabase(scene.api), 'close');
  let endpointId: string;
  let now: number;
  let woken: number;
  let monotonic: number;
  let watch: NodeWatch;

  const watchOf = (database: Database, onReleased = () => {}) =>
    createNodeWatch({
      database,
      clock: scene.api.clock.now,
      monotonic: () => monotonic,
      log: createLog('silent'),
      release: [(trx, gone, at) => releaseDeliveries(database, trx, gone, at), releaseMails, releaseSweeps],
      onReleased,
    });

  let scenes = 0;
  const scene = useWebhookScene();
  beforeEach(async () => {
    now = scene.api.clock.now();
    woken = 0;
    monotonic = 0;
    watch = watchOf(scene.api.database, () => {
      woken += 1;
    });
    const workspace = await scene.api.createWorkspace();
    scenes += 1;
    endpointId = (await scene.createEndpoint(workspace, `/taken-over-${scenes}`)).id;
    for (let i = 0; i < 3; i++) await scene.createRequest(workspace);
    const [theirs, ours] = await scene.deliveries(endpointId);
    await lease(theirs?.id ?? '', other.node);
    await lease(ours?.id ?? '', scene.api.database.node);
  });
  afterEach(async () => {
    await scene.api.database.write(async (trx) => {
      await trx.deleteFrom('nodes').execute();
      await trx.deleteFrom('mails').execute();
    });
  });

  function lease(id: string, node: string) {
    const leased = {
      is_leased: 1 as const,
      leased_by: node,
      attempt_count: 1,
      next_attempt_at: now + 60_000,
    };
    return updateRows(scene.api.database, 'deliveries', { id }, leased);
  }
  const dueAt = async (database = other) => {
    const rows = await scene.deliveries(endpointId);
    return rows
      .filter(({ leased_by }) => leased_by === database.node)
      .map(({ next_attempt_at }) => next_attempt_at);
  };
  async function addMail(id: string, leasedBy: string | null) {
    const row = {
      kind: 'x',
      recipient: 'a@example.com',
      locale: 'en',
      content: '{}',
      status: 'queued' as const,
    };
    const times = { attempt_count: 1, next_attempt_at: now + 60_000, created_at: now };
    await insertRows(scene.api.database, 'mails', { id, ...row, ...times, leased_by: leasedBy });
  }
  const mailsDue = () =>
    scene.api.database.reader
      .selectFrom('mails')
      .select('id')
      .where('next_attempt_at', '<=', now)
      .orderBy('id')
      .execute();
  async function lookFor(milliseconds: number) {
    for (let passed = 0; passed < milliseconds; passed += BEAT_MS) {
      monotonic += BEAT_MS;
      await watch.look();
    }
  }

  if (engine === 'sqlite') {
    it('should be due at the start of the only server, but not what it has in hand itself', async () => {
      await addMail('theirs', other.node);
      await addMail('postponed', null);
      await watch.start();
      expect(await dueAt()).toEqual([now]);
      expect(await dueAt(scene.api.database)).toEqual([now + 60_000]);
      expect(await mailsDue()).toEqual([{ id: 'theirs' }]);
      expect(woken).toBe(1);
    });
  } else {
    it('should be due within five seconds of its last sign of life, and not before four', async () => {
      // The others hear of its last sign of life with their next beat.
      expect(BEAT_MS + SILENT_MS).toBeLessThanOrEqual(5_000);
      await addMail('theirs', other.node);
      await addMail('postponed', null);
      const sweep = await createSweepLeases({
        database: other,
        clock: () => now,
        monotonic: () => monotonic,
      }).take('tidy up', 0);
      await watchOf(other).look();
      await watch.look();
      await lookFor(3_500);
      expect(await dueAt()).toEqual([now + 60_000]);
      expect(woken).toBe(0);
      await lookFor(BEAT_MS);
      expect(await dueAt()).toEqual([now]);
      expect(await dueAt(scene.api.database)).toEqual([now + 60_000]);
      expect(await mailsDue()).toEqual([{ id: 'theirs' }]);
      expect(woken).toBe(1);
      const leases = createSweepLeases({
        database: scene.api.database,
        clock: () => now,
        monotonic: () => monotonic,
      });
      const taken = await leases.take('tidy up', 0);
      expect(taken?.turn).toBe((sweep?.turn ?? 0) + 1);
      await taken?.release();
      await sweep?.release();
    });

    it('should stay with a node that gives signs of life, however long an exchange takes', async () => {
      const theirs = watchOf(other);
      for (let beat = 0; beat < 60; beat++) {
        if (beat % 6 === 0) await theirs.look();
        await lookFor(BEAT_MS);
      }
      expect(await dueAt()).toEqual([now + 60_000]);
    });

    it('should stay with a node whose calls use all of its connections', async () => {
      let endCalls = () => {};
      const callsEnd = new Promise<void>((resolve) => {
        endCalls = resolve;
      });
      const calls = Array.from({ length: POOL_SIZE }, () => other.write(() => callsEnd));
      const theirs = watchOf(other);
      try {
        for (let beat = 0; beat < 20; beat++) {
          await theirs.look();
          await lookFor(BEAT_MS);
        }
      } finally {
        endCalls();
        await Promise.all(calls);
      }
      expect(await dueAt()).toEqual([now + 60_000]);
    });

    it('should stay with it while no one could look: this node was held up, or the database was away', async () => {
      await watchOf(other).look();
      await watch.look();
      for (let i = 0; i < 3; i++) {
        monotonic += 60_000;
        await watch.look();
      }
      expect(await dueAt()).toEqual([now + 60_000]);
    });

    it('should be released by a node that stops in order', async () => {
      const theirs = watchOf(other);
      await theirs.start();
      await theirs.stop();
      expect(await dueAt()).toEqual([now]);
      expect(await scene.api.database.reader.selectFrom('nodes').selectAll().execute()).toEqual([]);
    });

    it('should be taken over by one of several that look, and the node is known again when it is back', async () => {
      const theirs = watchOf(other);
      await theirs.look();
      const third = await openSameDatabase(scene.api);
      const [one, two] = [watchOf(scene.api.database), watchOf(third)];
      for (let i = 0; i < 10; i++) {
        monotonic += BEAT_MS;
        await Promise.all([one.look(), two.look()]);
      }
      const nodes = async () =>
        (await scene.api.database.reader.selectFrom('nodes').select('id').execute())
          .map(({ id }) => id)
          .sort();
      expect(await nodes()).toEqual([scene.api.database.node, third.node].sort());
      await theirs.look();
      expect(await nodes()).toContain(other.node);
      await third.close();
    });
  }
});
