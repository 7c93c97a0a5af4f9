import { beforeAll, describe, expect, it } from 'vitest';
import { photoCommands } from '../../../src/cli/photo-commands.ts';
import { photoKey } from '../../../src/photos/keys.ts';
import { createStoredFileAudit } from '../../../src/photos/stored-file-audit.ts';
import { type Storage, StorageUnavailableError } from '../../../src/platform/storage/storage.ts';
import { type TestWorkspace, useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { HOUR } from '../../helpers/app/test-clock.ts';
import { createRequest, openPage, smallPhoto } from '../../helpers/capture/customer.ts';

describe('verifying stored photos', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);
  const other = useWorkspace(api);
  /** In the order they were received. */
  let photoIds: string[];
  let secondHour: number;
  beforeAll(async () => {
    photoIds = await receive(workspace, 2);
    api.clock.advance(HOUR);
    secondHour = api.clock.now();
    photoIds.push(...(await receive(workspace, 2)), ...(await receive(other, 1)));
  });

  async function receive({ live }: TestWorkspace, count: number): Promise<string[]> {
    const { token } = await createRequest(api, live.key);
    const page = await openPage(api, 'request', token);
    const received: string[] = [];
    for (let slot = 0; slot < count; slot++) {
      received.push((await page.send({ slot, body: await smallPhoto(slot) })).json().data.id);
    }
    return received;
  }
  const verify = (which = {}) => api.services.verifyPhotos(which);

  it('should find nothing wrong with what was received', async () => {
    const seen: number[] = [];
    const verified = await api.services.verifyPhotos({}, ({ checked }) => seen.push(checked));
    expect(verified).toMatchObject({ checked: 5, missing: 0, damaged: 0, faults: [], hasMore: false });
    expect(verified.bytes).toBeGreaterThan(5_000);
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  it('should look at those that are asked for only', async () => {
    expect(await verify({ workspaceId: other.id })).toMatchObject({ checked: 1, last: photoIds[4] });
    expect(await verify({ since: secondHour })).toMatchObject({ checked: 3 });
    expect(await verify({ limit: 2 })).toMatchObject({ checked: 2, last: photoIds[1], hasMore: true });
    expect(await verify({ after: photoIds[1] })).toMatchObject({ checked: 3, last: photoIds[4] });
    expect(await verify({ limit: 5 })).toMatchObject({ checked: 5, hasMore: false });
  });

  it('should name what is missing and what is damaged, to the last bit', async () => {
    const [missing = '', flipped = '', cut = ''] = photoIds;
    const bytes = await smallPhoto(1);
    const { storage } = api.services;
    await storage.delete(photoKey(missing));
    const oneBitOff = bytes.with(1_000, (bytes[1_000] ?? 0) ^ 1);
    await storage.putBytes(photoKey(flipped), oneBitOff, 'image/jpeg');
    await storage.putBytes(photoKey(cut), (await smallPhoto(0)).subarray(0, -1), 'image/jpeg');
    const { faults, ...verified } = await verify();
    expect(verified).toMatchObject({ checked: 5, missing: 1, damaged: 2 });
    expect(faults.map(({ photo_id, fault }) => [photo_id, fault])).toEqual([
      [missing, 'missing'],
      [flipped, 'damaged'],
      [cut, 'damaged'],
    ]);
  });

  it('should end with 1 and a list for the operator', async () => {
    const [command] = photoCommands;
    if (command === undefined || 'runBare' in command) throw new Error('no such command');
    const given = { text: () => '', optional: () => undefined, flag: () => false };
    const result = await command.run(api.services, given, () => {});
    expect(command.foundFaults?.(result)).toBe(true);
    expect(command.show?.(result)).toMatch(/5 photos checked.*1 missing, 2 damaged\n {2}missing {2}photo_/);
    const clean = await command.run(
      api.services,
      { ...given, optional: (name) => (name === 'workspace' ? other.id : undefined) },
      () => {},
    );
    expect(command.foundFaults?.(clean)).toBe(false);
  });

  it('should not complain of a photo that is deleted meanwhile', async () => {
    const repository = api.services.photos;
    const gone = { ...repository, existing: async () => new Set<string>() };
    const verified = await createStoredFileAudit({ repository: gone, storage: api.services.storage })({});
    expect(verified).toMatchObject({ checked: 5, missing: 0, damaged: 0 });
  });

  it('should say where to go on when the storage goes away', async () => {
    const { storage } = api.services;
    const failing: Storage = {
      ...storage,
      open: (key) =>
        key === photoKey(photoIds[2] ?? '')
          ? Promise.reject(new StorageUnavailableError(new Error('no route')))
          : storage.open(key),
    };
    const verifyOnce = createStoredFileAudit({ repository: api.services.photos, storage: failing });
    await expect(verifyOnce({})).rejects.toThrow(
      `no route. 2 photos were checked before that, 2 with faults. Continue with --after ${photoIds[1]}.`,
    );
  });
});
