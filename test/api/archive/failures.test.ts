import { describe, expect, it } from 'vitest';
import { MAX_FILES } from '../../../src/archive/worker.ts';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createGuardedClient, type GuardedClient } from '../../../src/webhooks/client/guarded-client.ts';
import { useTestApp, useWorkspaceForEach } from '../../helpers/app/test-app.ts';
import { DAY, HOUR } from '../../helpers/app/test-clock.ts';
import {
  copiesOf,
  s3Archive,
  saveArchive,
  useArchiveWorker,
  webDavArchive,
} from '../../helpers/archive/archive-scene.ts';
import { type Mood, startStrictS3, startWebDavServer } from '../../helpers/archive/archive-server.ts';
import { submitPhotos } from '../../helpers/content-credentials/seal-worker.ts';
import { rowOf, rowsOf } from '../../helpers/database/stored-rows.ts';
import { useForAll, useForEach } from '../../helpers/hooks.ts';

function useScene(webhookClient?: GuardedClient) {
  const api = useTestApp(webhookClient === undefined ? {} : { webhookClient });
  const workspace = useWorkspaceForEach(api);
  const worker = useArchiveWorker(api);
  const dav = useForEach(startWebDavServer, 'close');
  const s3 = useForEach(startStrictS3, 'close');
  const errorsOf = async (id: string) => (await copiesOf(api, id)).map(({ error }) => error);
  const laneOf = () => rowOf(api.database, 'archives', { workspace_id: workspace.id });
  /** Two photos, of which it gets none in this mood and all in the end. */
  async function expectAllAfter(mood: Mood, error: string): Promise<void> {
    await saveArchive(api, workspace.id, webDavArchive(dav));
    dav.become(mood);
    const id = await submitPhotos(api, workspace, { photos: 2 });
    await worker.settled();
    expect((await errorsOf(id)).join()).toContain(error);
    expect(await laneOf()).toMatchObject({ failures: 1, error: expect.stringContaining(error) });

    dav.become('fine');
    api.clock.advance(HOUR);
    await worker.settled();
    expect(await copiesOf(api, id)).toMatchObject([{ status: 'done' }, { status: 'done' }]);
    expect(dav.files.size).toBe(2);
    expect(await laneOf()).toMatchObject({ failures: 0, error: null, is_waiting: 0 });
  }
  return { api, workspace, worker, dav, s3, errorsOf, expectAllAfter };
}

describe('an archive that fails', () => {
  const { api, workspace, worker, dav, s3, errorsOf, expectAllAfter } = useScene();
  const by = () => ({ ...OPERATOR, workspaceId: workspace.id, environment: 'live' as const });

  it.each([
    ['full', 'The archive is full. (507)'],
    ['cutting', 'The connection was closed before a response arrived.'],
    ['redirecting', 'Redirects are not followed.'],
  ] as const)('should get everything when it is not %s any more', expectAllAfter);

  it('should get everything when it is back, and be asked by one file at a time until then', async () => {
    await saveArchive(api, workspace.id, s3Archive(s3));
    await s3.down();
    const ids = [await submitPhotos(api, workspace, { photos: 5 }), await submitPhotos(api, workspace)];
    await worker.settled();
    const tries = async () =>
      (await Promise.all(ids.map((id) => copiesOf(api, id))))
        .flat()
        .map(({ attempt_count }) => attempt_count);
    expect((await tries()).sort()).toEqual([0, 0, 0, 1, 1, 1]);
    expect(await errorsOf(ids[0] ?? '')).toContain('The connection was refused.');
    for (let hour = 1; hour <= 3; hour++) {
      api.clock.advance(2 * HOUR);
      await worker.settled();
      expect((await tries()).reduce((sum, count) => sum + count, 0)).toBe(3 + hour);
    }
    await s3.up();
    api.clock.advance(2 * HOUR);
    await worker.settled();
    for (const id of ids) for (const copy of await copiesOf(api, id)) expect(copy.status).toBe('done');
    expect(s3.files.size).toBe(6);
  });

  it('should be given up after days, and get it when someone resends it', async () => {
    await saveArchive(api, workspace.id, webDavArchive(dav, { secret: 'wrong' }));
    const id = await submitPhotos(api, workspace, { photos: 2 });
    await worker.settled();
    api.clock.advance(2 * DAY);
    await worker.settled();
    expect(await copiesOf(api, id)).toMatchObject([{ status: 'waiting' }, { status: 'waiting' }]);
    api.clock.advance(DAY);
    await worker.settled();
    const error = 'The user name or password is wrong. (401)';
    expect(await copiesOf(api, id)).toMatchObject([
      { status: 'failed', error },
      { status: 'failed', error },
    ]);
    const entries = await rowsOf(api.database, 'audit_entries', {
      workspace_id: workspace.id,
      action: 'archive.given_up',
    });
    expect(entries.map(({ workspace_id, details }) => [workspace_id, JSON.parse(details).count])).toEqual([
      [workspace.id, 2],
    ]);
    api.clock.advance(DAY);
    dav.calls.length = 0;
    await worker.settled();
    expect(dav.calls).toEqual([]);

    await saveArchive(api, workspace.id, webDavArchive(dav));
    expect(await api.services.archiveCopies.resendFailed(by(), undefined)).toBe(2);
    await worker.settled();
    expect(await copiesOf(api, id)).toMatchObject([
      { status: 'done', attempt_count: 1, error: null },
      { status: 'done', attempt_count: 1, error: null },
    ]);
  });

  it('should be tried at once with other settings', async () => {
    await saveArchive(api, workspace.id, s3Archive(s3, { bucket: 'no-such-bucket' }));
    const id = await submitPhotos(api, workspace);
    await worker.settled();
    expect(await errorsOf(id)).toEqual(['There is no bucket with this name. (NoSuchBucket)']);
    await saveArchive(api, workspace.id, s3Archive(s3));
    await worker.settled();
    expect(await copiesOf(api, id)).toMatchObject([{ status: 'done' }]);
  });

  it('should get nothing any more once it is deleted', async () => {
    await saveArchive(api, workspace.id, s3Archive(s3));
    const done = await submitPhotos(api, workspace);
    await worker.settled();
    const waiting = await submitPhotos(api, workspace);
    await api.services.archiveSettings.delete(by());
    const later = await submitPhotos(api, workspace);
    await worker.settled();
    expect(s3.files.size).toBe(1);
    expect(await copiesOf(api, done)).toHaveLength(1);
    expect([...(await copiesOf(api, waiting)), ...(await copiesOf(api, later))]).toEqual([]);
  });
});

describe('an archive that hangs', () => {
  // Short, so that it does not hold up the tests.
  const webhookClient = useForAll(
    () => createGuardedClient({ rules: { allowPrivateNetworks: true, requireHttps: false }, limitMs: 3_000 }),
    'close',
  );
  const { api, workspace, worker, dav, s3, expectAllAfter } = useScene(webhookClient);

  it('should get everything when it is not hanging any more', () =>
    expectAllAfter('hanging', 'No response within 3 s.'));

  it('should not hold up those of others, nor be sent more than a few files at once', async () => {
    const other = await api.createWorkspace();
    await saveArchive(api, workspace.id, webDavArchive(dav));
    await saveArchive(api, other.id, s3Archive(s3));
    dav.become('hanging');
    for (let request = 0; request < 3; request++) await submitPhotos(api, workspace, { photos: 5 });
    const id = await submitPhotos(api, other, { photos: 5 });
    await worker.settled();
    expect((await copiesOf(api, id)).map(({ status }) => status)).toEqual(Array(5).fill('done'));
    expect(dav.mostAtOnce()).toBeLessThanOrEqual(3);
    expect(s3.mostAtOnce()).toBeLessThanOrEqual(3);
  });
});

describe('an archive whose files are on their way', () => {
  const client = useForAll(
    () => createGuardedClient({ rules: { allowPrivateNetworks: true, requireHttps: false } }),
    'close',
  );
  /** Files that are stopped there. */
  const onTheWay: (() => void)[] = [];
  let areStopped = false;
  const webhookClient: GuardedClient = {
    post: (...call) => client.post(...call),
    faultOf: (...call) => client.faultOf(...call),
    close: async () => {},
    async send(...call) {
      if (areStopped) await new Promise<void>((resolve) => onTheWay.push(resolve));
      return client.send(...call);
    },
  };
  const letGo = () => {
    areStopped = false;
    for (const go of onTheWay.splice(0)) go();
  };
  const { api, workspace, worker, s3 } = useScene(webhookClient);

  it('should get nothing more than what was on its way once another one takes its place', async () => {
    const next = await startStrictS3();
    try {
      await saveArchive(api, workspace.id, s3Archive(s3));
      const id = await submitPhotos(api, workspace, { photos: 5 });
      areStopped = true;
      const settled = worker.settled();
      await expect.poll(() => onTheWay.length).toBe(MAX_FILES);
      await saveArchive(api, workspace.id, s3Archive(next));
      letGo();
      await settled;
      expect(s3.calls).toHaveLength(MAX_FILES);
      expect(next.files.size).toBe(5);
      expect((await copiesOf(api, id)).map(({ status }) => status)).toEqual(Array(5).fill('done'));
    } finally {
      await next.close();
    }
  });

  it('should get nothing more than what was on its way once the server stops, and then all the rest', async () => {
    await saveArchive(api, workspace.id, s3Archive(s3));
    await submitPhotos(api, workspace, { photos: 5 });
    areStopped = true;
    const stopping = api.services.openArchiveWorker(createLog('silent'));
    const settled = stopping.settled();
    await expect.poll(() => onTheWay.length).toBe(MAX_FILES);
    const stopped = stopping.stop();
    letGo();
    await Promise.all([stopped, settled]);
    expect(s3.files.size).toBe(MAX_FILES);
    await worker.settled();
    expect(s3.files.size).toBe(5);
    expect(s3.calls).toHaveLength(5);
  });
});
