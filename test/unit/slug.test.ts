import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SLUG, slugFromName, withSuffix } from '../../src/permanent-links/slug.ts';
import { pooledRandom } from '../../src/platform/random.ts';
import { anyCharacter } from '../helpers/http/arbitrary-json.ts';

const random = pooledRandom();

describe('slugFromName', () => {
  it.each([
    ['Returns desk', 'returns-desk'],
    ['  Returns   desk!  ', 'returns-desk'],
    ['Über Straße & Söhne', 'uber-stra-e-sohne'],
    ['Café Crème', 'cafe-creme'],
    ['Cafe\u0301', 'cafe'],
    ['ﬁve №7 ①', 'five-no7-1'],
    ['2026/01/31', '2026-01-31'],
    ['ABC', 'abc'],
    ['a'.repeat(40), 'a'.repeat(30)],
    [`${'a'.repeat(29)} b`, 'a'.repeat(29)],
  ])('should create a readable slug of %j', (name, slug) => {
    expect(slugFromName(name, random)).toBe(slug);
  });

  it.each(['', '-', '🙂', 'مكتب', '受付', 'a', 'ab', '--a--'])(
    'should add letters of chance to %j, which is too short for a slug',
    (name) => {
      const slugs = new Set(Array.from({ length: 20 }, () => slugFromName(name, random)));
      for (const slug of slugs) expect(slug).toMatch(SLUG);
      expect(slugs.size).toBeGreaterThan(1);
    },
  );

  it('should create a valid slug of any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 120 }), (name) => {
        expect(slugFromName(name, random)).toMatch(/^[a-z0-9-]{3,30}$/);
      }),
    );
  });
});

describe('withSuffix', () => {
  it('should create other slugs that begin alike', () => {
    const slugs = new Set(Array.from({ length: 50 }, () => withSuffix('returns-desk', random)));
    expect(slugs.size).toBeGreaterThan(45);
    for (const slug of slugs) expect(slug).toMatch(/^returns-desk-[a-z0-9]{5}$/);
  });

  it('should keep within 30 characters and have no two dashes in a row at the seam', () => {
    expect(withSuffix('a'.repeat(30), random)).toMatch(/^a{24}-[a-z0-9]{5}$/);
    expect(withSuffix(`${'a'.repeat(23)}-bbbbbb`, random)).toMatch(/^a{23}-[a-z0-9]{5}$/);
  });
});

describe('SLUG', () => {
  it.each(['abc', '1-2', 'a--b', 'a'.repeat(30)])('should accept %s', (slug) => {
    expect(slug).toMatch(SLUG);
  });

  it.each(['', 'ab', '-ab', 'ab-', 'Abc', 'a_b', 'a b', 'a.b', 'é12', 'abc\n', '\nabc', 'a'.repeat(31)])(
    'should refuse %j',
    (slug) => {
      expect(slug).not.toMatch(SLUG);
    },
  );
});
