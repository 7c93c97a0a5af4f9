import { describe, expect, it } from 'vitest';
import { createNotificationEventRepository } from '../../../src/notifications/event-repository.ts';
import { createLeasedQueue } from '../../../src/platform/db/leased-queue.ts';
import { createTestClock, MINUTE } from '../../helpers/app/test-clock.ts';
import { ids, insertWorkspace } from '../../helpers/database/rows.ts';
import { insertRows } from '../../helpers/database/stored-rows.ts';
import { useDatabase } from '../../helpers/database/test-database.ts';

const LEASE = MINUTE;

describe('what a worker has claimed', () => {
  const database = useDatabase();

  /** Whether a job can be sent after what happens to the clock between its claim and its attempt. */
  async function canBeSentAfter(stall: (clock: ReturnType<typeof createTestClock>) => void) {
    const clock = createTestClock();
    let isDue = true;
    let canBeSent: boolean | undefined;
    const queue = createLeasedQueue({
      database,
      clock: clock.now,
      monotonic: clock.monotonic,
      topic: 'mails',
      maxAtOnce: 1,
      nextDueAt: async () => (isDue ? clock.now() : undefined),
      async claim(_trx, _most, now) {
        isDue = false;
        return [{ next_attempt_at: now + LEASE }];
      },
      async attempt(job) {
        stall(clock);
        canBeSent = queue.canSend(job);
      },
      onLookFailed(error) {
        throw error;
      },
    });
    await queue.settled();
    await queue.stop();
    return canBeSent;
  }

  it('should be sent at once, and not after a stall or when its lease is over by the clock', async () => {
    expect(await canBeSentAfter(() => {})).toBe(true);
    expect(await canBeSentAfter((clock) => clock.advance(20_000))).toBe(true);
    expect(await canBeSentAfter((clock) => clock.advance(20_001))).toBe(false);
    expect(await canBeSentAfter((clock) => clock.jump(LEASE))).toBe(false);
  });

  it('should be tried again when it ends without success while a look is leaving it out', async () => {
    const clock = createTestClock();
    const leftOut = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    let claims = 0;
    let attempts = 0;
    const queue = createLeasedQueue({
      database,
      clock: clock.now,
      topic: 'mails',
      maxAtOnce: 2,
      nextDueAt: async () => (claims < 2 ? clock.now() : undefined),
      async claim(_trx, _most, now, running) {
        if (running.length === 0) {
          claims += 1;
          return [{ next_attempt_at: now }];
        }
        leftOut.resolve();
        await ended.promise;
        return [];
      },
      async attempt() {
        await leftOut.promise;
        attempts += 1;
        setImmediate(ended.resolve);
      },
      onLookFailed(error) {
        throw error;
      },
    });
    await queue.settled();
    expect(attempts).toBe(2);
    await queue.stop();
  });

  it('should not be claimed once more while it runs, when its lease is over', async () => {
    const { now } = createTestClock();
    const workspace_id = await insertWorkspace(database);
    const rows = [1, 2, 3].map((number) => ({
      id: ids.next('notification'),
      workspace_id,
      environment: 'live' as const,
      kind: 'submitted' as const,
      request_id: null,
      note_id: null,
      content: '{}',
      attempt_count: 0,
      next_attempt_at: now() + number,
      created_at: now(),
    }));
    await insertRows(database, 'notification_events', rows);
    const events = createNotificationEventRepository(database);
    const claim = (most: number, at: number, running: Awaited<ReturnType<typeof events.claim>>) =>
      database.write((trx) => events.claim(trx, most, at, LEASE, running));
    const running = await claim(2, now() + 3, []);
    const others = await claim(3, now() + 2 * LEASE, running);
    expect([running, others].map((claimed) => claimed.map(({ id }) => id).sort())).toEqual([
      rows
        .slice(0, 2)
        .map(({ id }) => id)
        .sort(),
      rows.slice(2).map(({ id }) => id),
    ]);
    expect(await claim(3, now() + 2 * LEASE, [])).toHaveLength(2);
  });

  it('should not be taken for fresh because the clock was set back', async () => {
    const canBeSent = await canBeSentAfter((clock) => {
      clock.advance(2 * LEASE);
      clock.jump(-2 * LEASE);
    });
    expect(canBeSent).toBe(false);
  });
});
