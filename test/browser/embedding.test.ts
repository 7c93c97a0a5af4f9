import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { OPERATOR } from '../../src/audit/actor.ts';
import { allowOrigins } from '../helpers/app/origins.ts';
import { useStage, type Visitor } from '../helpers/browser/capture-browser.ts';
import { askForPhotos, readRequest } from '../helpers/browser/capture-browser-steps.ts';
import { type OtherSite, startOtherSite } from '../helpers/browser/other-site.ts';
import { freePort } from '../helpers/http/free-port.ts';
import { PROJECT_ROOT, startProcess } from '../helpers/process/child-process.ts';
import { filledIn, shellBlocks } from '../helpers/process/example.ts';

interface Heard {
  type: string;
  detail: Record<string, string> | null;
}

/** A page of a business that shows ours, and writes down what it hears. */
const shop = (
  server: string,
  element: string,
  more = '',
) => `<!doctype html><html lang="en"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<script type="module" src="${server}/embed/shutterpost-capture.js"></script>
<h1>The shop</h1><button id="before">Photos</button>${element}
<script>
window.heard = [];
const capture = document.querySelector('shutterpost-capture');
for (const type of ['ready', 'photo', 'submitted', 'closed', 'error'])
  capture?.addEventListener(type, ({ detail }) => heard.push({ type, detail }));
document.getElementById('before').onclick = () => capture.show();
${more}
</script>`;

/** As a site that uses React would. */
async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry, formats: ['es'] } },
  });
  const [output] = [built].flat() as { output: { code?: string }[] }[];
  return output?.output[0]?.code ?? '';
}

/** As some browsers do already: in a frame of another site only partitioned cookies are kept. */
async function blockForeignCookies({ page, context }: Visitor): Promise<void> {
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true });
  await page.reload();
}

describe('a customer’s page on another site', () => {
  const stage = useStage();
  let site: OtherSite;
  beforeAll(async () => {
    site = await startOtherSite();
  });
  afterAll(() => site.close());

  const key = () => stage.site.workspace.test.key;
  const heard = (page: Page) => page.evaluate('heard') as Promise<Heard[]>;
  const untilHeard = (page: Page, type: string) =>
    expect.poll(async () => (await heard(page)).map((one) => one.type)).toContain(type);
  const frameOf = (page: Page): FrameLocator => page.frameLocator('shutterpost-capture >> iframe');

  async function visit(
    { path, attributes = 'mode="inline"' }: { path: string; attributes?: string },
    options: Parameters<typeof stage.phone>[1] & { headers?: Record<string, string>; more?: string } = {},
  ) {
    const { headers = {}, more = '', ...rest } = options;
    const url = stage.site.url + path;
    const element = `<shutterpost-capture url="${url}" ${attributes}></shutterpost-capture>`;
    site.pages.set('/', { body: shop(stage.site.url, element, more), headers });
    return stage.phone(`${site.origin}/`, { expected: /favicon/, ...rest });
  }

  /** By the commands of its README. */
  async function startExample(printed: Record<string, string>): Promise<string> {
    const folder = join(PROJECT_ROOT, 'examples', 'embedded-capture');
    const [start = '', ...others] = shellBlocks(readFileSync(join(folder, 'README.md'), 'utf8'));
    expect(others).toEqual([]);
    const command = filledIn(start, { ...printed, 'http://localhost:3000': stage.site.url });
    const port = await freePort();
    const example = startProcess(
      'sh',
      ['-ec', command],
      { PORT: String(port) },
      { cwd: folder, detached: true },
    );
    onTestFinished(async () => {
      // The server as well as npm and the shell around it.
      process.kill(-example.pid, 'SIGKILL');
      await example.ended;
    });
    await example.untilPrinted('Open ');
    return `http://localhost:${port}`;
  }

  async function allow(...origins: string[]): Promise<void> {
    await allowOrigins(stage.site.api, stage.site.workspace.id, ...origins);
  }

  it('should take photos on the page of the example, whose server can verify it, without a cookie of ours', async () => {
    const { current } = await stage.site.api.services.returns.reveal(OPERATOR, {
      workspaceId: stage.site.workspace.id,
      environment: 'test',
    });
    const origin = await startExample({ 'shp_test_…': key(), 'rtsec_…': current });
    await allow(origin);
    const visitor = await stage.phone(origin, { expected: /favicon/ });
    await blockForeignCookies(visitor);
    const { page, context } = visitor;
    await page.getByRole('button', { name: 'Take photos' }).click();
    const frame = frameOf(page);
    await frame.getByTestId('start').click();
    await frame.getByTestId('shutter').click();
    await frame.getByTestId('use-photo').click();
    await frame.getByTestId('submit').click();
    await page.getByText('Thank you. Your photos have arrived.').waitFor();
    const told = await page.locator('#events li').allTextContents();
    expect(told.map((line) => line.split(' ')[0])).toEqual(['ready', 'photo', 'submitted']);
    const receipt = JSON.parse(told.at(-1)?.replace('submitted ', '') ?? '');
    expect((await readRequest(stage.site, receipt.photo_request_id, key())).status).toBe('submitted');
    expect(await context.cookies()).toEqual([]);
    const again = await fetch(`${origin}/receipts?${new URLSearchParams(receipt)}`, { method: 'POST' });
    expect(again.status, 'it is not taken a second time').toBe(401);
  });

  it('should open over the page, keep the focus inside, and close by Esc on either side', async () => {
    await allow(site.origin);
    const { path } = await askForPhotos(stage.site, {}, key());
    const { page } = await visit({ path, attributes: '' });
    expect(await page.locator('iframe').count()).toBe(0);
    for (const inside of [false, true]) {
      await page.locator('#before').click();
      const frame = frameOf(page);
      await frame.locator('html[data-alive]').waitFor({ state: 'attached' });
      expect(await page.getByRole('dialog').getAttribute('aria-label')).toBe('Take photos');
      if (inside) await frame.getByTestId('start').focus();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.locator('iframe').count()).toBe(0);
      expect(await page.evaluate('document.activeElement.id')).toBe('before');
    }
    expect((await heard(page)).filter(({ type }) => type === 'closed')).toHaveLength(2);
    await page.locator('#before').click();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.locator('iframe').count()).toBe(0);
  });

  it('should not be shown by a site that is not on the list, which hears what to do', async () => {
    await allow('https://another.example.com');
    const { path } = await askForPhotos(stage.site, {}, key());
    const { page } = await visit({ path }, { expected: /favicon|status of 403|no response/ });
    await frameOf(page).getByText(`${site.origin} isn’t an allowed origin`).waitFor();
    expect(await frameOf(page).getByTestId('start').count()).toBe(0);
    await untilHeard(page, 'error');
    expect(await heard(page)).toEqual([{ type: 'error', detail: { code: 'not_ready' } }]);
  });

  it('should not take a page for silent whose pictures come after its first word', async () => {
    await allow(site.origin);
    const { path } = await askForPhotos(stage.site, {}, key());
    const { page } = await visit({ path, attributes: '' });
    const pictureCame = Promise.withResolvers<void>();
    await page.route('**/picture.svg', async (route) => {
      await pictureCame.promise;
      await route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      });
    });
    await page.route(`**${path}?*`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('</body>', '<img src="/picture.svg" alt=""></body>');
      await route.fulfill({ response, body });
    });
    await page.clock.install();
    await page.click('#before');
    await untilHeard(page, 'ready');
    await page.locator('shutterpost-capture >> iframe').evaluate((frame) => {
      frame.addEventListener('load', () => frame.setAttribute('data-loaded', ''));
    });
    pictureCame.resolve();
    await page.locator('shutterpost-capture >> iframe[data-loaded]').waitFor();
    await page.clock.fastForward(60_000);
    expect((await heard(page)).map(({ type }) => type)).toEqual(['ready']);
  });

  it('should be framed by no one else, whatever the address says', async () => {
    await allow('https://listed.example.com');
    const { path } = await askForPhotos(stage.site, {}, key());
    const url = stage.site.url + path;
    const listed = encodeURIComponent('https://listed.example.com');
    for (const address of [url, `${url}?embed=${listed}`, `${url}?embed=*`, `${url}?embed=1`]) {
      site.pages.set('/', { body: `<iframe src="${address}"></iframe>` });
      const refused = /Refused to frame|frame-ancestors|favicon|X-Frame-Options|chrome-error/;
      const { page } = await stage.phone(`${site.origin}/`, { expected: refused });
      await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
    }
    const { headers } = await stage.site.api.call('GET', path);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
  });

  it('should not be spoken for by anyone else', async () => {
    await allow(site.origin);
    const { path } = await askForPhotos(stage.site, {}, key());
    const forged = `{ source: 'shutterpost', type: 'submitted', receipt: null }`;
    // From the page itself, from another frame of it, and from a page of our server in a frame that is not the element's.
    site.pages.set('/forger', { body: `<script>parent.postMessage(${forged}, '*')</script>` });
    const ours = `${stage.site.url}${path}?embed=${encodeURIComponent(site.origin)}`;
    const more = `
      postMessage(${forged}, '*');
      for (const src of ['/forger', '${ours}'])
        document.body.append(Object.assign(document.createElement('iframe'), { src, id: 'other' }));`;
    const { page } = await visit({ path }, { more, expected: /favicon|camera|Permissions policy/ });
    await untilHeard(page, 'ready');
    for (const frame of [frameOf(page), page.frameLocator('#other >> nth=1')])
      await frame.getByTestId('start').waitFor();
    await page.frameLocator('#other >> nth=1').locator('html[data-alive]').waitFor({ state: 'attached' });
    expect((await heard(page)).map(({ type }) => type)).toEqual(['ready']);
  });

  it('should lead out of the frame where frames get no camera', async () => {
    await allow(site.origin);
    const { path } = await askForPhotos(stage.site, {}, key());
    const { page, context } = await visit({ path }, { headers: { 'permissions-policy': 'camera=()' } });
    const link = page.getByRole('link', { name: 'Open in a new tab' });
    await link.waitFor();
    expect(await heard(page)).toEqual([{ type: 'error', detail: { code: 'no-camera' } }]);
    const [opened] = await Promise.all([context.waitForEvent('page'), link.click()]);
    await opened.getByTestId('start').waitFor();
    expect(new URL(opened.url()).search).toBe('');
  });

  it('should work in React, which opens and closes it', async () => {
    await allow(site.origin);
    const { path } = await askForPhotos(stage.site, {}, key());
    const script = await bundle('packages/capture-element/example/react-shop.ts');
    const body = `<!doctype html><title>Shop</title><div id="root" data-url="${stage.site.url}${path}"></div>
      <script type="module">${script}</script>`;
    site.pages.set('/', { body });
    const { page } = await stage.phone(`${site.origin}/`, { expected: /favicon/ });
    await page.getByRole('button', { name: 'Photos' }).click();
    await frameOf(page).getByTestId('start').waitFor();
    await expect.poll(() => page.locator('#heard').textContent()).toBe('ready');
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.locator('#heard').textContent()).toBe('ready closed');
    await page.getByRole('button', { name: 'Photos' }).click();
    await frameOf(page).getByTestId('start').waitFor();
  });

  it('should be an element of at most 5 KB', async () => {
    for (const encoding of ['br', 'gzip']) {
      const headers = { 'accept-encoding': encoding };
      const { rawPayload } = await stage.site.api.call('GET', '/embed/shutterpost-capture.js', { headers });
      expect(rawPayload.length).toBeGreaterThan(1_000);
      expect(rawPayload.length).toBeLessThanOrEqual(5_000);
    }
  });

  it('should ask for the access code of a permanent link, and remember it in the frame', async () => {
    await allow(site.origin);
    const created = await stage.site.api.call('POST', '/v1/permanent-links', {
      key: key(),
      body: { name: 'The desk', access_code: 'violet' },
    });
    const { slug } = created.json().data;
    const visitor = await visit({ path: `/p/${slug}` });
    await blockForeignCookies(visitor);
    const { page } = visitor;
    const frame = frameOf(page);
    await frame.getByTestId('access-code').fill('violet');
    await frame.getByTestId('access-submit').click();
    await frame.getByTestId('start').click();
    await frame.getByTestId('shutter').waitFor();
    const kept = await page
      .frames()[1]
      ?.evaluate(`document.cookie = 'other=1; SameSite=None; Secure'; document.cookie`);
    expect(kept, 'the browser blocks what is not partitioned').toBe('');
  });

  it('should tell that a request is over', async () => {
    await allow(site.origin);
    const { path, id } = await askForPhotos(stage.site, {}, key());
    await stage.site.api.call('POST', `/v1/photo-requests/${id}/cancel`, { key: key() });
    const { page } = await visit({ path }, { expected: /favicon|status of 410/ });
    await frameOf(page).getByTestId('problem').waitFor();
    await untilHeard(page, 'error');
    expect(await heard(page)).toEqual([{ type: 'error', detail: { code: 'closed' } }]);
  });
});
