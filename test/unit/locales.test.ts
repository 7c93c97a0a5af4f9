import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/shared/languages.ts';

const FOLDER = join(import.meta.dirname, '../../web/capture/locales');
const FORMS = /_(?:zero|one|two|few|many|other)$/;
/** Spanish, French, Italian and Portuguese say `many` of millions only. */
const MILLIONS_ONLY = ['es', 'fr', 'it', 'pt'];
/** Words that stand for the number itself: "one photo", "two photos". */
const SPELLED_OUT = /_(?:one|two)$/;

const read = (code: string): Record<string, string> =>
  JSON.parse(readFileSync(join(FOLDER, `${code}.json`), 'utf8'));
const english = read('en');
const isPlural = (key: string) => `${key.replace(FORMS, '')}_other` in english;
const base = (key: string) => (isPlural(key) ? key.replace(FORMS, '') : key);
const placeholders = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

describe('the texts of the customer pages', () => {
  it('should exist for every language that can be chosen, and for no other', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(LANGUAGES.map(({ code }) => `${code}.json`).sort());
  });

  describe.each(LANGUAGES.map(({ code }) => code))('in %s', (code) => {
    const texts = read(code);

    it('should say everything that English says, and nothing else', () => {
      expect([...new Set(Object.keys(texts).map(base))].sort()).toEqual(
        [...new Set(Object.keys(english).map(base))].sort(),
      );
    });

    it('should have each plural form that the language needs', () => {
      const forms = new Intl.PluralRules(code)
        .resolvedOptions()
        .pluralCategories.filter((form) => form !== 'many' || !MILLIONS_ONLY.includes(code));
      const plurals = new Set(Object.keys(english).filter(isPlural).map(base));
      for (const key of plurals)
        for (const form of forms) expect(Object.keys(texts)).toContain(`${key}_${form}`);
    });

    it('should leave no text empty and use the same placeholders', () => {
      for (const [key, text] of Object.entries(texts)) {
        expect(text.trim(), key).toBe(text);
        expect(text, key).not.toBe('');
        if (SPELLED_OUT.test(key) && code === 'ar') continue;
        expect(new Set(placeholders(text)), key).toEqual(
          new Set(placeholders(english[isPlural(key) ? `${base(key)}_other` : key])),
        );
      }
    });
  });
});
