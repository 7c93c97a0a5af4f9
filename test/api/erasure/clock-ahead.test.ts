import { afterEach, describe, expect, it } from 'vitest';
import { startHousekeeping } from '../../../src/housekeeping.ts';
import { liveInWorkspace, submitPersonally } from '../../helpers/app/lived-in-workspace.ts';
import { createPhotoRequest } from '../../helpers/app/stored-objects.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { DAY, HOUR, MINUTE } from '../../helpers/app/test-clock.ts';
import { collectLog } from '../../helpers/app/test-platform.ts';
import { rowOf } from '../../helpers/database/stored-rows.ts';
import { findTraces } from '../../helpers/database/stored-traces.ts';
import { useFolderForAll } from '../../helpers/hooks.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

const YEAR = 365 * DAY;

describe('housekeeping with a clock that is years ahead', () => {
  const mailFolder = useFolderForAll();
  const api = useTestApp({ platform: { mailFolder, phoneFolder: mailFolder } });

  const running: { stop(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop();
  });

  /** Sweeps without a pause, as one process does. */
  function startSweeping() {
    let ends = 0;
    let atEnd = () => {};
    const { log, lines } = collectLog();
    const tasks = { paused: new Set<string>(), done: new Set<string>() };
    const counts = {
      ...api.services.counts,
      // It goes on in any case, and comes after what expires and deletes.
      async fold(size?: number) {
        ends += 1;
        atEnd();
        atEnd = () => {};
        return api.services.counts.fold(size);
      },
    };
    const metrics = { swept: (task: string, ending: 'paused' | 'done') => void tasks[ending].add(task) };
    const housekeeping = startHousekeeping({ ...api.services, counts, metrics: metrics as never }, log, {
      intervalMs: 0,
      monotonic: api.clock.monotonic,
    });
    running.push(housekeeping);
    return {
      tasks,
      errors: () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error'),
      stop: () => housekeeping.stop(),
      /** Between two tasks: each looks at the clock before it begins, and not again before its batch is done. */
      async jump(milliseconds: number) {
        await new Promise<void>((resolve) => {
          atEnd = () => {
            api.clock.jump(milliseconds);
            resolve();
          };
        });
      },
      /** The first to end may have begun before whatever the test did. */
      async wholeRound() {
        const before = ends;
        await waitUntil(() => expect(ends).toBeGreaterThan(before + 2));
      },
    };
  }

  /** With a submission that is kept for three days, and a request that is open for two. */
  async function prepare() {
    const { key, owner } = await liveInWorkspace(api, mailFolder);
    await owner.browser.expect('PATCH', `${owner.path}/settings`, { retention_days: 3 });
    const submitted = await submitPersonally(api, key, mailFolder);
    const open = await createPhotoRequest(api, key, { expires_in_hours: 48 });
    return {
      traces: () => findTraces(api, submitted.values, mailFolder),
      isOpen: async () => (await rowOf(api.database, 'photo_requests', { id: open.id })).status === 'pending',
    };
  }

  it('should neither expire nor erase anything, say so, and go on when the clock is right again', async () => {
    const { traces, isOpen } = await prepare();
    const sweeping = startSweeping();
    await sweeping.wholeRound();
    const before = await traces();
    expect(before).not.toEqual([]);

    await sweeping.jump(YEAR);
    await sweeping.wholeRound();
    api.clock.advance(59 * MINUTE);
    await sweeping.wholeRound();
    expect(await isOpen()).toBe(true);
    expect(await traces()).toEqual(before);
    expect(sweeping.errors()).toHaveLength(1);
    const deleting = ['expire requests', 'erase requests', 'purge files', 'forget identity', 'forget events'];
    expect([...sweeping.tasks.paused]).toEqual(expect.arrayContaining(deleting));

    await sweeping.jump(-YEAR);
    for (let half = 0; half < 10; half += 1) {
      await sweeping.wholeRound();
      api.clock.advance(DAY / 2);
    }
    await sweeping.wholeRound();
    await sweeping.stop();
    expect(await isOpen()).toBe(false);
    expect(await traces()).toEqual([]);
    expect(sweeping.errors()).toHaveLength(1);
  });

  it('should believe it after an hour in one process, as of a service that was off for weeks', async () => {
    const { traces, isOpen } = await prepare();
    const last = startSweeping();
    await last.wholeRound();
    await last.stop();
    const before = await traces();

    api.clock.jump(21 * DAY);
    for (let start = 0; start < 3; start += 1) {
      const restarted = startSweeping();
      await restarted.wholeRound();
      api.clock.advance(59 * MINUTE);
      await restarted.wholeRound();
      await restarted.stop();
      expect(restarted.tasks.done).not.toContain('reconcile');
    }
    expect(await isOpen()).toBe(true);
    expect(await traces()).toEqual(before);

    const lasting = startSweeping();
    await lasting.wholeRound();
    api.clock.advance(HOUR);
    await lasting.wholeRound();
    await waitUntil(() => expect(lasting.tasks.done).toContain('reconcile'));
    await lasting.stop();
    expect(await isOpen()).toBe(false);
    expect(await traces()).toEqual([]);
    const next = startSweeping();
    await next.wholeRound();
    await next.stop();
    expect(next.errors()).toEqual([]);
  });
});
