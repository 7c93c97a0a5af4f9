import { beforeAll, describe, expect, it } from 'vitest';
import { grayOf, lookAt } from '../../../src/photos/evidence/look.ts';
import { hashOf, spectrumOf } from '../../../src/photos/evidence/perceptual-hash.ts';
import { entriesOfHash, type Sought, seek } from '../../../src/photos/evidence/similarity.ts';
import { createPhotoRepository } from '../../../src/photos/repository.ts';
import type { Owner, PhotoRow } from '../../../src/platform/db/tables.ts';
import { drawScene, seededNumbers } from '../../helpers/capture/scene.ts';
import { insertWorkspace, photoRequestRow, photoRow } from '../../helpers/database/rows.ts';
import { insertRows } from '../../helpers/database/stored-rows.ts';
import { useDatabase } from '../../helpers/database/test-database.ts';

const SIZE = { width: 120, height: 90 };
const PHOTOS = 300;
const KEYS = 5;

/** One engine compares sketches itself, for the other the service does: they must agree on every bit. */
describe('the photos that may show the same', () => {
  const database = useDatabase();
  const hashed = new Map<string, Buffer>();
  let owner: Owner;
  let sought: Sought;
  let copy: PhotoRow;
  beforeAll(async () => {
    const gray = grayOf(lookAt({ ...drawScene(1, SIZE), channels: 3 }));
    const hash = hashOf(spectrumOf(gray));
    sought = seek(gray);
    const workspaceId = await insertWorkspace(database);
    owner = { workspaceId, environment: 'live' };
    const request = photoRequestRow(workspaceId);
    const photos = Array.from({ length: PHOTOS }, (_, slot_index) => {
      const changed = hashWithOneKeyOf(hash, slot_index);
      return photoRow(request, { slot_index, hash: changed.toString('hex') });
    });
    copy = photoRow(request, { slot_index: PHOTOS, hash: '00'.repeat(hash.length), sha256: 'ab'.repeat(32) });
    await insertRows(database, 'photo_requests', [request]);
    const repository = createPhotoRepository(database);
    await database.write(async (trx) => {
      for (const photo of [...photos, copy]) await repository.insert(trx, photo);
    });
    for (const { id, hash } of photos) hashed.set(id, Buffer.from(hash ?? '', 'hex'));
  });

  it('should be those whose sketch is near, and the same file', async () => {
    const near = [...hashed].filter(([, hash]) => entriesOfHash(hash).some(sought.isWorthComparing));
    expect(near.length).toBeGreaterThan(PHOTOS / 10);
    expect(near.length).toBeLessThan((9 * PHOTOS) / 10);
    const found = await createPhotoRepository(database).similar.candidates(owner, copy.sha256, sought);
    expect(found.map(({ id }) => id).toSorted()).toEqual([...near.map(([id]) => id), copy.id].toSorted());
  });

  it('should never be those of someone else', async () => {
    const stranger: Owner = { ...owner, environment: 'test' };
    expect(await createPhotoRepository(database).similar.candidates(stranger, copy.sha256, sought)).toEqual(
      [],
    );
  });
});

/** Listed under one key with it; of its other bits a share is left to chance that grows with the number. */
function hashWithOneKeyOf(hash: Buffer, number: number): Buffer {
  const random = seededNumbers(number);
  const changed = Buffer.from(hash);
  for (let bit = 0; bit < 8 * hash.length; bit += 1) {
    const isOfKey = bit < 100 && bit % KEYS === number % KEYS;
    if (isOfKey || random() >= number / PHOTOS / 2) continue;
    changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
  }
  return changed;
}
