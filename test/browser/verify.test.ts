import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sealJpeg } from '../../src/content-credentials/seal-jpeg.ts';
import { requestTimeStamp } from '../../src/content-credentials/time-stamps.ts';
import { useStage } from '../helpers/browser/capture-browser.ts';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import { liveJpeg } from '../helpers/capture/jpeg-files.ts';
import { foreignCredentials } from '../helpers/content-credentials/foreign-credentials.ts';
import { sealState } from '../helpers/content-credentials/official-reader.ts';
import { createTestIdentity, sealContent, WARNING } from '../helpers/content-credentials/signing.ts';
import { useTimeStampAuthority } from '../helpers/content-credentials/time-stamp-authority.ts';

const READER = /\/c2pa_bg-[^/]+\.wasm$/;
const PASSED = { check: 'content', result: 'pass' as const, message: 'It looks like a photograph.' };

describe('the page that checks sealed photos', () => {
  const stage = useStage();
  const stamps = useTimeStampAuthority();
  const foreign = createTestIdentity();
  let ours: Buffer;
  let strangers: Buffer;
  beforeAll(async () => {
    const identity = await stage.site.api.services.credentials.identity();
    const jpeg = async () => new Uint8Array(await liveJpeg());
    ours = Buffer.from(await sealJpeg(await jpeg(), sealContent({ evidence: [PASSED] }), identity));
    const content = sealContent({ evidence: [WARNING, PASSED], workspaceName: '<b>Bold</b> & sons' });
    strangers = Buffer.from(
      await sealJpeg(await jpeg(), content, foreign.identity, (sha256) =>
        requestTimeStamp(stamps.url, sha256),
      ),
    );
    expect([await sealState(ours), await sealState(strangers)]).toEqual(['Valid', 'Valid']);
  });

  const give = (page: Page, buffer: Buffer, name = 'photo.jpg') =>
    page.getByTestId('file').setInputFiles({ name, mimeType: 'image/jpeg', buffer });
  const outcome = async (page: Page) => {
    await page.getByTestId('outcome').waitFor();
    return page.getByTestId('outcome').getAttribute('data-outcome');
  };
  const text = (page: Page) => page.getByTestId('verdict').innerText();

  it('should say of a photo sealed here by whom, when and for what, and what is not claimed', async () => {
    const { page } = await stage.phone('/verify');
    await give(page, ours);
    expect(await outcome(page)).toBe('trusted');
    const shown = await text(page);
    for (const part of [
      'Sealed here and unchanged',
      'This installation',
      'Müller & Söhne',
      'photos.example.com',
      '2. The dent, 車 and door',
      'Captured with a camera, as far as the signer could tell',
      'Passed: 1 · Warnings: 0 · Unknown: 0',
      'July 1, 2026',
      'None. The times are the signer’s word.',
      'Where it was taken',
    ])
      expect(shown).toContain(part);
    expect(shown).not.toContain('That a camera captured it');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Sealed here and unchanged');
    await page.locator('.checks summary').click();
    await expectAccessible(page, 'a sealed photo');
    await expectToFit(page, 'a sealed photo');
  });

  it('should load the reader only when there is a file, and send the file to no one', async () => {
    const { page } = await stage.phone('/verify');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.reload({ waitUntil: 'networkidle' });
    expect(requests.filter((request) => /wasm|worker|well-known/.test(request))).toEqual([]);
    const reader = page.waitForResponse(READER);
    await give(page, ours);
    const headers = (await reader).headers();
    expect(headers).toMatchObject({
      'content-type': 'application/wasm',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(headers['content-encoding']).toMatch(/^(?:br|gzip)$/);
    expect(await outcome(page)).toBe('trusted');
    await give(page, strangers);
    await page.locator('[data-outcome="unknown_signer"]').waitFor();
    expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
    expect(requests.filter((request) => READER.test(request))).toHaveLength(1);
  });

  it('should name a changed byte, of the picture and of the seal', async () => {
    const { page } = await stage.phone('/verify');
    const flipped = (at: number) => {
      const changed = Buffer.from(ours);
      changed[at] = (changed[at] ?? 0) ^ 1;
      return changed;
    };
    await give(page, flipped(ours.length - 100));
    expect(await outcome(page)).toBe('changed');
    expect(await text(page)).toContain('This photo was changed');
    expect(await text(page)).toContain('What was claimed before the change');
    await expectAccessible(page, 'a changed photo');
    // The reader does not look at the switches of a box.
    await give(page, flipped(ours.indexOf('c2pa.assertions') - 1), 'other.jpg');
    await page.getByText('other.jpg').waitFor();
    expect(await outcome(page)).toBe('changed');
    expect(await text(page)).toContain('The seal is damaged');
    expect(await text(page)).not.toContain('Müller');
  });

  it('should not trust a stranger, and show what one wrote as text', async () => {
    const { page } = await stage.phone('/verify');
    await give(page, strangers);
    expect(await outcome(page)).toBe('unknown_signer');
    const shown = await text(page);
    expect(shown).toContain('<b>Bold</b> & sons');
    expect(await page.getByTestId('chain').innerText()).toBe('Unknown');
    expect(shown).toContain('From a time stamp authority that isn’t on your list');
    expect(shown).toContain('That a camera captured it');
    await expectAccessible(page, 'a stranger’s photo');
  });

  it('should show who signed credentials that another program wrote', async () => {
    const { file } = await foreignCredentials(await liveJpeg());
    const { page } = await stage.phone('/verify');
    await give(page, file);
    expect(await outcome(page)).toBe('unknown_signer');
    const shown = await text(page);
    for (const part of ['Painter Inc', 'Created or edited with AI', 'weren’t written by Shutterpost'])
      expect(shown).toContain(part);
    await expectAccessible(page, 'foreign credentials');
  });

  it('should trust who is on a list that the visitor gives, also their time stamp authority', async () => {
    const { page } = await stage.phone('/verify');
    await give(page, strangers);
    expect(await outcome(page)).toBe('unknown_signer');
    await page.locator('#trust summary').click();
    expect(await page.locator('#list-problem').isVisible()).toBe(false);
    await page.getByTestId('list').fill('no certificate');
    await page.getByTestId('list').blur();
    await page.getByText('There is no certificate in PEM format here.').waitFor();
    await expectAccessible(page, 'a list');
    await expectToFit(page, 'a list');
    const pem = Buffer.from(foreign.authority.certificate + stamps.authority);
    await page
      .getByTestId('list-file')
      .setInputFiles({ name: 'list.pem', mimeType: 'application/x-pem-file', buffer: pem });
    await page.locator('[data-outcome="trusted"]').waitFor();
    expect(await page.getByTestId('chain').innerText()).toBe('On the list you gave');
    expect(await page.getByTestId('stamp').innerText()).toContain('Confirmed by a time stamp authority');
    // What is sealed here stays so.
    await give(page, ours, 'ours.jpg');
    await page.getByText('ours.jpg').waitFor();
    expect(await page.getByTestId('chain').innerText()).toBe('This installation');
  });

  it.each([
    ['no_credentials', 'an original', async () => liveJpeg()],
    ['not_jpeg', 'something else', async () => Buffer.from('%PDF-1.7')],
    ['not_jpeg', 'an empty file', async () => Buffer.alloc(0)],
  ])('should say %s of %s', async (expected, _what, file) => {
    const { page } = await stage.phone('/verify');
    await give(page, await file());
    expect(await outcome(page)).toBe(expected);
    await expectAccessible(page, expected);
  });

  it('should not read a file that is too large', async () => {
    const { page } = await stage.phone('/verify');
    await page.evaluate(`(() => {
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array(50 * 1024 * 1024 + 1)], 'huge.jpg'));
      dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }));
    })()`);
    expect(await outcome(page)).toBe('too_large');
    expect(await text(page)).toContain('Files up to 50 MB can be checked here.');
  });

  it('should say that the check could not run, and run it once it can', async () => {
    const { page, context } = await stage.phone('/verify', { expected: /ERR_FAILED|Failed to load/ });
    await context.route(READER, (route) => route.abort());
    await give(page, ours);
    expect(await outcome(page)).toBe('failed');
    await context.unroute(READER);
    await give(page, ours);
    await page.locator('[data-outcome="trusted"]').waitFor();
  });

  it('should take a file that is dropped, and one that is chosen by keyboard, on a desktop', async () => {
    const { page } = await stage.desktop('/verify');
    const chosen = page.waitForEvent('filechooser');
    await page.getByTestId('file').focus();
    await page.keyboard.press('Space');
    await (await chosen).setFiles({ name: 'chosen.jpg', mimeType: 'image/jpeg', buffer: await liveJpeg() });
    await page.getByText('chosen.jpg').waitFor();
    expect(await outcome(page)).toBe('no_credentials');
    await page.evaluate(`((bytes) => {
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array(bytes)], 'dropped.jpg'));
      dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }));
    })([${ours.join()}])`);
    await page.locator('[data-outcome="trusted"]').waitFor();
    expect(await text(page)).toContain('dropped.jpg');
  });

  it.each(['ar', 'de', 'hi', 'pl'])('should fit and be accessible in %s', async (lang) => {
    const { page } = await stage.phone(`/verify?lang=${lang}`);
    await expectToFit(page, lang);
    await give(page, strangers);
    expect(await outcome(page)).toBe('unknown_signer');
    expect(await page.locator('html').getAttribute('dir')).toBe(lang === 'ar' ? 'rtl' : 'ltr');
    await expectAccessible(page, lang);
    await expectToFit(page, lang);
  });

  it('should be led to by the landing page, and allow WebAssembly in its worker alone', async () => {
    const { page } = await stage.phone('/');
    const worker = page.waitForResponse(/\.worker-[^/]+\.js$/);
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    await page.route(/\/main-[^/]+\.js$/, async (route) => {
      await arrived;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Verify a photo' }).click();
    // Chosen before the page's script is there.
    await give(page, ours);
    arrive();
    expect((await worker).headers()['content-security-policy']).toBe(
      "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'",
    );
    const { headers } = await page.request
      .get(`${stage.site.url}/verify`)
      .then((got) => ({ headers: got.headers() }));
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['permissions-policy']).toBe('camera=(), geolocation=(), microphone=()');
    expect(await outcome(page)).toBe('trusted');
  });
});
