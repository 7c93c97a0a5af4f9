import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  containsKey,
  createKeyHasher,
  generateKey,
  hashKey,
  isWellFormedKey,
  maskKey,
  redactKeys,
} from '../../src/api-keys/key-format.ts';
import { pooledRandom } from '../../src/platform/random.ts';

// The checksums were computed by Python's zlib.crc32 over everything before them, in base 62 (digits, upper, lower).
const VECTORS = [
  'shp_live_ABCDEFGHIJKLMNOPQRSTUVWXYZ2Iqbwg',
  'shp_live_abcdefghijklmnopqrstuvwxyz2ozdnZ',
  'shp_test_000000000000000000000000002JV9Q3',
  'shp_test_0123456789abcdefghijABCDEF0hWClp',
];
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('the format of an API key', () => {
  it.each(VECTORS)('should accept %s, whose checksum another program computed', (key) => {
    expect(isWellFormedKey(key)).toBe(true);
  });

  it('should be the prefix, the environment and 32 base-62 characters', () => {
    const random = pooledRandom();
    for (const environment of ['live', 'test'] as const) {
      const key = generateKey(environment, random);
      expect(key).toMatch(new RegExp(`^shp_${environment}_[0-9A-Za-z]{32}$`));
      expect(isWellFormedKey(key)).toBe(true);
    }
  });

  it('should end in the checksum of what stands before it', () => {
    const zeros = () => new Uint8Array(26);
    expect(generateKey('test', zeros)).toBe('shp_test_000000000000000000000000002JV9Q3');
  });

  it('should never come out twice, and use the whole alphabet', () => {
    const random = pooledRandom();
    const keys = new Set(Array.from({ length: 2_000 }, () => generateKey('live', random)));
    expect(keys.size).toBe(2_000);
    const used = new Set([...keys].join('').replaceAll('shp_live_', ''));
    expect([...used].sort().join('')).toBe([...BASE62].sort().join(''));
  });

  it('should refuse every key in which any one character is another', () => {
    const key = 'shp_live_ABCDEFGHIJKLMNOPQRSTUVWXYZ2Iqbwg';
    for (let at = 0; at < key.length; at++) {
      for (const other of `${BASE62}_-`) {
        if (other === key[at]) continue;
        expect(isWellFormedKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
      }
    }
  });

  it.each([
    ['nothing', ''],
    ['a line break after it', `${VECTORS[0]}\n`],
    ['a space before it', ` ${VECTORS[0]}`],
    ['one character too many', `${VECTORS[0]}a`],
    ['one character too few', VECTORS[0]?.slice(0, -1) ?? ''],
    ['two keys in one', `${VECTORS[0]}, ${VECTORS[1]}`],
    ['the other environment in front', VECTORS[0]?.replace('live', 'test') ?? ''],
    ['an unknown environment', VECTORS[0]?.replace('live', 'prod') ?? ''],
    ['upper case', VECTORS[0]?.toUpperCase() ?? ''],
  ])('should refuse %s', (_what, text) => {
    expect(isWellFormedKey(text)).toBe(false);
  });
});

describe('what is kept and shown of an API key', () => {
  it('should be stored as its SHA-256', () => {
    const key = VECTORS[0] ?? '';
    expect(hashKey(key)).toBe(createHash('sha256').update(key).digest('hex'));
    expect(hashKey(key)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('should be masked down to its prefix and last four characters', () => {
    expect(maskKey('live', 'qbwg')).toBe('shp_live_…qbwg');
    expect(maskKey('test', 'V9Q3')).toBe('shp_test_…V9Q3');
  });

  it('should be found anywhere in a text', () => {
    expect(containsKey(`/v1/ping?api_key=${VECTORS[0]}&x=1`)).toBe(true);
    expect(containsKey(`Bearer ${VECTORS[2]}`)).toBe(true);
    expect(containsKey('/v1/ping?api_key=shp_live_')).toBe(false);
    expect(containsKey('Bearer eyJhbGciOiJIUzI1NiJ9')).toBe(false);
  });

  it('should be taken out of a text, also when it is cut, mistyped or there twice', () => {
    const [first = '', second = ''] = VECTORS;
    const text = redactKeys(`/a/${first}/b/${second}x/${first.slice(0, 30)}`);
    for (const secret of [first, second, first.slice(9, 30), second.slice(9)])
      expect(text).not.toContain(secret);
    expect(redactKeys('/v1/photo-requests/req_01')).toBe('/v1/photo-requests/req_01');
  });
});

describe('createKeyHasher', () => {
  it('should give the hash of a well-formed key, the first time and every time', () => {
    const hashOf = createKeyHasher();
    const keys = Array.from({ length: 1_500 }, () => generateKey('live', pooledRandom()));
    for (const key of [...keys, ...keys]) expect(hashOf(key)).toBe(hashKey(key));
  });

  it('should give none for what is no key, also after a key that it resembles', () => {
    const hashOf = createKeyHasher();
    const key = generateKey('test', pooledRandom());
    expect(hashOf(key)).toBeDefined();
    for (const text of ['', 'x', `${key} `, key.slice(0, -1), `${key.slice(0, -1)}!`]) {
      expect(hashOf(text)).toBeUndefined();
    }
  });
});
