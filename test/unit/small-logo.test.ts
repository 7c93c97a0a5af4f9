import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSmallLogo } from '../../src/branding/small-logo.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import { useFolderForAll, useForAll } from '../helpers/hooks.ts';

describe('a small logo', () => {
  const dataDir = useFolderForAll();
  const storage = useForAll(() => openStorage({ storageUrl: undefined, dataDir }), 'close');
  const key = `logos/${randomBytes(16).toString('hex')}.png`;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('should be given up after a minute when the decoder never ends, and be drawn for the next who ask', async () => {
    const image = { width: 300, height: 200, channels: 3, background: 'red' } as const;
    await storage.putBytes(key, await sharp({ create: image }).png().toBuffer(), 'image/png');
    const hangs = Promise.withResolvers<void>();
    const hanging = ((input: Buffer) => {
      const toBuffer = () => {
        hangs.resolve();
        return new Promise(() => {});
      };
      return Object.assign(sharp(input), { toBuffer });
    }) as unknown as typeof sharp;
    const libraries = [hanging];
    const smallLogo = createSmallLogo(storage, async () => libraries.shift() ?? sharp);
    const first = [smallLogo(key), smallLogo(key)];
    await hangs.promise;
    vi.advanceTimersByTime(60_000);
    for (const given of await Promise.allSettled(first)) {
      expect(given).toMatchObject({ status: 'rejected', reason: { code: 'service_unavailable' } });
    }
    const drawn = await smallLogo(key);
    expect(drawn?.toString('latin1')).toMatch(/^RIFF.{4}WEBPVP8/s);
    expect(await smallLogo(key)).toBe(drawn);
  });
});
