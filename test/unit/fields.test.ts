import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { emailAddress, integer, list, metadata, text, time } from '../../src/platform/http/fields.ts';
import { toDetails } from '../../src/platform/http/validation.ts';
import { wordsOf } from '../helpers/words.ts';

/** The details of the error response; null when the value is accepted. */
function problems(schema: z.ZodType, value: unknown): Record<string, string[]> | null {
  const result = schema.safeParse(value);
  return result.success ? null : toDetails(result.error.issues);
}

describe('text', () => {
  const field = text(1, 5);

  it.each(['a', 'abcde', ' a ', '📸📸📸📸📸', 'e\u0301', '\u0001', '\ud83d\udcf8'])(
    'should accept %j',
    (value) => {
      expect(field.parse(value)).toBe(value);
    },
  );

  it.each([
    ['', /required/],
    ['   ', /required/],
    ['\t\n\u00a0\u3000', /required/],
    ['abcdef', /at most 5/],
    ['📸📸📸📸📸📸', /at most 5/],
    ['a\u0000', /NUL/],
    ['a\ud83d', /surrogate/],
    ['\udcf8a', /surrogate/],
    ['\udcf8\ud83d', /surrogate/],
    [5, /string/],
    [null, /string/],
    [undefined, /required/],
    [['a'], /string/],
  ])('should refuse %j', (value, message) => {
    expect(problems(field, value)).toEqual({ body: [expect.stringMatching(message)] });
  });

  it('should accept nothing and blanks where nothing is allowed', () => {
    expect(problems(text(0, 5), '')).toBeNull();
    expect(problems(text(0, 5), '  ')).toBeNull();
  });
});

describe('integer', () => {
  it.each([1, 2, 10, 1.0])('should accept %d', (value) => {
    expect(problems(integer(1, 10), value)).toBeNull();
  });

  it.each([0, -1, 11, 1.5, 1e9, Number.POSITIVE_INFINITY, Number.NaN, '5', true, null, [5], {}])(
    'should refuse %j in one sentence that names the bounds',
    (value) => {
      expect(problems(integer(1, 10), value)).toEqual({ body: ['Must be an integer from 1 to 10.'] });
    },
  );
});

describe('list', () => {
  const field = list(integer(1, 9), 3);

  it('should accept up to as many entries as it may have', () => {
    expect(problems(field, [])).toBeNull();
    expect(problems(field, [1, 2, 3])).toBeNull();
  });

  it('should refuse too many entries with one message, right or wrong as they are', () => {
    for (const value of [1, 'x']) {
      const details = problems(field, Array(10_000).fill(value));
      expect(details).toEqual({ body: [expect.stringMatching(/at most 3/)] });
    }
  });

  it('should name wrong entries by their number', () => {
    expect(Object.keys(problems(field, [1, 'x', 0]) ?? {})).toEqual(['1', '2']);
  });
});

describe('metadata', () => {
  const pairs = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']));

  it('should accept up to 20 pairs of strings, whatever they are called', () => {
    for (const value of [{}, pairs(20), { toString: 'x', constructor: 'y', 'a.b': '', ' a': ' ' }]) {
      expect(metadata.parse(value)).toEqual(value);
    }
  });

  it.each([
    [pairs(21), ['body']],
    [[], ['body']],
    [['a'], ['body']],
    ['a', ['body']],
    [{ a: 1 }, ['a']],
    [{ a: null, b: 'x', c: {} }, ['a', 'c']],
    [{ a: 'v'.repeat(501) }, ['a']],
    [{ a: '\u0000' }, ['a']],
    [{ '': 'v' }, ['']],
    [{ ' ': 'v' }, [' ']],
    [{ ['k'.repeat(101)]: 'v' }, ['k'.repeat(101)]],
  ])('should refuse %j and name what is wrong', (value, fields) => {
    expect(Object.keys(problems(metadata, value) ?? {})).toEqual(fields);
  });
});

describe('emailAddress', () => {
  it.each(['a@example.com', 'first.last+tag@sub.example.co.uk', "o'neil@example.org", '1@2.io'])(
    'should accept %s',
    (value) => {
      expect(problems(emailAddress, value)).toBeNull();
    },
  );

  it.each([
    '',
    'a',
    'a@',
    '@example.com',
    'a@localhost',
    'a b@example.com',
    'a@exam ple.com',
    'a@example..com',
    'a@-example.com',
    'a@example.com.',
    'a@example.com\n',
    'a@example.com\u0000',
    'a@b@example.com',
    'A <a@example.com>',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b.'.repeat(130)}com`,
    7,
  ])('should refuse %j', (value) => {
    expect(problems(emailAddress, value)).not.toBeNull();
  });
});

describe('time', () => {
  it.each([
    ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00Z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00:00.1Z', '2026-01-31T12:00:00.100Z'],
    ['2026-01-31T12:00:00.123456789Z', '2026-01-31T12:00:00.123Z'],
    ['2026-01-31T23:30:00-02:00', '2026-02-01T01:30:00.000Z'],
    ['2026-01-31T12:00:00+05:30', '2026-01-31T06:30:00.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('should understand %s', (value, moment) => {
    expect(new Date(time.parse(value)).toISOString()).toBe(moment);
  });

  it.each([
    '',
    'now',
    '2026-01-31',
    '2026-01-31T12:00:00',
    '2026-01-31 12:00:00Z',
    ...wordsOf(`
      31.01.2026T12:00:00Z 2026-02-30T12:00:00Z 2026-04-31T12:00:00Z 2027-02-29T12:00:00Z
      2026-00-10T12:00:00Z 2026-13-01T12:00:00Z 2026-01-31T25:00:00Z 2026-01-31T12:60:00Z
      2026-01-31T12:00:61Z 2026-01-31T12:00:00+99:00 +012026-01-31T12:00:00Z 1769860800
    `),
    1_769_860_800,
    null,
  ])('should refuse %j', (value) => {
    expect(problems(time, value)).not.toBeNull();
  });
});
