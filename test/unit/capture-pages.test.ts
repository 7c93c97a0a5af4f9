import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  HEAD_START_SOURCE,
  type PageData,
  renderCapturePage,
  renderCodePage,
  renderLandingPage,
  renderProblemPage,
  renderVerifyPage,
  type SiteData,
} from '../../src/capture/pages/index.ts';
import { accentRules, contrast } from '../../src/pages/colors.ts';
import { GUARD_SOURCE } from '../../src/pages/failure-guard.ts';
import { fillPlural, timeLeft } from '../../src/pages/texts.ts';
import { directionOf, LANGUAGES } from '../../src/shared/languages.ts';

const ASSETS = {
  captureScript: '/assets/main-1.js',
  captureStyles: '/assets/main-1.css',
  captureRules: 'main{color:red}',
  extrasScript: '/assets/extras.js',
  siteScript: '/assets/site-1.js',
  siteStyles: '/assets/site-1.css',
  verifyScript: '/assets/verify.js',
  verifyStyles: '/assets/verify.css',
};
const HOSTILE = `</script><script>alert(1)</script>"><img src=x onerror='alert(2)'>`;
const textsOf = (lang: string, of = 'capture') =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../web/${of}/locales/${lang}.json`), 'utf8'));
const VERIFY_TEXTS = textsOf('en', 'verify');

function pageData(change: Partial<PageData> = {}, lang = 'en'): PageData {
  return {
    kind: 'request',
    key: 'token',
    lang,
    dir: directionOf(lang),
    texts: textsOf(lang),
    languages: LANGUAGES.map(({ code, name }) => ({ code, name })),
    textsUrl: '/assets/texts/*-1.json',
    workspace: { name: 'Harbour', logoUrl: null, color: null },
    request: {
      round: 1,
      instructions: 'Please show the damage.',
      slots: [
        { instructions: 'From the front', is_required: true },
        { instructions: 'The number plate', is_required: false },
      ],
      maxPhotos: 2,
      expiresAt: '2026-11-21T12:00:00.000Z',
      code: 'ABCD-2345',
      url: 'https://photos.example.com/r/token',
    },
    challenges: false,
    now: '2026-11-15T12:00:00.000Z',
    ...change,
  };
}
function siteData(lang = 'en'): SiteData {
  return { lang, dir: directionOf(lang), texts: textsOf(lang), languages: [...LANGUAGES], path: '/code' };
}
const dataBlock = (html: string) =>
  JSON.parse(/<script type="application\/json" id="page">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');

describe('the page of a request', () => {
  it('should say who asks, for what, how many and until when before any script', () => {
    const html = renderCapturePage(pageData(), ASSETS, 'n').replace(/<script.*?<\/script>/gs, '');
    for (const part of [
      'Photos for Harbour',
      'Please show the damage.',
      'From the front',
      'The number plate',
    ])
      expect(html).toContain(part);
    for (const part of [
      'optional',
      '2 photos',
      'Expires in 6 days',
      'data-testid="start"',
      'needs JavaScript',
    ])
      expect(html).toContain(part);
  });

  it('should show hostile texts as text and hand them to the script unharmed', () => {
    const workspace = { name: HOSTILE, logoUrl: null, color: HOSTILE };
    const request = { ...pageData().request, instructions: HOSTILE };
    const html = renderCapturePage(pageData({ workspace, request }), ASSETS, 'n');
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('<img src=x');
    expect(dataBlock(html).request.instructions).toBe(HOSTILE);
  });

  it('should not carry texts that only other pages or rare screens need', () => {
    const keys = Object.keys(dataBlock(renderCapturePage(pageData(), ASSETS, 'n')).texts);
    expect(keys).toContain('offline_title');
    expect(keys.filter((key) => /^(?:help|site|code)/.test(key))).toEqual([]);
  });

  it('should read from right to left in Arabic', () => {
    expect(renderCapturePage(pageData({}, 'ar'), ASSETS, 'n')).toContain('<html lang="ar" dir="rtl">');
  });
});

describe.each([
  ['capture', () => renderCapturePage(pageData(), ASSETS, 'n0nce')],
  ['code', () => renderCodePage(siteData(), { problem: 'code-unknown', code: HOSTILE }, ASSETS, 'n0nce')],
  ['landing', () => renderLandingPage(siteData(), { verify: 'Verify' }, ASSETS, 'n0nce')],
  [
    'verify',
    () => renderVerifyPage(siteData(), { texts: VERIFY_TEXTS, organizations: [HOSTILE] }, ASSETS, 'n0nce'),
  ],
  ['problem', () => renderProblemPage('gone', siteData(), ASSETS, 'n0nce')],
])('the %s page', (_name, render) => {
  it('should need nothing that its content security policy forbids', () => {
    const html = render();
    expect(html).not.toMatch(/<[^>]* style=/);
    expect(html.replace(/="[^"]*"/g, '=""')).not.toMatch(/<[^>]* on\w+=/);
    expect(html.match(/<style(?! nonce="n0nce")/)).toBeNull();
    const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = '']) => code);
    for (const code of inline) {
      const source = `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
      expect([GUARD_SOURCE, HEAD_START_SOURCE]).toContain(source);
    }
    expect(html.match(/<script(?!>| type="module" src="\/assets\/| type="application\/json")/)).toBeNull();
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  it('should have no text missing', () => {
    expect(render()).not.toMatch(/undefined|null<|\{[a-z]+\}(?![^<]*<\/script>)/);
  });
});

describe('the code page', () => {
  it('should tell a wrong code beside the field and keep what was typed', () => {
    const html = renderCodePage(siteData(), { problem: 'code-unknown', code: 'ZZZZ-2345' }, ASSETS, 'n');
    expect(html).toContain('data-problem="code-unknown"');
    expect(html).toContain('value="ZZZZ-2345"');
  });

  it.each(['ABCD-2345', 'abcd2345', 'abcd 2345', ' ABCD-2345 '])(
    'should let the form pass with %j',
    (code) => {
      const html = renderCodePage(siteData(), { problem: null, code: '' }, ASSETS, 'n');
      const pattern = /\spattern="([^"]+)"/.exec(html)?.[1] ?? '';
      expect(code).toMatch(new RegExp(`^(?:${pattern})$`, 'v'));
      expect('ABC').not.toMatch(new RegExp(`^(?:${pattern})$`, 'v'));
    },
  );
});

describe('a workspace’s color', () => {
  it('should leave everything readable, whatever it is, by day and by night', () => {
    const component = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'));
    fc.assert(
      fc.property(fc.tuple(component, component, component), (parts) => {
        const rules = [...accentRules(`#${parts.join('')}`).matchAll(/\{(--accent[^}]+)\}/g)];
        const surfaces = ['#f4f6f8', '#1b2127'];
        expect(rules).toHaveLength(2);
        for (const [index, [, rule = '']] of rules.entries()) {
          const value = (name: string) => new RegExp(`--${name}:(#\\w{6})`).exec(rule)?.[1] ?? '';
          const surface = surfaces[index] ?? '';
          expect(contrast(value('accent'), value('on-accent'))).toBeGreaterThanOrEqual(4.5);
          expect(contrast(value('accent-text'), surface)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(value('accent-edge'), surface)).toBeGreaterThanOrEqual(3);
          expect(contrast(value('accent-text'), value('accent-tint'))).toBeGreaterThanOrEqual(3);
        }
      }),
    );
  });
});

describe('numbers and times', () => {
  it('should take the plural form of the language', () => {
    const polish = textsOf('pl');
    expect([1, 3, 5].map((count) => fillPlural(polish, 'pl', 'photos', count))).toEqual([
      '1 zdjęcie',
      '3 zdjęcia',
      '5 zdjęć',
    ]);
  });

  it('should promise no more time than is left, but for what passes until a new link is opened', () => {
    const now = '2026-11-15T12:00:00.000Z';
    expect(timeLeft('en', '2026-11-18T08:00:00.000Z', now)).toBe('in 2 days');
    expect(timeLeft('en', '2026-11-16T18:00:00.000Z', now)).toBe('in 30 hours');
    // As its sender chose it, also for whoever opens it some minutes later.
    expect(timeLeft('en', '2026-11-22T12:00:00.000Z', now)).toBe('in 7 days');
    expect(timeLeft('en', '2026-11-22T11:40:00.000Z', now)).toBe('in 7 days');
    expect(timeLeft('en', '2026-11-22T06:00:00.000Z', now)).toBe('in 6 days');
    expect(timeLeft('de', '2026-11-15T12:00:20.000Z', now)).toBe('in 1 Minute');
  });
});
