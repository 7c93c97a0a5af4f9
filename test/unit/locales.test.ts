import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/shared/languages.ts';

const SOURCES = join(import.meta.dirname, '../../src');
const MAILS = join(SOURCES, 'email/locales');
const PAGES = join(import.meta.dirname, '../../web/capture/locales');
const REASONS = join(SOURCES, 'pages/change-reasons');
const UNSUBSCRIBING = join(SOURCES, 'pages/unsubscribing');
const VERIFY = join(import.meta.dirname, '../../web/verify/locales');

type Texts = Record<string, string>;

const FORMS = /_(?:zero|one|two|few|many|other)$/;
/** Spanish, French, Italian and Portuguese say `many` of millions only. */
const MILLIONS_ONLY = ['es', 'fr', 'it', 'pt'];
/** Words that stand for the number itself: "one photo", "two photos". */
const SPELLED_OUT = /_(?:one|two)$/;

const read = (folder: string, code: string): Texts =>
  JSON.parse(readFileSync(join(folder, `${code}.json`), 'utf8'));
const isPlural = (english: Texts, key: string) => `${key.replace(FORMS, '')}_other` in english;
/** Without the plural form. */
const baseOf = (english: Texts, key: string) => (isPlural(english, key) ? key.replace(FORMS, '') : key);
const basesOf = (english: Texts, texts: Texts) =>
  [...new Set(Object.keys(texts).map((key) => baseOf(english, key)))].sort();
const placeholders = (text = '') => new Set([...text.matchAll(/\{\w+\}/g)].map(String));

describe.each([
  ['the customer pages', PAGES],
  ['the page that checks sealed photos', VERIFY],
  ['the emails', MAILS],
  ['the reasons to take a photo again', REASONS],
  ['the page to unsubscribe', UNSUBSCRIBING],
])('the texts of %s', (_of, folder) => {
  const english = read(folder, 'en');

  it('should exist for every language that can be chosen, and for no other', () => {
    expect(readdirSync(folder).sort()).toEqual(LANGUAGES.map(({ code }) => `${code}.json`).sort());
  });

  describe.each(LANGUAGES.map(({ code }) => code))('in %s', (code) => {
    const texts = read(folder, code);

    it('should say everything that English says, and nothing else', () => {
      expect(basesOf(english, texts)).toEqual(basesOf(english, english));
    });

    it('should have each plural form that the language needs', () => {
      const forms = new Intl.PluralRules(code)
        .resolvedOptions()
        .pluralCategories.filter((form) => form !== 'many' || !MILLIONS_ONLY.includes(code));
      for (const key of basesOf(english, english).filter((base) => `${base}_other` in english))
        for (const form of forms) expect(Object.keys(texts)).toContain(`${key}_${form}`);
    });

    it('should leave no text empty and use the same placeholders', () => {
      for (const [key, text] of Object.entries(texts)) {
        expect(text.trim(), key).toBe(text);
        expect(text, key).not.toBe('');
        if (SPELLED_OUT.test(key) && code === 'ar') continue;
        const original = english[isPlural(english, key) ? `${baseOf(english, key)}_other` : key];
        expect(placeholders(text), key).toEqual(placeholders(original));
      }
    });
  });
});

describe('the texts of the emails', () => {
  it('should all be used', () => {
    const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter((name) => /-mail\.ts$|email.(?:customer-mails|own-words)\.ts$/.test(name))
      .map((name) => readFileSync(join(SOURCES, name), 'utf8'))
      .join();
    // Named by the reason itself.
    const spelledByReason = [
      'webhook_gone',
      'webhook_failing',
      'link_alert_address_limit',
      'link_alert_drafts_full',
      'link_alert_wrong_codes',
      'link_alert_unusual_rate',
    ];
    const english = read(MAILS, 'en');
    const unused = basesOf(english, english).filter((key) => !sources.includes(`'${key}'`));
    expect(unused.sort()).toEqual(spelledByReason.sort());
  });
});
