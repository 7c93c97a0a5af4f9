import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../helpers/browser/capture-browser-looks.ts';
import { launchChromium } from '../helpers/browser/chromium.ts';
import { type ServerProcess, startServer } from '../helpers/process/server-process.ts';

const PHONE = { width: 390, height: 844 };

/** All are made from the same parts. These have each of them: text, tables, commands, programs, pictures. */
const EXAMINED = ['/docs', '/quick-start', '/webhooks', '/errors', '/web-application'];
const isFull = process.env.TEST_FULL === '1';

describe('the documentation in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-docs-'));
  let server: ServerProcess;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    server = await startServer({ DATA_DIR: folder });
    browser = await launchChromium();
    page = await browser.newPage({ viewport: PHONE });
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('should be readable by everyone, on every screen', async () => {
    await page.goto(`${server.url}/docs`);
    const links: string[] = await page.$$eval('.side a', (all) => all.map(({ href }) => href));
    const pages = [...new Set(links.filter((href) => !href.endsWith('/reference')))];
    const isExamined = (address: string) => isFull || EXAMINED.some((name) => address.endsWith(name));
    for (const address of pages) {
      await page.goto(address);
      if (isExamined(address)) await expectAccessible(page, address);
      await page.setViewportSize({ width: 320, height: 568 });
      expect(await page.evaluate('document.documentElement.scrollWidth'), address).toBe(320);
      await page.setViewportSize(PHONE);
    }
    expect(pages.filter(isExamined).length).toBeGreaterThanOrEqual(EXAMINED.length);
  });

  it('should find a section by words of it, and open it by keyboard', async () => {
    await page.goto(`${server.url}/docs`);
    await page.keyboard.press('/');
    await page.keyboard.type('rotate the secret');
    const first = page.locator('.found a').first();
    await first.waitFor();
    expect(await first.locator('b').textContent()).toBe('Rotate the secret');
    await expectAccessible(page, 'search');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/webhooks#rotate-the-secret$/);
    await page.getByRole('heading', { name: 'Rotate the secret' }).waitFor();
  });
});
