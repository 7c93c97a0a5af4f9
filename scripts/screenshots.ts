import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchWholeChromium } from '../test/helpers/browser/chromium.ts';
import { savePicture } from './screenshot-picture.ts';
import { drawScenes } from './screenshot-scene.ts';
import { type ScreenshotServer, startScreenshotServer } from './screenshot-server.ts';

// Makes the pictures of the customers' pages in docs/images from the running product: `node scripts/screenshots.ts`.

process.chdir(join(import.meta.dirname, '..'));
const FOLDER = 'docs/images';
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'en-GB',
  permissions: ['camera', 'geolocation'],
  geolocation: { latitude: 59.33, longitude: 18.07, accuracy: 8 },
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
};
const QUESTIONS = [
  { id: 'km', type: 'number', label: 'Mileage', unit: 'km', min: 0, position: 'before' },
  { id: 'drives', type: 'yes_no', label: 'Can the car still be driven?', position: 'before' },
  { id: 'signed', type: 'signature', label: 'Your signature', position: 'before' },
];
const DESKTOP: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  deviceScaleFactor: 1.5,
  locale: 'en-GB',
};

mkdirSync(FOLDER, { recursive: true });
const server = await startScreenshotServer();
// The other one cannot ask for the camera, and so cannot be refused it.
const browser = await launchWholeChromium(['--use-fake-device-for-media-stream']);
try {
  const camera = cameraOf(await drawScenes());
  await happyWay(browser, server, camera);
  await darkAndArabic(browser, server, camera);
  await questions(browser, server, camera);
  await otherPages(browser, server);
} finally {
  await browser.close();
  await server.close();
}

async function happyWay(on: Browser, { ask }: ScreenshotServer, camera: string): Promise<void> {
  const page = await open(on, await ask(), PHONE, camera);
  await ready(page);
  await save(page, 'intro');
  await page.getByTestId('start').click();
  for (const scene of [0, 1, 2]) {
    await look(page, scene);
    if (scene > 0) await page.locator('.strip .thumbnail.uploaded').waitFor();
    if (scene === 1) await save(page, 'camera');
    await page.getByTestId('shutter').click();
    await page.getByTestId('use-photo').waitFor();
    if (scene === 2) await save(page, 'review');
    await page.getByTestId('use-photo').click();
  }
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.locator('.thumbnail.uploaded').nth(2).waitFor();
  await save(page, 'overview');
  await page.getByTestId('submit').click();
  await page.getByTestId('thank-you').waitFor();
  await save(page, 'thank-you');
  await page.context().close();
}

async function darkAndArabic(on: Browser, { ask }: ScreenshotServer, camera: string): Promise<void> {
  const night = await open(on, await ask(), { ...PHONE, colorScheme: 'dark' }, camera);
  await ready(night);
  await night.getByTestId('start').click();
  await look(night, 0);
  await night.getByTestId('shutter').click();
  await night.getByTestId('use-photo').click();
  await look(night, 1);
  await night.getByTestId('shutter').click();
  await night.getByTestId('use-photo').click();
  await night.locator('.strip').click();
  await night.locator('.thumbnail.uploaded').nth(1).waitFor();
  await save(night, 'dark');
  await night.context().close();

  const arabic = await open(on, await ask('ar'), { ...PHONE, locale: 'ar' }, camera);
  await ready(arabic);
  await save(arabic, 'arabic');
  await arabic.context().close();
}

async function questions(on: Browser, { ask }: ScreenshotServer, camera: string): Promise<void> {
  const page = await open(on, await ask('en', { questions: QUESTIONS }), PHONE, camera);
  await ready(page);
  await page.getByTestId('start').click();
  await page.getByTestId('questions').waitFor();
  await page.locator('#question-km').fill('48210');
  await page.getByRole('radio', { name: 'No' }).check();
  await sign(page);
  await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)');
  await save(page, 'questions');
  await page.context().close();
}

async function sign(page: Page): Promise<void> {
  const pad = page.getByTestId('signature');
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (box === null) throw new Error('There is nothing to draw on');
  const at = (x: number, y: number): [number, number] => [box.x + x * box.width, box.y + y * box.height];
  await page.mouse.move(...at(0.12, 0.62));
  await page.mouse.down();
  for (let step = 0; step <= 60; step += 1) {
    const along = step / 60;
    const height = 0.5 + (0.3 - 0.18 * along) * Math.sin(along * 26);
    await page.mouse.move(...at(0.12 + 0.7 * along + 0.03 * Math.cos(along * 26), height));
  }
  await page.mouse.up();
}

async function otherPages(on: Browser, { ask, url }: ScreenshotServer): Promise<void> {
  const desktop = await open(on, await ask(), DESKTOP);
  await desktop.locator('.qr img').waitFor();
  await save(desktop, 'desktop');
  await desktop.context().close();

  const blocked = await open(on, await ask(), { ...PHONE, permissions: ['geolocation'] });
  await ready(blocked);
  await blocked.getByTestId('start').click();
  await blocked.locator('.steps li').first().waitFor();
  await save(blocked, 'problem');
  await blocked.context().close();

  const landing = await open(on, url, PHONE);
  await save(landing, 'landing');
  await landing.context().close();
}

async function open(on: Browser, url: string, options: BrowserContextOptions, camera = ''): Promise<Page> {
  const context = await on.newContext({ reducedMotion: 'reduce', ...options });
  await context.addInitScript(camera);
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  return page;
}

function ready(page: Page): Promise<void> {
  return page.locator('#app [role="status"]').waitFor({ state: 'attached' });
}

/** Turns the camera to a scene and waits until the page shows it. */
async function look(page: Page, scene: number): Promise<void> {
  await page.locator('video.playing').waitFor();
  await page.evaluate(`new Promise((seen) => {
    turnTo(${scene});
    const video = document.querySelector('video');
    video.requestVideoFrameCallback(() => video.requestVideoFrameCallback(seen));
  }).then(() => {})`);
}

/** The browser's own fake camera shows a green test picture; this one shows the scenes. */
function cameraOf(scenes: Buffer[]): string {
  const pictures = JSON.stringify(scenes.map((scene) => scene.toString('base64')));
  return `if (navigator.mediaDevices) {
    const bitmaps = Promise.all(${pictures}.map((text) =>
      createImageBitmap(new Blob([Uint8Array.from(atob(text), (char) => char.charCodeAt(0))]))));
    let shown = 0;
    window.turnTo = (scene) => { shown = scene; };
    navigator.mediaDevices.getUserMedia = async () => {
      const scenes = await bitmaps;
      const { width, height } = scenes[0];
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d');
      const draw = () => context.drawImage(scenes[shown], 0, 0);
      draw();
      setInterval(draw, 100);
      return canvas.captureStream(10);
    };
  }`;
}

async function save(page: Page, name: string): Promise<void> {
  await savePicture(page, join(FOLDER, `${name}.png`));
}
