import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SMALLER_CAMERA } from '../helpers/browser/capture-browser-scripts.ts';
import { BROWSER_ARGS, DESKTOP, PHONE } from '../helpers/browser/capture-browser-site.ts';
import { start, submit, takePhoto } from '../helpers/browser/capture-browser-steps.ts';
import { launchChromium } from '../helpers/browser/chromium.ts';
import { watchedContexts } from '../helpers/browser/dashboard-contexts.ts';
import { launchServer, type ServerProcess } from '../helpers/process/server-process.ts';

const newContext = watchedContexts();
let folder: string;
let server: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shutterpost-first-'));
  [server, browser] = await Promise.all([launchServer({ DATA_DIR: folder }), launchChromium(BROWSER_ARGS)]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Greeting {
  address: string;
  email: string;
  password: string;
}

async function readGreeting(): Promise<Greeting> {
  await server.untilPrinted('Documentation: ');
  const line = (name: string) => new RegExp(`^ +${name} +(\\S+)$`, 'm').exec(server.stdout())?.[1] ?? '';
  return { address: line('Web application'), email: line('Sign in'), password: line('Password') };
}

async function signIn(page: Page, { address, email, password }: Greeting): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByTestId('sign-in-submit').click();
  await page.getByTestId('environment-live').waitFor();
}

async function askForDamage(page: Page): Promise<string> {
  await page.getByTestId('new-request').first().click();
  await page.getByTestId('instructions').fill('Please photograph the damage.');
  await page.getByTestId('add-slot').click();
  await page.keyboard.type('The scratch');
  await page.getByTestId('create-request').click();
  return page.getByTestId('request-url').innerText();
}

async function sendPhoto(link: string): Promise<void> {
  const context = await newContext(browser, PHONE);
  await context.addInitScript(SMALLER_CAMERA);
  const customer = await context.newPage();
  await customer.goto(link);
  await start(customer);
  await takePhoto(customer);
  await submit(customer);
}

it('should lead from the first start to the first photo, seen as it arrives', async () => {
  const greeting = await readGreeting();
  const page = await (await newContext(browser, DESKTOP)).newPage();
  await signIn(page, greeting);
  // The sample of the first start is not a request of their own.
  await page.getByTestId('waiting-requests').getByRole('link').waitFor();
  await page.getByTestId('first-steps').waitFor();
  const link = await askForDamage(page);
  // Gone as soon as the page is reloaded.
  await page.evaluate('window.isTheSamePage = true');
  await sendPhoto(link);

  await page.getByTestId('request-status').getByText('Submitted').waitFor();
  const photo = page.getByTestId('photo');
  await expect.poll(() => photo.count()).toBe(1);
  await photo.click();
  const shown = page.getByTestId('lightbox-photo');
  await expect.poll(() => shown.getAttribute('data-state')).toBe('shown');
  expect(await shown.getAttribute('alt')).toBe('The scratch');
  expect(await shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(
    1280,
  );
  expect(await page.evaluate('window.isTheSamePage')).toBe(true);
});
