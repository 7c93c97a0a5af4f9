import type { Browser, CDPSession } from 'playwright-core';
import sharp from 'sharp';
import { OPERATOR } from '../../src/audit/actor.ts';
import {
  type CaptureSite,
  PHONE,
  startCaptureSite,
} from '../../test/helpers/browser/capture-browser-site.ts';
import { launchChromium } from '../../test/helpers/browser/chromium.ts';
import { under } from '../bars.ts';
import { median } from '../statistics.ts';
import type { PagesContext } from './run.ts';

/** "Slow 3G" as WebPageTest has it: 400 kbit/s each way, and 400 ms from each request to its response. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const PHONE_SLOWNESS = 4;
const GOAL = { bytes: 28_000, slowMs: 1_700 };
/** Shapes on a gradient, as wide as most companies' logos. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="450">
<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#0b6170"/><stop offset="1" stop-color="#7a1fa2"/></linearGradient></defs>
<path d="M60 380 220 60l160 320z" fill="url(#g)"/><circle cx="220" cy="270" r="60" fill="#fff"/>
<path d="M460 130v190M460 225h120M580 130v190M650 320l70-190 70 190M850 130v190h110M1020 130h110M1075 130v190" fill="none" stroke="#123" stroke-width="36"/>
</svg>`;
/** Fetched once there is a picture, so that no one waits for it. */
const LATER = /\/(?:observer|after-shutter|texts\/\w+)-[^/]*$/;

const WANTED = {
  instructions: 'Please photograph the damage to your car.',
  photo_slots: [
    { instructions: 'The whole car from the front', is_required: true },
    { instructions: 'The number plate', is_required: true },
  ],
};

/** As a phone's video: the largest picture of Chromium's own camera, five times a second, would hide everything else. */
const CAMERA = { width: 1280, height: 720 };
const CAMERA_ARGS = [
  '--use-fake-device-for-media-stream=device-count=1,fps=20',
  '--use-fake-ui-for-media-stream',
];

/** Presses the button as soon as it has been drawn, and notes when the shutter can be pressed. */
const IMPATIENT = `if (window === top) window.ready = new Promise((resolve) => {
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = ({ video, ...rest }) =>
    open({ ...rest, video: { ...video, width: ${CAMERA.width}, height: ${CAMERA.height} } });
  let isPressed = false;
  new MutationObserver((_, watching) => {
    const start = document.querySelector('[data-testid="start"]');
    if (start !== null && !isPressed) {
      isPressed = true;
      requestAnimationFrame(() => setTimeout(() => document.querySelector('[data-testid="start"]')?.click()));
    }
    if (document.querySelector('[data-testid="shutter"]:enabled') === null) return;
    watching.disconnect();
    requestAnimationFrame(() => resolve(performance.now()));
  }).observe(document, { childList: true, subtree: true, attributes: true });
});`;

interface Arm {
  name: string;
  isSlow: boolean;
  ms: number[];
  bytes: number[];
}

/** From opening the link of a request to a shutter that can be pressed, with nothing in the cache. */
export async function benchCamera({ options, report, say }: PagesContext): Promise<void> {
  // Before the service is there, which takes drawings away from the image library.
  const logo = await sharp(Buffer.from(LOGO)).png().toBuffer();
  const site = await startCaptureSite();
  const browser = await launchChromium(CAMERA_ARGS);
  const arms: Arm[] = [
    { name: 'camera ready', isSlow: false, ms: [], bytes: [] },
    { name: 'camera ready, slow 3G and a processor 4 times as slow', isSlow: true, ms: [], bytes: [] },
  ];
  try {
    await site.api.services.brands.change(OPERATOR, site.workspace.id, { color: '#7a1fa2', logo });
    for (let round = -1; round < options.rounds; round += 1) {
      for (const arm of arms) {
        const { ms, bytes } = await openCamera(site, browser, arm.isSlow);
        // The first round only warms up.
        if (round < 0) continue;
        arm.ms.push(ms);
        arm.bytes.push(bytes);
      }
    }
    for (const { name, ms, bytes } of arms) report.lines.push({ what: name, ms, bytes });
    const [, slow] = arms as [Arm, Arm];
    report.bars.push(under('camera page with a logo, empty cache', median(slow.bytes), GOAL.bytes, 'bytes'));
    report.bars.push(under(slow.name, median(slow.ms), GOAL.slowMs, 'ms'));
    say(`camera: ${options.rounds} customers each way`);
  } finally {
    await browser.close();
    await site.close();
  }
}

async function openCamera(
  site: CaptureSite,
  browser: Browser,
  isSlow: boolean,
): Promise<{ ms: number; bytes: number }> {
  const url = await newRequest(site);
  const context = await browser.newContext(PHONE);
  try {
    await context.addInitScript(IMPATIENT);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const bytes = await countBytes(devtools);
    if (isSlow) {
      await devtools.send('Network.emulateNetworkConditions', SLOW_3G);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: PHONE_SLOWNESS });
    }
    await page.goto(url, { waitUntil: 'commit' });
    return { ms: await page.evaluate<number>('ready'), bytes: bytes() };
  } finally {
    await context.close();
  }
}

/** What has come over the wire so far, headers included. */
async function countBytes(devtools: CDPSession): Promise<() => number> {
  const sizes = new Map<string, number>();
  const later = new Set<string>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (LATER.test(request.url)) later.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!later.has(requestId)) sizes.set(requestId, encodedDataLength);
  });
  await devtools.send('Network.enable');
  return () => [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

async function newRequest({ api, workspace, url }: CaptureSite): Promise<string> {
  const response = await api.call('POST', '/v1/photo-requests', { key: workspace.live.key, body: WANTED });
  return new URL(new URL(response.json().data.request_url).pathname, url).href;
}
