import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { PHONE } from '../../helpers/browser/capture-browser-site.ts';
import { openCamera, press, seen } from '../../helpers/browser/capture-browser-steps.ts';
import { launchChromium } from '../../helpers/browser/chromium.ts';
import type { Ending } from '../attack.ts';
import { type Film, recordFilm } from '../scenes/film.ts';
import type { Lens } from '../scenes/lens.ts';
import { type Meddling, type Relay, startRelay, VISIT_HEADER } from './relay.ts';
import { type CorpusServer, startCorpusServer } from './server.ts';

/** Someone with a phone whose camera sees a film. */
export interface BrowserVisit {
  film: Film;
  /** Runs before the page's own scripts. */
  init?: string;
  /** Changes the page once the camera runs. */
  beforeShutter?(page: Page): Promise<void>;
  photos?: number;
  /** Presses the shutter as soon as it can be pressed. */
  isHasty?: boolean;
  /** Does not hide that a program drives the browser. */
  isAutomated?: boolean;
  meddling?: Meddling;
  request?: object;
  /** Between the photos and the submission. */
  beforeSubmitting?(page: Page): Promise<void>;
}

export interface BrowserStage {
  server: CorpusServer;
  lens: Lens;
  visit(visit: BrowserVisit): Promise<Ending>;
  close(): Promise<void>;
}

/** What the corpus changes in the report of a browser that has no camera: the name of the file it plays instead. */
const PHONE_CAMERA = { label: 'camera2 0, facing back', facing: 'environment' };
const AIM_MS = 1_700;
const POLL_MS = 50;
/** How long the page has looked at the camera, by a clock that no script of the page has its hands on. */
const WATCHED = `(() => {
  const observer = performance.getEntriesByType('resource').find(({ name }) => /observer-/.test(name));
  return observer === undefined ? 0 : document.timeline.currentTime - observer.responseEnd;
})()`;

export async function openBrowserStage(lens: Lens): Promise<BrowserStage> {
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-films-'));
  const relay: Relay = await startRelay(() => server.port);
  const server = await startCorpusServer({ publicPort: relay.port });
  let visits = 0;

  async function visit(wanted: BrowserVisit): Promise<Ending> {
    visits += 1;
    const number = visits;
    const file = join(folder, `${number}.y4m`);
    await recordFilm(lens, wanted.film, file);
    relay.meddle(String(number), { camera: PHONE_CAMERA, ...wanted.meddling });
    const browser = await launchChromium([
      ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
      `--use-file-for-fake-video-capture=${file}`,
      ...(wanted.isAutomated ? [] : ['--disable-blink-features=AutomationControlled']),
    ]);
    try {
      const { id, token } = await server.ask({ ...slotsFor(wanted.photos), ...wanted.request });
      const context = await browser.newContext({
        ...PHONE,
        extraHTTPHeaders: { [VISIT_HEADER]: String(number) },
      });
      if (wanted.init !== undefined) await context.addInitScript(wanted.init);
      const page = await context.newPage();
      await page.goto(`${server.url}/r/${token}`);
      await takePhotos(page, wanted);
      await wanted.beforeSubmitting?.(page);
      await press(page, 'submit');
      await seen(page, 'thank-you');
      return { requestId: id };
    } finally {
      await browser.close();
      rmSync(file, { force: true });
    }
  }

  return {
    server,
    lens,
    visit,
    async close() {
      await relay.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function takePhotos(page: Page, { photos = 1, isHasty, beforeShutter }: BrowserVisit): Promise<void> {
  await openCamera(page);
  if (!isHasty) await untilAimed(page, 0);
  await beforeShutter?.(page);
  for (let taken = 0; taken < photos; taken += 1) {
    if (taken > 0 || !isHasty) await untilAimed(page, await watched(page));
    await press(page, 'shutter');
    await seen(page, 'use-photo');
    // A photo that looks dark or blurred is kept only when that is said twice.
    const taps = (await page.locator('p.hint').count()) > 0 ? 2 : 1;
    for (let tap = 0; tap < taps; tap += 1) await press(page, 'use-photo');
  }
}

/** With named photos the page goes from one to the next. */
function slotsFor(photos = 1): object {
  const slot = (_: unknown, index: number) => ({ instructions: `Photo ${index + 1}`, is_required: true });
  return { photo_slots: Array.from({ length: photos }, slot) };
}

const watched = async (page: Page) => Number(await page.evaluate(WATCHED));

/** The page looks at the camera for as long as a person aims, from a moment on. */
async function untilAimed(page: Page, from: number): Promise<void> {
  while ((await watched(page)) < from + AIM_MS) await delay(POLL_MS);
}
