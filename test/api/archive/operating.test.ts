import { describe, expect, it } from 'vitest';
import { createArchiveRepository } from '../../../src/archive/archive-repository.ts';
import { archiveChecks } from '../../../src/doctor/archive-checks.ts';
import { openMetrics } from '../../../src/observability/metrics.ts';
import { createOutboxState } from '../../../src/observability/outbox-state.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createServices } from '../../../src/services.ts';
import { useTestApp, useWorkspaceForEach } from '../../helpers/app/test-app.ts';
import { DAY, HOUR, MINUTE } from '../../helpers/app/test-clock.ts';
import { copiesOf, saveArchive, webDavArchive } from '../../helpers/archive/archive-scene.ts';
import { startWebDavServer } from '../../helpers/archive/archive-server.ts';
import { submitPhotos } from '../../helpers/content-credentials/seal-worker.ts';
import { updateRows } from '../../helpers/database/stored-rows.ts';
import { useForAll, useForEach } from '../../helpers/hooks.ts';

const collector = await openMetrics({ clock: Date.now, build: { version: '0.0.0' } });

describe('what the operator sees of archives', () => {
  const api = useTestApp();
  const workspace = useWorkspaceForEach(api);
  const worker = useForAll(
    () => createServices({ ...api.services, metrics: collector.told }).openArchiveWorker(createLog('silent')),
    'stop',
  );
  const dav = useForEach(startWebDavServer, 'close');

  const state = async () => (await createOutboxState(api.services)()).archive;
  const stopped = (max = 100) => createArchiveRepository(api.database).countStopped(max);
  async function counts(): Promise<Record<string, number>> {
    const lines = (await collector.print()).text.matchAll(
      /^shutterpost_archive_(?:attempt_duration_seconds_count\{outcome="(\w+)"\}|files_(given_up)_total) (\d+)$/gm,
    );
    return Object.fromEntries(
      [...lines].map(([, outcome, other = '', count]) => [outcome ?? other, Number(count)]),
    );
  }
  async function examined(): Promise<string[]> {
    const checks = archiveChecks({ databaseIfWell: async () => api.database } as never);
    const findings = await Promise.all(checks.map((check) => check.run()));
    return findings.map(({ status, message }) => `${status}: ${message}`);
  }
  /** As often as an archive is tried in a day. */
  async function failFor(hours: number): Promise<void> {
    for (let hour = 0; hour < hours; hour++) {
      api.clock.advance(2 * HOUR);
      await worker.settled();
    }
  }

  it('should be how much waits, for how long it could have been copied, and what came of each attempt', async () => {
    await saveArchive(api, workspace.id, webDavArchive(dav));
    const before = await counts();
    const id = await submitPhotos(api, workspace, { photos: 4 });
    api.clock.advance(MINUTE);
    expect(await state()).toEqual({ depth: 4, oldestDueSeconds: 60 });
    dav.become('full');
    await worker.settled();
    // Whoever is left alone on purpose is not late.
    expect(await state()).toEqual({ depth: 4, oldestDueSeconds: 0 });
    dav.become('picky');
    api.clock.advance(HOUR);
    await worker.settled();
    const [, photo] = await copiesOf(api, id);
    await api.services.storage.delete(`photos/${photo?.photo_id}.jpg`);
    dav.become('fine');
    api.clock.advance(HOUR);
    await worker.settled();
    expect(await state()).toEqual({ depth: 1, oldestDueSeconds: 0 });
    const after = await counts();
    const grown = Object.entries(after).map(([outcome, count]) => [outcome, count - (before[outcome] ?? 0)]);
    expect(Object.fromEntries(grown)).toEqual({ done: 3, failed: 3, refused: 4, unreadable: 1, given_up: 0 });
    await api.services.database.write((trx) => trx.deleteFrom('archive_copies').execute());
  });

  it('should be which archives stopped working, and which lack files for good', async () => {
    await saveArchive(api, workspace.id, webDavArchive(dav));
    expect(await examined()).toEqual(['ok: none', 'ok: none was given up']);
    dav.become('full');
    await submitPhotos(api, workspace, { photos: 2 });
    const { given_up: before = 0 } = await counts();
    await worker.settled();
    await failFor(5);
    expect([await stopped(), await examined()]).toEqual([0, ['ok: none', 'ok: none was given up']]);
    await failFor(1);
    const named = new URL(dav.url).host;
    const which = `1 have failed for hours: ${named} of ${workspace.id} (live, The archive is full. (507))`;
    expect(await stopped()).toBe(1);
    expect(await examined()).toEqual([`warning: ${which}`, 'ok: none was given up']);
    api.clock.advance(3 * DAY);
    await worker.settled();
    expect(await examined()).toEqual([
      `warning: ${which}`,
      `warning: 1 lack files that are not tried again: ${named} of ${workspace.id} (live, The archive is full. (507))`,
    ]);
    expect((await counts()).given_up).toBe(before + 2);
    // Nothing waits for it any more.
    expect(await stopped()).toBe(0);
  });

  it('should not look through more archives than it wants to', async () => {
    for (const { id } of [await api.createWorkspace(), await api.createWorkspace()]) {
      await saveArchive(api, id, webDavArchive(dav));
      await updateRows(api.database, 'archives', { workspace_id: id }, { failures: 9, is_waiting: 1 });
    }
    expect([await stopped(1), await stopped()]).toEqual([1, 2]);
  });
});
