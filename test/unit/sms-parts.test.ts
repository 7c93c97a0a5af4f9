import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/shared/languages.ts';
import { type PhoneTextKind, phoneText } from '../../src/shared/phone-texts.ts';
import { smsLength } from '../../src/shared/sms-parts.ts';

const KINDS: PhoneTextKind[] = ['photo_request', 'changes_requested', 'reminder', 'reminder_changes'];
const LINK = 'https://photos.example.com/r/5t9x2m8c4v7b1n6q3w0e8r5y2k';

describe('the length of a message', () => {
  it.each([
    ['', 'gsm7', 0, 0],
    ['a'.repeat(160), 'gsm7', 160, 1],
    ['a'.repeat(161), 'gsm7', 161, 2],
    ['a'.repeat(306), 'gsm7', 306, 2],
    ['a'.repeat(307), 'gsm7', 307, 3],
    // Each of these takes two, and none is cut in two.
    ['€'.repeat(80), 'gsm7', 160, 1],
    ['€'.repeat(81), 'gsm7', 162, 2],
    [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 'gsm7', 306, 3],
    ['äöüßñàéè@£', 'gsm7', 10, 1],
    ['ç', 'ucs2', 1, 1],
    ['ç'.repeat(70), 'ucs2', 70, 1],
    ['ç'.repeat(71), 'ucs2', 71, 2],
    ['ç'.repeat(135), 'ucs2', 135, 3],
    ['📷'.repeat(35), 'ucs2', 70, 1],
    // 33 fit into a part of 67, with one unit left over.
    ['📷'.repeat(67), 'ucs2', 134, 3],
  ] as const)('should be counted as networks do: %j', (text, encoding, units, parts) => {
    expect(smsLength(text)).toEqual({ encoding, units, parts });
  });
});

describe('the words of a message', () => {
  const said = LANGUAGES.flatMap(({ code }) => KINDS.map((kind) => [code, kind] as const));

  it.each(said)('should fit into few parts and hold the link: %s %s', (locale, kind) => {
    const text = phoneText({ kind, locale, business: 'Müller & Söhne', link: LINK, hasStopNote: true });
    const isLatin = locale !== 'ar' && locale !== 'hi';
    const { encoding, parts } = smsLength(text);
    expect([encoding, parts <= (isLatin ? 2 : 3)]).toEqual([isLatin ? 'gsm7' : 'ucs2', true]);
    expect(text.split('\n')[1]).toBe(LINK);
  });

  it('should be different in every language', () => {
    for (const kind of KINDS)
      expect(
        new Set(
          LANGUAGES.map(({ code }) =>
            phoneText({ kind, locale: code, business: 'A', link: LINK, hasStopNote: true }),
          ),
        ).size,
      ).toBe(LANGUAGES.length);
  });

  it('should shorten a long name and its marks, not the link, and speak English where it must', () => {
    const business = `“Anna’s”\n${'x'.repeat(100)}`;
    const text = phoneText({ kind: 'reminder', locale: 'xx-YY', business, link: LINK, hasStopNote: false });
    expect(text).toBe(
      `"Anna's" ${'x'.repeat(28)}...: Reminder: we are still waiting for your photos. Please take them here:\n${LINK}`,
    );
  });
});
