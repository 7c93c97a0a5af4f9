import { describe, expect, it } from 'vitest';
import { createPhotoLinks } from '../../src/photos/links.ts';
import { createIds } from '../../src/platform/ids.ts';
import { pooledRandom } from '../../src/platform/random.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { createTestClock, HOUR } from '../helpers/app/test-clock.ts';

describe('photo links', () => {
  const clock = createTestClock();
  const photoId = createIds(clock.now, pooledRandom()).next('photo');
  const make = (secretKey: string) =>
    createPhotoLinks({
      publicUrl: 'https://photos.test',
      secrets: createSecrets(secretKey),
      clock: clock.now,
      lifetimeMs: 2 * HOUR,
    });
  const links = make('a key');
  const partsOf = (url: string) => {
    const { pathname, searchParams } = new URL(url);
    return [
      pathname.slice('/photos/'.length),
      searchParams.get('expires') ?? '',
      searchParams.get('signature') ?? '',
    ] as const;
  };

  it('should be read back as what they show, until when', () => {
    const expires = (clock.now() + 2 * HOUR) / 1000;
    expect(links.read(...partsOf(links.url(photoId, 'original')))).toEqual({
      photoId,
      variant: 'original',
      expires,
    });
    expect(links.read(...partsOf(links.url(photoId, 'thumbnail', HOUR)))).toEqual({
      photoId,
      variant: 'thumbnail',
      expires: expires - 3_600,
    });
  });

  it('should end with their time', () => {
    const parts = partsOf(links.url(photoId, 'original', HOUR));
    clock.advance(HOUR - 1);
    expect(links.read(...parts)).toMatchObject({ photoId });
    clock.advance(1);
    expect(links.read(...parts)).toBe('expired');
  });

  it('should be worth nothing under another key', () => {
    expect(make('another').read(...partsOf(links.url(photoId, 'original')))).toBeUndefined();
  });

  it('should not be read when any character of them is another', () => {
    const parts = partsOf(links.url(photoId, 'original'));
    for (const [index, part] of parts.entries()) {
      for (let at = 0; at < part.length; at++) {
        const changed = [...parts] as [string, string, string];
        changed[index] = part.slice(0, at) + (part[at] === '1' ? '2' : '1') + part.slice(at + 1);
        expect(links.read(...changed), changed.join(' ')).toBeUndefined();
      }
    }
  });

  it('should not be read with a file that is no photo of ours, even when it was signed', () => {
    const secrets = createSecrets('a key');
    const expires = String(clock.now() / 1000 + 60);
    for (const file of [
      '../x.jpg',
      `${photoId}.png`,
      'photo_1.jpg',
      `x${photoId}.jpg`,
      `${photoId}.jpg\n`,
      '',
    ]) {
      const signature = secrets.sign('photo-links', `${file}\n${expires}`);
      expect(links.read(file, expires, signature)).toBeUndefined();
    }
  });

  it.each(['', '-1', '1e12', 'Infinity', '999999999999', ' 1'])(
    'should not be read until "%s"',
    (expires) => {
      const file = `${photoId}.jpg`;
      const signature = createSecrets('a key').sign('photo-links', `${file}\n${expires}`);
      expect(links.read(file, expires, signature)).toBeUndefined();
    },
  );
});
