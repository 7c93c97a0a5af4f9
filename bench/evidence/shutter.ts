import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import {
  BROWSER_ARGS,
  type CaptureSite,
  PHONE,
  startCaptureSite,
} from '../../test/helpers/browser/capture-browser-site.ts';
import { launchChromium } from '../../test/helpers/browser/chromium.ts';
import { atMost } from '../bars.ts';
import { PROJECT_ROOT } from '../server-process.ts';
import { median } from '../statistics.ts';
import type { EvidenceContext } from './run.ts';

const SHOTS_PER_TURN = 4;
/** Longer than the observer needs for all the frames it keeps. */
const AIMED_MS = 1_500;
const GOAL = 1.1;
/** How much slower than this machine's processor: an old phone's. */
const SLOWNESS = [1, 4];
/** The size of many phones' video; of a larger picture the encoding would hide everything else. */
const CAMERA = { width: 1920, height: 1080 };

/** In place of what watches the camera: only the hint of a blurred or dark photo, as before there was evidence. */
function onlyHints(): string {
  const quality = readFileSync(join(PROJECT_ROOT, 'web/capture/camera/quality.ts'), 'utf8');
  return `${stripTypeScriptTypes(quality)}
    export const observe = () => ({
      look() {},
      shutter: () => (photo) => photo,
      ask: async () => null,
      hintOf: ({ data, width, height }) => qualityHint(toGray(data, width, height)),
    });`;
}

/**
 * Times from the tap to the frame after the review screen came, and makes the camera's picture smaller. Nothing in other
 * frames: what the page does in one to look for patched functions would become slower by it.
 */
const PREPARED = `if (window === top && navigator.mediaDevices) {
window.shutterTimes = [];
addEventListener('click', ({ target, timeStamp }) => {
  if (!(target instanceof Element) || target.closest('[data-testid="shutter"]') === null) return;
  new MutationObserver((_, watching) => {
    if (document.querySelector('[data-testid="use-photo"]') === null) return;
    watching.disconnect();
    requestAnimationFrame(() => shutterTimes.push(performance.now() - timeStamp));
  }).observe(document, { childList: true, subtree: true });
}, true);
const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
navigator.mediaDevices.getUserMedia = ({ video, ...rest }) =>
  open({ ...rest, video: { ...video, width: ${CAMERA.width}, height: ${CAMERA.height} } });
}`;

/** How long a customer waits from the tap on the shutter to the review, with and without anyone looking at the camera. */
export async function benchShutter({ options, report, say }: EvidenceContext): Promise<void> {
  const site = await startCaptureSite();
  const browser = await launchChromium(BROWSER_ARGS);
  try {
    for (const slowness of SLOWNESS) {
      const times = { without: [] as number[][], with: [] as number[][] };
      for (let round = -1; round < options.rounds; round += 1) {
        const order = ['without', 'with'] as const;
        for (const arm of round % 2 === 0 ? order : order.toReversed()) {
          const taken = await shoot({ site, browser, slowness, isWatched: arm === 'with' });
          // The first round only warms up.
          if (round >= 0) times[arm].push(taken);
        }
      }
      const name = slowness === 1 ? '' : `, a processor ${slowness} times as slow`;
      for (const arm of ['without', 'with'] as const) {
        report.lines.push({ what: `tap to review, ${arm} evidence${name}`, ms: times[arm].flat() });
      }
      const found = median(times.with.flat()) / median(times.without.flat());
      report.bars.push(atMost(`tap to review, with / without evidence${name}, median`, found, GOAL));
      say(`shutter${name}: ${options.rounds * SHOTS_PER_TURN} photos each`);
    }
  } finally {
    await browser.close();
    await site.close();
  }
}

interface Turn {
  site: CaptureSite;
  browser: Browser;
  slowness: number;
  isWatched: boolean;
}

/** A customer with a phone of their own takes a photo, looks at it and takes it again. */
async function shoot({ site, browser, slowness, isWatched }: Turn): Promise<number[]> {
  const context = await browser.newContext(PHONE);
  try {
    await context.addInitScript(PREPARED);
    if (!isWatched) {
      await context.route(/\/observer-[^/]*\.js$/, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: onlyHints() }),
      );
    }
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await page.goto(await newRequest(site));
    await page.locator('#app [role="status"][aria-live]').waitFor({ state: 'attached' });
    await page.getByTestId('start').click();
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness });
    for (let shot = 0; shot < SHOTS_PER_TURN; shot += 1) await takeOne(page);
    return await page.evaluate<number[]>('shutterTimes');
  } finally {
    await context.close();
  }
}

async function newRequest({ api, workspace, url }: CaptureSite): Promise<string> {
  const body = { instructions: 'Please photograph the damage to your car.' };
  const response = await api.call('POST', '/v1/photo-requests', { key: workspace.live.key, body });
  return new URL(new URL(response.json().data.request_url).pathname, url).href;
}

async function takeOne(page: Page): Promise<void> {
  await page.locator('[data-testid="shutter"]:enabled').waitFor();
  await page.waitForTimeout(AIMED_MS);
  await page.getByTestId('shutter').click();
  await page.getByTestId('retake').click();
}
