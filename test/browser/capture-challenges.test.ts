import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/photos/evidence/finding.ts';
import { useStage } from '../helpers/browser/capture-browser.ts';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import { patience } from '../helpers/browser/capture-browser-scripts.ts';
import {
  askForPhotos,
  button,
  press,
  readRequest,
  seen,
  start,
  submit,
} from '../helpers/browser/capture-browser-steps.ts';
import { setPolicy } from '../helpers/capture/warned-photo.ts';

/** Longer than the customer needs to follow, and than a busy machine needs for a few frames. */
const FOLLOWED_MS = 6_000;

/** A camera in a hand that does what the page says, slowly, once `window.obeys`. */
const HAND = `
  if (globalThis.MediaDevices) MediaDevices.prototype.getUserMedia = async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 960 });
    const context = canvas.getContext('2d');
    let since = 0;
    setInterval(() => {
      const words = document.querySelector('.glass .hint')?.textContent ?? '';
      if (words !== '' && since === 0 && window.obeys) since = performance.now();
      const share = since === 0 ? 0 : Math.min(1, (performance.now() - since) / 3000);
      const zoom = /closer/.test(words) ? 1 + 0.6 * share : 1;
      const angle = /tilt/.test(words) ? 0.5 * share : 0;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.fillStyle = '#884422';
      context.fillRect(0, 0, 1280, 960);
      context.translate(640 + 8 * Math.sin(performance.now() / 300), 480 + 6 * Math.cos(performance.now() / 370));
      context.rotate(angle);
      context.scale(zoom, zoom);
      for (let index = 0; index < 90; index += 1) {
        context.fillStyle = 'hsl(' + index * 47 + ', 70%, ' + (15 + (index * 7) % 70) + '%)';
        context.fillRect(((index * 313) % 1900) - 950, ((index * 197) % 1500) - 750, 130 + (index * 31) % 170, 90 + (index * 17) % 140);
      }
      for (let noise = 0; noise < 40; noise += 1) {
        context.fillStyle = 'rgba(255,255,255,0.2)';
        context.fillRect(Math.random() * 1280 - 640, Math.random() * 960 - 480, 3, 3);
      }
    }, 40);
    return canvas.captureStream(25);
  };`;

/** How long a page waits for its challenge. */
const PATIENCE = patience(4_000);

/** Notes in `shutterStates` when the shutter can be pressed and when it cannot. */
const NOTE_SHUTTER = `{
  globalThis.shutterStates = [];
  new MutationObserver(() => {
    const shutter = document.querySelector('[data-testid="shutter"]');
    if (shutter === null) return;
    const state = shutter.disabled ? 'off' : 'on';
    if (shutterStates.at(-1) !== state) shutterStates.push(state);
  }).observe(document, { subtree: true, childList: true, attributes: true });
}`;

describe('a challenge on the camera page', () => {
  const stage = useStage();

  async function open(init: string) {
    const { api } = stage.site;
    const workspace = await api.createWorkspace({ plan: 'enterprise' });
    await setPolicy(api, workspace.id, { challenge: 'always' });
    const asked = await askForPhotos(stage.site, {}, workspace.live.key);
    const { page } = await stage.phone(asked.path, { fullResolution: true, init: PATIENCE + init });
    await start(page);
    const challenge = page.locator('.glass .hint');
    await challenge.waitFor();
    const finding = async () => {
      const { items } = await readRequest(stage.site, asked.id, workspace.live.key);
      const { evidence } = items[0] as unknown as { evidence: Finding[] };
      return evidence.find(({ check }) => check === 'challenge');
    };
    /** Whoever is asked takes time to do it. */
    const take = async () => {
      const shownAt = await page.evaluate(() => performance.now());
      const waited = () => page.evaluate((since) => performance.now() - since, shownAt);
      await expect.poll(waited).toBeGreaterThan(FOLLOWED_MS);
      await press(page, 'shutter');
      await seen(page, 'use-photo');
      await press(page, 'use-photo');
      await submit(page);
    };
    return { page, challenge, finding, take };
  }

  it('should be shown with the camera, and be passed by whoever does it', async () => {
    const { page, challenge, finding, take } = await open(HAND);
    expect(await challenge.innerText()).toMatch(
      /^Slowly (move closer|tilt the phone to the side), then take the photo\.$/,
    );
    await expectAccessible(page, 'challenge');
    await page.evaluate('window.obeys = true');
    await take();
    expect(await finding()).toMatchObject({ result: 'pass' });
  });

  it('should be warned of where the picture does not follow', async () => {
    const { finding, take } = await open(HAND);
    await take();
    expect(await finding()).toMatchObject({
      result: 'warn',
      message: expect.stringContaining('did not follow'),
    });
  });

  it('should be another one for each photo: none is taken with the words of the one before', async () => {
    const { page, challenge } = await open(HAND);
    await press(page, 'shutter');
    await seen(page, 'use-photo');
    await press(page, 'use-photo');
    await page.evaluate(NOTE_SHUTTER);
    const given = page.waitForResponse('**/capture/challenges');
    await button(page, 'Add a photo').click();
    await given;
    await challenge.waitFor();
    await page.locator('[data-testid="shutter"]:enabled').waitFor();
    expect(await page.evaluate('shutterStates')).toEqual(['off', 'on']);
  });

  it('should fit the camera also in the languages that need the most room', async () => {
    const { api } = stage.site;
    const workspace = await api.createWorkspace({ plan: 'enterprise' });
    await setPolicy(api, workspace.id, { challenge: 'always' });
    for (const code of ['de', 'fr', 'hi', 'ar']) {
      const asked = await askForPhotos(stage.site, {}, workspace.live.key);
      const { page, context } = await stage.phone(`${asked.path}?lang=${code}`, { init: PATIENCE });
      await start(page);
      await page.locator('.glass .hint').waitFor();
      await expectToFit(page, `challenge in ${code}`);
      await context.close();
    }
  });
});
