import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../helpers/browser/chromium.ts';
import { PROJECT_ROOT } from '../helpers/process/child-process.ts';
import { type ServerProcess, startServer } from '../helpers/process/server-process.ts';

const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
};

describe.each(Object.entries(SIZES))('the API reference on a %s', (size, viewport) => {
  let folder: string;
  let server: ServerProcess;
  let browser: Browser;
  let page: Page;
  let testKey: string;
  /** What must not happen: console errors, broken policies, requests to elsewhere. */
  const complaints: string[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'shutterpost-reference-'));
    server = await startServer({ DATA_DIR: folder });
    await server.untilPrinted('Documentation: ');
    testKey = /shp_test_\w{32}/.exec(server.stdout())?.[0] ?? '';
    browser = await launchChromium();
    // Once: with every operation on it, the page takes seconds to draw.
    await open();
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  async function open(): Promise<void> {
    page = await browser.newPage({ viewport, isMobile: size === 'phone', hasTouch: size === 'phone' });
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => complaints.push(`page: ${error.message}`));
    page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol !== 'data:' && origin !== server.url) complaints.push(`elsewhere: ${request.url()}`);
    });
    await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
      console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`);
    await page.goto(`${server.url}/docs/reference`);
    await page.locator('.opblock').first().waitFor();
  }

  it('should show every operation and every webhook, from this process alone and without a complaint', async () => {
    const operations = operationsOfDocument();
    await page
      .locator('.opblock')
      .nth(operations.length - 1)
      .waitFor();
    expect(await page.locator('.opblock').count()).toBe(operations.length);
    const shown = await page.locator('.opblock-summary-path').allTextContents();
    const paths = shown.map((text) => text.replaceAll('\u200b', '').trim());
    expect(paths.toSorted()).toEqual(operations.map(({ path }) => path).toSorted());
    expect(complaints).toEqual([]);
  });

  it('should not need to be moved sideways', async () => {
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width);
  });

  it('should call the API with a key that was entered', async () => {
    await page.locator('.auth-wrapper .btn.authorize').first().click();
    await page.locator('.modal-ux input').first().fill(testKey);
    await page.locator('.modal-ux .btn.authorize').click();
    await page.locator('.modal-ux .btn-done').click();

    const ping = page.locator('.opblock', { has: page.locator('[data-path="/ping"]') });
    await ping.locator('.opblock-summary').click();
    await ping.locator('.btn.execute').click();
    const status = ping.locator('.live-responses-table .response .response-col_status');
    await status.waitFor();
    expect((await status.textContent())?.trim()).toMatch(/^200/);
    expect(await ping.locator('.live-responses-table').textContent()).toContain('pong');
    expect(complaints).toEqual([]);
  });
});

function operationsOfDocument(): { method: string; path: string }[] {
  const { paths, webhooks } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'docs', 'openapi.json'), 'utf8'));
  return Object.entries<Record<string, unknown>>({ ...paths, ...webhooks }).flatMap(([path, item]) =>
    ['get', 'post', 'put', 'patch', 'delete']
      .filter((method) => method in item)
      .map((method) => ({ method, path })),
  );
}
