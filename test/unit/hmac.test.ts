import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createHmacSha256 } from '../../src/platform/hmac.ts';

describe('the HMAC of a text', () => {
  const expected = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('hex');

  it('should be the one that Node makes, whatever the lengths of the key and the text', () => {
    for (const keyBytes of [0, 1, 32, 63, 64]) {
      const key = randomBytes(keyBytes);
      const hmac = createHmacSha256(key);
      for (const length of [...Array(200).keys(), 5_000, 100_000]) {
        const text = 'photo_01kw3hd5bm00 '.repeat(Math.ceil(length / 19)).slice(0, length);
        expect(hmac(text).toString('hex'), `${keyBytes}, ${length}`).toBe(expected(key, text));
      }
    }
  });

  it('should be made of the text in UTF-8', () => {
    const key = randomBytes(32);
    const hmac = createHmacSha256(key);
    for (const text of ['Straße', '写真', '📷', 'a\ud800b', '\u0000', '\u00ff'])
      expect(hmac(text).toString('hex'), text).toBe(expected(key, text));
  });

  it('should stay what it is when another one is made', () => {
    const hmac = createHmacSha256(randomBytes(32));
    const first = hmac('one');
    const before = first.toString('hex');
    expect(hmac('another')).not.toEqual(first);
    expect(first.toString('hex')).toBe(before);
  });
});
