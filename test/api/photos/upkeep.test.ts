import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPhotoUpkeep } from '../../../src/photos/upkeep.ts';
import { createLog } from '../../../src/platform/log.ts';
import { pathOfKey } from '../../../src/platform/storage/disk-layout.ts';
import type { Storage } from '../../../src/platform/storage/storage.ts';
import { openSameDatabase, startNode } from '../../helpers/app/node.ts';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { DAY, HOUR } from '../../helpers/app/test-clock.ts';
import {
  createLink,
  createRequest,
  kept,
  openPage,
  settled,
  smallPhoto,
  storedKeys,
} from '../../helpers/capture/customer.ts';
import { ids } from '../../helpers/database/rows.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';

describe('what keeps photos and files in step', () => {
  const log = createLog('silent');
  const api = useTestApp();
  const workspace = useWorkspace(api);

  async function sweep() {
    const { photoRequests, capture, photoUpkeep } = api.services;
    for (const task of [
      photoRequests.expireOverdue,
      photoRequests.deleteUnsentPhotos,
      capture.sessions.deleteOld,
      photoUpkeep.deleteQueuedFiles,
    ]) {
      while (await task()) {
        // Until nothing is left.
      }
    }
  }
  async function withPhotos(photos: number, more: object = {}) {
    const { id, token } = await createRequest(api, workspace.live.key, more);
    const page = await openPage(api, 'request', token);
    const photoIds: string[] = [];
    for (let slot = 0; slot < photos; slot++) {
      photoIds.push((await page.send({ slot, body: await smallPhoto(slot) })).json().data.id);
    }
    return { id, page, photoIds };
  }
  const filesOf = async (photoIds: string[]) =>
    (await kept(api)).files.filter((key) => photoIds.some((id) => key.includes(id)));
  const setAge = async (key: string, ageMs: number) => {
    const root = join(api.services.storage.temporaryFolder, '..');
    const time = new Date(api.clock.now() - ageMs);
    await utimes(join(root, pathOfKey(key)), time, time);
  };

  it('should delete the photos of an expired request after a week, and of no other', async () => {
    const short = await withPhotos(2, { expires_in_hours: 1 });
    const long = await withPhotos(1, { expires_in_hours: 1_000 });
    const done = await withPhotos(1, { expires_in_hours: 1 });
    await done.page.submit();
    api.clock.advance(HOUR);
    await sweep();
    api.clock.advance(7 * DAY - 1);
    await sweep();
    expect(await filesOf(short.photoIds)).toHaveLength(4);
    api.clock.advance(1);
    await sweep();
    expect(await filesOf(short.photoIds)).toEqual([]);
    expect(await filesOf(long.photoIds)).toHaveLength(2);
    expect(await filesOf(done.photoIds)).toHaveLength(2);
    const { photos } = await kept(api);
    expect(photos).not.toContain(short.photoIds[0]);
  });

  it('should delete the photos of a deleted request, and only then', async () => {
    const { id, page, photoIds } = await withPhotos(2);
    await page.submit();
    await api.call('DELETE', `/v1/photo-requests/${id}`, { key: workspace.live.key });
    await sweep();
    expect(await filesOf(photoIds)).toEqual([]);
    expect(await api.database.reader.selectFrom('purges').selectAll().execute()).toEqual([]);
  });

  it('should not let a file that cannot be deleted hold up the others, and try it again', async () => {
    const { id, photoIds } = await withPhotos(2);
    const { storage } = api.services;
    await api.call('DELETE', `/v1/photo-requests/${id}`, { key: workspace.live.key });
    const stuck = `photos/${photoIds[0]}.jpg`;
    const deleteAll: Storage['deleteAll'] = async (keys) => {
      await storage.deleteAll(keys.filter((key) => key !== stuck));
      return new Map([[stuck, new Error('refused')]]);
    };
    const { photos: repository, ...services } = api.services;
    const upkeep = createPhotoUpkeep({ ...services, repository, storage: { ...storage, deleteAll } });
    await upkeep.deleteQueuedFiles();
    expect(await filesOf(photoIds)).toEqual([stuck]);
    await sweep();
    expect(await filesOf(photoIds)).toEqual([stuck]);
    api.clock.advance(HOUR);
    await sweep();
    expect(await filesOf(photoIds)).toEqual([]);
  });

  it('should not let more of those than fit in a batch hold up what is queued later', async () => {
    const stuck = [await withPhotos(2), await withPhotos(2)];
    const later = await withPhotos(1);
    const { storage } = api.services;
    const erase = ({ id }: { id: string }) =>
      api.call('DELETE', `/v1/photo-requests/${id}`, { key: workspace.live.key });
    for (const request of stuck) await erase(request);
    api.clock.advance(1);
    await erase(later);
    const isStuck = (key: string) => stuck.some(({ photoIds }) => photoIds.some((id) => key.includes(id)));
    const deleteAll: Storage['deleteAll'] = async (keys) => {
      await storage.deleteAll(keys.filter((key) => !isStuck(key)));
      return new Map(keys.filter(isStuck).map((key) => [key, new Error('refused')]));
    };
    const { photos: repository, ...services } = api.services;
    const upkeep = createPhotoUpkeep({ ...services, repository, storage: { ...storage, deleteAll } });
    const deleteAllQueued = async () => {
      while (await upkeep.deleteQueuedFiles(3));
    };
    await expect(deleteAllQueued()).rejects.toThrow('refused');
    expect(await filesOf(later.photoIds)).toEqual([]);
    expect(await filesOf(stuck.flatMap(({ photoIds }) => photoIds))).toHaveLength(8);
    api.clock.advance(HOUR);
    await sweep();
    expect(await filesOf(stuck.flatMap(({ photoIds }) => photoIds))).toEqual([]);
  });

  it('should remove a visit that was abandoned for a day without a trace', async () => {
    const { id, slug } = await createLink(api, workspace.live.key);
    const page = await openPage(api, 'link', slug);
    const photo = (await page.send({ body: await smallPhoto() })).json().data;
    const visits = () => rowsOf(api.database, 'photo_requests', { permanent_link_id: id });
    api.clock.advance(DAY - 1);
    await sweep();
    expect(await visits()).toHaveLength(1);
    expect(await filesOf([photo.id])).toHaveLength(2);
    api.clock.advance(1);
    await sweep();
    expect(await visits()).toEqual([]);
    expect(await filesOf([photo.id])).toEqual([]);
  });

  it('should delete sessions of a day ago with their tickets, and keep younger ones', async () => {
    const { page } = await withPhotos(1);
    api.clock.advance(DAY - 1);
    const young = await withPhotos(1);
    api.clock.advance(1);
    await sweep();
    const sessions = await api.database.reader.selectFrom('capture_sessions').selectAll().execute();
    expect(sessions).toHaveLength(1);
    const tickets = await api.database.reader.selectFrom('used_tickets').selectAll().execute();
    expect(tickets).toHaveLength(1);
    expect(await young.page.state()).toMatchObject({ status: 'in_progress' });
    const response = await api.call('GET', '/capture/session', {
      headers: { 'x-capture-session': page.session },
    });
    expect(response.statusCode).toBe(401);
  });

  it('should be done by several nodes at once as by one', async () => {
    const database = await openSameDatabase(api);
    const node = await startNode({ api, database });
    const expired = await Promise.all([1, 2, 3].map(() => withPhotos(2, { expires_in_hours: 1 })));
    const stays = await withPhotos(2, { expires_in_hours: 1_000 });
    // A thumbnail that is still being made is deleted by whoever makes it.
    await settled(api);
    api.clock.advance(HOUR);
    const nodes = [api.services, node.services, api.services, node.services];
    await Promise.all(nodes.map((services) => services.photoRequests.expireOverdue()));
    api.clock.advance(7 * DAY);
    await Promise.all(nodes.map((services) => services.photoRequests.deleteUnsentPhotos()));
    await Promise.all(nodes.map((services) => services.photoUpkeep.deleteQueuedFiles()));
    for (const { photoIds } of expired) expect(await filesOf(photoIds)).toEqual([]);
    expect(await filesOf(stays.photoIds)).toHaveLength(4);
    expect(await api.database.reader.selectFrom('purges').selectAll().execute()).toEqual([]);
    await node.close();
    await database.close();
  });

  it('should put files aside that belong to no photo for an hour, and touch no other', async () => {
    const { photoIds } = await withPhotos(1);
    const [old, young] = [ids.next('photo'), ids.next('photo')];
    const { storage, photoUpkeep } = api.services;
    for (const id of [old, young]) {
      for (const key of [`photos/${id}.jpg`, `thumbnails/${id}.jpg`]) {
        await storage.putBytes(key, await smallPhoto(), 'image/jpeg');
        await setAge(key, id === old ? HOUR : HOUR - 1_000);
      }
    }
    await storage.putBytes('logos/someone.png', Buffer.from('x'), 'image/png');
    for (const key of await filesOf(photoIds)) await setAge(key, 30 * DAY);
    expect(await photoUpkeep.reconcile(log)).toEqual({ missing: [], quarantined: 2 });
    expect(await storedKeys(api, 'quarantine/')).toEqual([
      `quarantine/photos/${old}.jpg`,
      `quarantine/thumbnails/${old}.jpg`,
    ]);
    expect(await filesOf([old])).toEqual([]);
    expect(await filesOf([young])).toHaveLength(2);
    expect(await filesOf(photoIds)).toHaveLength(2);
    expect(await storedKeys(api, 'logos/')).toHaveLength(1);
    expect(await photoUpkeep.reconcile(log)).toEqual({ missing: [], quarantined: 0 });
    for (const key of await filesOf([young])) await storage.delete(key);
  });

  it('should delete the files of what was deleted before a crash, and keep nothing of it aside', async () => {
    const { id, photoIds } = await withPhotos(1);
    for (const key of await filesOf(photoIds)) await setAge(key, DAY);
    const aside = await storedKeys(api, 'quarantine/');
    await api.call('DELETE', `/v1/photo-requests/${id}`, { key: workspace.live.key });
    // The process ended before the files were deleted; the next start compares first.
    await api.services.photoUpkeep.reconcile(log);
    await sweep();
    expect(await filesOf(photoIds)).toEqual([]);
    expect(await storedKeys(api, 'quarantine/')).toEqual(aside);
  });

  it('should name photos whose file is not there, or is not whole', async () => {
    const { photoIds } = await withPhotos(3);
    const [lost, cut] = photoIds as [string, string];
    await api.services.storage.delete(`photos/${lost}.jpg`);
    await api.services.storage.putBytes(`photos/${cut}.jpg`, Buffer.from('half'), 'image/jpeg');
    const { missing } = await api.services.photoUpkeep.reconcile(log);
    expect(missing.sort()).toEqual([lost, cut].sort());
  });

  it('should clear away temporary files of an hour ago and leave what is being received', async () => {
    const { temporaryFolder } = api.services.storage;
    for (const name of ['old', 'young']) await writeFile(join(temporaryFolder, name), 'x');
    const anHourAgo = new Date(Date.now() - HOUR - 1_000);
    await utimes(join(temporaryFolder, 'old'), anHourAgo, anHourAgo);
    await api.services.photoUpkeep.reconcile(log);
    expect((await kept(api)).temporaries).toEqual(['young']);
  });
});
