import { beforeAll, describe, expect, it } from 'vitest';
import { sealedKey } from '../../../src/photos/keys.ts';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { DAY, HOUR } from '../../helpers/app/test-clock.ts';
import { sealState } from '../../helpers/content-credentials/official-reader.ts';
import {
  itemsOf,
  storedSeal,
  submitPhotos,
  useSealWorker,
} from '../../helpers/content-credentials/seal-worker.ts';
import { rowOf, rowsOf } from '../../helpers/database/stored-rows.ts';

describe('the upkeep of sealed photos', () => {
  const api = useTestApp({ now: Date.now() });
  const workspace = useWorkspace(api);
  const worker = useSealWorker(api);
  let anchors = '';
  beforeAll(async () => {
    anchors = (await api.call('GET', '/.well-known/shutterpost-ca.pem')).body;
  });

  const photoOf = async (requestId: string) =>
    (await itemsOf(api, workspace, requestId)).map(({ id }) => id)[0] ?? '';

  it('should seal again what is missing or damaged in the storage, and nothing else', async () => {
    const requests = [await submitPhotos(api, workspace), await submitPhotos(api, workspace)];
    const soundId = await photoOf(await submitPhotos(api, workspace));
    await worker.settled();
    const [missing = '', damaged = ''] = await Promise.all(requests.map(photoOf));
    const sound = await storedSeal(api, soundId);
    const { storage } = api.services;
    await storage.delete(sealedKey(missing));
    await storage.putBytes(sealedKey(damaged), Buffer.from('half a file'), 'image/jpeg');

    expect(await api.services.sealing.queueDamaged()).toBe(2);
    await worker.settled();
    for (const photoId of [missing, damaged])
      expect(await sealState(await storedSeal(api, photoId), { anchors })).toBe('Trusted');
    expect(await storedSeal(api, soundId)).toEqual(sound);
    expect(await api.services.sealing.queueDamaged()).toBe(0);
  });

  it('should give up a photo that cannot be sealed, say so, and try it once more when told to', async () => {
    const id = await submitPhotos(api, workspace, { slots: ['The front'] });
    const photoId = await photoOf(id);
    // More than fits into the one segment that a seal has.
    const [check, message] = ['🖼'.repeat(40), '🖼'.repeat(300)];
    const evidence = JSON.stringify(Array.from({ length: 40 }, () => ({ check, result: 'pass', message })));
    const say = (name: string) =>
      api.database.write(async (trx) => {
        const photo_slots = JSON.stringify([{ instructions: name, is_required: true }]);
        await trx.updateTable('workspaces').set({ name }).where('id', '=', workspace.id).execute();
        await trx.updateTable('photo_requests').set({ photo_slots }).where('id', '=', id).execute();
        await trx.updateTable('photos').set({ evidence }).where('id', '=', photoId).execute();
      });
    await say('🖼'.repeat(1_000));
    for (let attempt = 0; attempt < 8; attempt++) {
      await worker.settled();
      api.clock.advance(2 * HOUR);
    }
    const job = await rowOf(api.database, 'seal_jobs', { photo_id: photoId });
    expect(job).toMatchObject({ attempt_count: 5, error: expect.stringContaining('does not fit') });
    expect(job?.given_up_at).not.toBeNull();
    expect(await api.services.sealing.waiting()).toMatchObject({ count: 0, givenUp: 1 });
    const [item] = await rowsOf(api.database, 'photos', { id: photoId });
    expect(item?.sealed_at).toBeNull();

    await say('Shop');
    api.clock.advance(DAY);
    await worker.settled();
    expect((await rowOf(api.database, 'seal_jobs', { photo_id: photoId }))?.attempt_count).toBe(5);
    expect(await api.services.sealing.queueUnsealed()).toBe(1);
    await worker.settled();
    expect(await sealState(await storedSeal(api, photoId), { anchors })).toBe('Trusted');
    expect(await api.services.sealing.waiting()).toMatchObject({ count: 0, givenUp: 0 });
  });
});
