import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/audit/actor.ts';
import { displayCode } from '../../src/shared/short-code.ts';
import { DAY } from '../helpers/app/test-clock.ts';
import { useStage } from '../helpers/browser/capture-browser.ts';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import {
  alive,
  askForPhotos,
  isShown,
  offerLink,
  press,
  problem,
  seen,
  start,
  styleOf,
  submit,
  TWO_SLOTS,
  takePhoto,
} from '../helpers/browser/capture-browser-steps.ts';

const MAX_BYTES = 28_000;
/** What looks at the camera's picture, and what follows the shutter, are fetched once there is a picture. */
const AFTER_PICTURE = /\/(?:observer|after-shutter)-[^/]+\.(?:js|css)$/;
const NOTE_PICTURE = `addEventListener('playing', () => { window.pictureAt ??= performance.now(); }, true)`;
/** Waits for them: they may still be on their way. */
const LATER_AFTER_PICTURE = `new Promise((resolve) => {
  const look = () => {
    const later = performance.getEntriesByType('resource').filter(({ name }) => ${AFTER_PICTURE}.test(name));
    if (later.length < 3) setTimeout(look, 20);
    else resolve(later.every(({ startTime }) => startTime >= window.pictureAt));
  };
  look();
})`;

describe('the code entry', () => {
  const stage = useStage();

  it.each([
    { spelling: 'as it is shown', typed: (code: string) => displayCode(code) },
    { spelling: 'small and without dash', typed: (code: string) => code.toLowerCase() },
    { spelling: 'with spaces', typed: (code: string) => ` ${displayCode(code).replace('-', ' ')}` },
  ])('should take a code $spelling', async ({ typed }) => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone('/code');
    await page.getByTestId('code-input').pressSequentially(typed(asked.code));
    expect(await page.getByTestId('code-input').inputValue()).toBe(asked.shownCode);
    await press(page, 'code-submit');
    await seen(page, 'start');
    expect(new URL(page.url()).pathname).toBe(asked.path);
  });

  it('should lead from the landing page to a permanent link', async () => {
    const link = await offerLink(stage.site);
    const { page } = await stage.phone('/');
    await page.getByTestId('code-input').fill(link.code.toLowerCase());
    await page.keyboard.press('Enter');
    await start(page);
    expect(new URL(page.url()).pathname).toBe(link.path);
  });

  it('should say that a code is unknown, keep what was typed, and throttle who goes on guessing', async () => {
    const { page } = await stage.phone('/code', {
      expected: /404|429/,
      extraHTTPHeaders: { 'x-forwarded-for': '192.0.2.7' },
    });
    await page.getByTestId('code-input').fill('ZZZZ-2222');
    await press(page, 'code-submit');
    await problem(page, 'code-unknown').waitFor();
    expect(await page.getByTestId('code-input').inputValue()).toBe('ZZZZ-2222');
    await expectAccessible(page, 'code-unknown');
    await expectToFit(page, 'code-unknown');
    // By the limit of a minute, or of an hour where ten guesses take longer.
    for (let guess = 0; guess < 51 && !(await problem(page, 'code-throttled').isVisible()); guess++) {
      const responded = page.waitForResponse('**/code');
      await press(page, 'code-submit');
      await responded;
    }
    await problem(page, 'code-throttled').waitFor();
    await expectAccessible(page, 'code-throttled');
  });

  it('should work without any script', async () => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone('/code', { javaScriptEnabled: false });
    await page.getByTestId('code-input').fill(asked.code.toLowerCase());
    await press(page, 'code-submit');
    await page.waitForURL(`**${asked.path}`);
    expect(await page.locator('body').innerText()).toContain('The camera needs JavaScript.');
  });
});

describe('the pages', () => {
  const stage = useStage();

  it.each(['/', '/code', '/?lang=ar'])('should be accessible and fit at %s', async (path) => {
    const { page } = await stage.phone(path);
    await expectAccessible(page, path);
    await expectToFit(page, path);
  });

  it('should change the language of the landing page and keep it', async () => {
    const { page } = await stage.phone('/');
    await page.getByTestId('language').selectOption('fr');
    await page.locator('html[lang="fr"]').waitFor();
    await page.goto(`${stage.site.url}/code`);
    expect(await page.locator('html').getAttribute('lang')).toBe('fr');
  });

  it('should show the name, the logo and the color of the workspace', async () => {
    const { api } = stage.site;
    const workspace = await api.createWorkspace();
    const logo = await sharp({ create: { width: 96, height: 96, channels: 3, background: '#7a1fa2' } })
      .png()
      .toBuffer();
    await api.services.brands.change(OPERATOR, workspace.id, { color: '#7a1fa2', logo });
    const asked = await askForPhotos(stage.site, {}, workspace.live.key);
    const { page } = await stage.phone(asked.path);
    const shown = () =>
      Promise.all([
        page.locator('.who').innerText(),
        page.locator('h1').innerText(),
        isShown(page.locator('.logo')),
        styleOf(page.getByTestId('start'), 'backgroundColor'),
      ]);
    const { name } = await api.database.reader
      .selectFrom('workspaces')
      .select('name')
      .where('id', '=', workspace.id)
      .executeTakeFirstOrThrow();
    const expected = [name, `Photos for ${name}`, true, 'rgb(122, 31, 162)'];
    await expect.poll(shown).toEqual(expected);
    await alive(page);
    await expect.poll(shown).toEqual(expected);
  });

  it('should show what is asked for without any script, and say what is missing', async () => {
    const asked = await askForPhotos(stage.site, {
      instructions: 'Please photograph the car.',
      photo_slots: TWO_SLOTS,
    });
    const { page } = await stage.phone(asked.path, { javaScriptEnabled: false });
    const text = await page.locator('body').innerText();
    for (const part of ['Please photograph the car.', ...TWO_SLOTS.map((slot) => slot.instructions)])
      expect(text).toContain(part);
    expect(text).toContain('The camera needs JavaScript.');
    expect(await page.getByTestId('start').isVisible()).toBe(false);
  });

  it('should show the sad states that the server knows', async () => {
    const { api, url, workspace } = stage.site;
    const { key } = workspace.live;
    const { page } = await stage.phone('/r/unknown', { expected: /404|410/ });
    await problem(page, 'gone').waitFor();

    const link = await offerLink(stage.site);
    await api.call('PATCH', `/v1/permanent-links/${link.id}`, { key, body: { is_active: false } });
    expect((await page.goto(url + link.path))?.status()).toBe(410);
    await problem(page, 'closed').waitFor();

    const asked = await askForPhotos(stage.site);
    await page.goto(url + asked.path);
    await start(page);
    await takePhoto(page);
    await submit(page);
    expect((await page.reload())?.status()).toBe(200);
    await problem(page, 'submitted').waitFor();
    await expectAccessible(page, 'submitted');

    const late = await askForPhotos(stage.site, { expires_in_hours: 1 });
    api.clock.advance(DAY);
    expect((await page.goto(url + late.path))?.status()).toBe(410);
    await problem(page, 'expired').waitFor();
    await expectAccessible(page, 'expired');
  });

  it('should allow the camera on the capture pages alone, and no foreign script anywhere', async () => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone(asked.path, { expected: /Executing inline script violates/ });
    const headersAt = async (path: string) => (await page.request.get(stage.site.url + path)).headers();
    const capture = await headersAt(asked.path);
    expect(capture['permissions-policy']).toBe('camera=(self), geolocation=(self), microphone=()');
    for (const path of ['/', '/code', '/r/unknown']) {
      const headers = await headersAt(path);
      expect(headers['permissions-policy'], path).toBe('camera=(), geolocation=(), microphone=()');
      expect(headers['content-security-policy'], path).not.toContain('unsafe');
    }
    expect(capture['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'(?: 'sha256-[\w+/=]{44}'){2}; style-src 'self' 'nonce-[^']+'; /,
    );
    await alive(page);
    const ran = await page.evaluate(`(() => {
      const script = document.createElement('script');
      script.textContent = 'window.wasRun = true';
      const heard = new Promise((resolve) => addEventListener('securitypolicyviolation', (event) => {
        event.stopImmediatePropagation();
        resolve(window.wasRun ?? event.effectiveDirective);
      }, { once: true, capture: true }));
      document.head.append(script);
      return heard;
    })()`);
    expect(ran).toBe('script-src-elem');
  });

  it('should weigh little up to the camera, with a logo', async () => {
    const { api } = stage.site;
    const workspace = await api.createWorkspace();
    await api.services.brands.change(OPERATOR, workspace.id, { logo: await drawnLogo() });
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS }, workspace.live.key);
    const { page, context } = await stage.phone('about:blank');
    const session = await context.newCDPSession(page);
    const types = new Map<string, string>();
    const weights: Record<string, number> = {};
    session.on('Network.responseReceived', ({ requestId, type, response }) =>
      types.set(requestId, AFTER_PICTURE.test(response.url) ? 'Later' : type),
    );
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const type = types.get(requestId) ?? 'Other';
      weights[type] = (weights[type] ?? 0) + encodedDataLength;
    });
    await session.send('Network.enable');
    await page.addInitScript(NOTE_PICTURE);
    // As if the button had been pressed at once: whoever waits for the camera waits for nothing else.
    await page.goto(`${stage.site.url}${asked.path}#start`);
    await page.locator('[data-testid="shutter"]:enabled').waitFor();
    expect(await page.evaluate(LATER_AFTER_PICTURE)).toBe(true);
    const { Document = 0, Stylesheet = 0, Script = 0, Image = 0 } = weights;
    for (const weight of [Document, Script, Image]) expect(weight).toBeGreaterThan(0);
    expect(Document + Stylesheet + Script + Image, JSON.stringify(weights)).toBeLessThanOrEqual(MAX_BYTES);
  });
});

/** With edges and a gradient, as most have. */
function drawnLogo(): Promise<Buffer> {
  const raw = { width: 512, height: 192, channels: 3 } as const;
  const pixels = Buffer.alloc(raw.width * raw.height * raw.channels, 255);
  for (let y = 0; y < raw.height; y += 1)
    for (let x = 0; x < raw.width; x += 1)
      if (Math.hypot(x - 96, y - 96) < 80 || (x > 200 && (x >> 5) % 2 === 0 && y > 60 && y < 140))
        pixels.set([x >> 1, 60 + (y >> 1), 160 - (x >> 3)], (y * raw.width + x) * raw.channels);
  return sharp(pixels, { raw }).png().toBuffer();
}
