import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pooledRandom, randomTextOf } from '../../src/platform/random.ts';
import { redactTokens } from '../../src/platform/tokens.ts';
import { displayCode, newCode, parseCode, SAMPLE_CODE } from '../../src/shared/short-code.ts';
import { anyCharacter } from '../helpers/http/arbitrary-json.ts';
import { wordsOf } from '../helpers/words.ts';

/** Eight characters without 0, O, 1, I, L and U. */
const UNIQUE_CODE = /^[2-9A-HJKMNP-TV-Z]{8}$/;

describe('a code', () => {
  const random = pooledRandom();

  it('should be of characters that no one misreads, and tell its kind by the first', () => {
    for (let n = 0; n < 2_000; n++) {
      const [request, link] = [
        newCode('photo_request', randomTextOf(random)),
        newCode('permanent_link', randomTextOf(random)),
      ];
      expect(request).toMatch(UNIQUE_CODE);
      expect(link).toMatch(UNIQUE_CODE);
      expect(request).toMatch(/^[A-Z]/);
      expect(link).toMatch(/^[2-9]/);
    }
  });

  it('should be read back as it is shown, and as people type it', () => {
    const separator = fc.constantFrom('', ' ', '-', ' - ', '–', '—', '\t', '\u00a0', '‑');
    fc.assert(
      fc.property(separator, separator, fc.boolean(), (between, around, lower) => {
        const code = newCode('photo_request', randomTextOf(random));
        const typed = around + displayCode(code).replace('-', between) + around;
        expect(parseCode(lower ? typed.toLowerCase() : typed)).toBe(code);
        expect(parseCode(displayCode(code))).toBe(code);
      }),
    );
  });

  it.each([
    '',
    ...wordsOf('ABCDEFG ABCDEFGHJ ABCDEFG0 ABCDEFGO ABCDEFG1 ABCDEFGI ABCDEFGL ABCDEFGU ABCD_EFGH ABCDEFGÄ'),
    ' '.repeat(50),
  ])('should not be read from "%s"', (text) => {
    expect(parseCode(text)).toBeUndefined();
  });

  it('should be nothing or a code, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (text) => {
        const code = parseCode(text);
        if (code !== undefined) expect(code).toMatch(UNIQUE_CODE);
      }),
    );
  });

  it('should be what documents and previews show', () => {
    expect(SAMPLE_CODE).toMatch(UNIQUE_CODE);
    expect(SAMPLE_CODE).toMatch(/^[A-Z]/);
  });
});

describe('the path of a log line', () => {
  it('should keep everything but the token', () => {
    const token = '0123456789abcdefghjkmnpqrs';
    expect(redactTokens(`/r/${token}`)).not.toContain(token);
    expect(redactTokens(`/r/${token}/qr.svg`)).toMatch(/^\/r\/[^/]+\/qr\.svg$/);
    for (const path of ['/', '/r', '/p/the-desk', '/v1/photo-requests', '/capture/session']) {
      expect(redactTokens(path)).toBe(path);
    }
  });
});
