import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseLanguage, type LanguageClues } from '../../src/pages/language-choice.ts';
import { LANGUAGES } from '../../src/shared/languages.ts';

const NONE: LanguageClues = { query: undefined, cookie: undefined, acceptLanguage: undefined, locale: null };
const choose = (clues: Partial<LanguageClues>) => chooseLanguage({ ...NONE, ...clues });

describe('the language of a page', () => {
  it('should be the one asked for, else the cookie’s, the browser’s, the request’s, and then English', () => {
    const clues = { query: 'de', cookie: 'lang=fr', acceptLanguage: 'es', locale: 'it' };
    expect(choose(clues)).toBe('de');
    expect(choose({ ...clues, query: undefined })).toBe('fr');
    expect(choose({ ...clues, query: 'xx' })).toBe('fr');
    expect(choose({ acceptLanguage: 'es', locale: 'it' })).toBe('es');
    expect(choose({ acceptLanguage: 'xx', locale: 'it-IT' })).toBe('it');
    expect(choose({ locale: 'xx' })).toBe('en');
    expect(choose({})).toBe('en');
  });

  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['xx,fr;q=0.4,es;q=0.5', 'es'],
    ['en;q=0,de;q=0.1', 'de'],
    ['de;q=0', 'en'],
    ['pt-BR', 'pt'],
    ['AR-eg', 'ar'],
    ['*', 'en'],
    ['fr ; q=0.3 , nl;q=0.7', 'nl'],
    ['it,es', 'it'],
    ['', 'en'],
    [';;;,,,=', 'en'],
  ])('should be chosen from the browser’s wishes "%s"', (acceptLanguage, expected) => {
    expect(choose({ acceptLanguage })).toBe(expected);
  });

  it.each([
    ['lang=de', 'de'],
    ['a=b; lang=de; c=d', 'de'],
    ['a=b;lang=de', 'de'],
    ['slang=de', 'en'],
    ['lang=deutsch', 'en'],
    ['lang="de"', 'en'],
    ['lang=', 'en'],
  ])('should be read from the cookie "%s"', (cookie, expected) => {
    expect(choose({ cookie })).toBe(expected);
  });

  it('should be one of the ten, whatever the clues', () => {
    const codes = LANGUAGES.map(({ code }) => code);
    expect(codes).toHaveLength(10);
    const clue = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'de', 'ar-EG;q=0.5'));
    fc.assert(
      fc.property(clue, clue, clue, clue, (query, cookie, acceptLanguage, locale) => {
        expect(codes).toContain(choose({ query, cookie, acceptLanguage, locale }));
      }),
    );
  });
});
