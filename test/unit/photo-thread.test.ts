import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPhotoThread } from '../../src/photos/photo-thread.ts';
import { liveJpeg } from '../helpers/capture/jpeg-files.ts';
import { useFolderForEach } from '../helpers/hooks.ts';

describe('a photo that is written in its thread', () => {
  const folder = useFolderForEach();
  const thread = createPhotoThread();
  let photo: Buffer;
  beforeAll(async () => {
    photo = await liveJpeg({ width: 1600, height: 1200 });
  });

  it('should be the one that came, with its hash and size', async () => {
    const path = join(folder, 'photo');
    const [first, second] = [photo.subarray(0, 1_000), photo.subarray(1_000, 5_000)];
    await thread.write(path, [Buffer.from(first), Buffer.from(second)], true);
    const received = await thread.finish(path, [Buffer.from(photo.subarray(5_000))]);
    expect(readFileSync(path).equals(photo)).toBe(true);
    expect(received.sha256Hex).toBe(createHash('sha256').update(photo).digest('hex'));
    expect(received.facts).toMatchObject({ width: 1600, height: 1200, bytes: photo.length });
  });

  it('should leave alone what shares its memory with a chunk', async () => {
    const memory = Buffer.concat([photo, Buffer.from('someone else’s')]);
    const path = join(folder, 'photo');
    await thread.write(path, [memory.subarray(0, photo.length)], true);
    await thread.finish(path, []);
    expect(memory.subarray(photo.length).toString()).toBe('someone else’s');
  });

  it('should be refused as its inspector does, in the middle and at its end', async () => {
    const refusal = { name: 'PhotoRefusal', code: 'photo_not_jpeg' };
    const text = Buffer.from('no photo');
    await expect(thread.write(join(folder, 'text'), [text], true)).rejects.toMatchObject(refusal);
    await thread.write(join(folder, 'cut'), [Buffer.from(photo.subarray(0, -2))], true);
    await expect(thread.finish(join(folder, 'cut'), [])).rejects.toMatchObject({ code: 'photo_damaged' });
  });

  it('should not be blamed for what its disk refuses', async () => {
    const writing = thread.write(join(folder, 'no such folder', 'photo'), [Buffer.from(photo)], true);
    await expect(writing).rejects.toMatchObject({
      name: 'StorageUnavailableError',
      cause: { code: 'ENOENT' },
    });
  });

  it('should not be blamed, nor be gone on with, when the thread that began it has ended', async () => {
    const path = join(folder, 'photo');
    const before = createPhotoThread();
    await before.write(path, [Buffer.from(photo.subarray(0, 5_000))], true);
    const rest = Buffer.from(photo.subarray(5_000));
    await expect(thread.finish(path, [rest])).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(readFileSync(path).equals(photo.subarray(0, 5_000))).toBe(true);
  });

  it('should not be blamed for a fault of the thread', async () => {
    const faulty = thread.write(7 as unknown as string, [Buffer.from(photo)], true);
    await expect(faulty).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('should hold no file once it is finished or abandoned', async () => {
    const [kept, left] = [join(folder, 'kept'), join(folder, 'left')];
    await thread.write(left, [Buffer.from(photo.subarray(0, 5_000))], true);
    await thread.write(kept, [Buffer.from(photo.subarray(0, 5_000))], true);
    expect(openFiles()).toContain(left);
    await thread.abandon(left);
    await thread.finish(kept, [Buffer.from(photo.subarray(5_000))]);
    expect(openFiles()).not.toContain(left);
    expect(openFiles()).not.toContain(kept);
  });
});

/** Of this process, with all its threads. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)];
    } catch {
      // Closed meanwhile.
      return [];
    }
  });
}
