import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { press } from '../../helpers/browser/capture-browser-steps.ts';
import { type Film, filmOf } from '../scenes/film.ts';
import type { HandName } from '../scenes/hand.ts';
import type { BrowserVisit } from '../stage/browser-stage.ts';

/** An honest customer with a browser. */
export interface HonestBrowserVisit extends BrowserVisit {
  name: string;
}

type Scene = Film['scene']['kind'];
const film = (seed: number, kind: Scene, changes: Partial<Film> = {}): Film =>
  filmOf(seed, { scene: { kind, seed: 600_000 + seed }, ...changes });

const usual = (
  ['street', 'car', 'door', 'clutter', 'ground', 'document', 'pattern', 'dashboard', 'wall', 'night'] as const
).map((kind, index) => ({ name: kind, film: film(index, kind) }));
const hands = (['shaking', 'walking', 'panning', 'tripod'] as HandName[]).map((hand, index) => ({
  name: `${hand} hand`,
  film: film(20 + index, index % 2 === 0 ? 'street' : 'clutter', { hand }),
}));
const dark = { light: 0.3, noise: 6 };
/** Someone with a slow connection aims for about as long. */
const LATE_MS = 2_500;

/** Through the real page, with a camera that plays a film. */
export const BROWSER_VISITS: HonestBrowserVisit[] = [
  ...usual,
  ...hands,
  { name: 'dark room', film: film(31, 'clutter', dark) },
  { name: 'dark street', film: film(32, 'street', dark) },
  { name: 'bright light', film: film(33, 'door', { light: 1.5 }) },
  { name: '5 frames per second', film: film(34, 'street', { rate: 5 }) },
  { name: '3 frames per second', film: film(35, 'ground', { rate: 3, seconds: 12 }) },
  { name: '1280 by 720', film: film(36, 'street', { size: { width: 1280, height: 720 }, rate: 5 }) },
  { name: 'upright', film: film(37, 'door', { size: { width: 480, height: 640 } }) },
  { name: 'two photos', film: film(38, 'street', { hand: 'walking', seconds: 14 }), photos: 2 },
  { name: 'three photos', film: film(39, 'clutter', { hand: 'walking', seconds: 18 }), photos: 3 },
  {
    name: 'slow uploads',
    film: film(40, 'car'),
    meddling: { slow: { path: /^\/capture\/photos/, milliseconds: 4_000 } },
  },
  {
    name: 'page that arrives slowly',
    film: film(41, 'ground'),
    meddling: { slow: { path: /observer-/, milliseconds: LATE_MS } },
  },
  {
    name: 'shutter before the whole page arrived',
    film: film(43, 'clutter'),
    isHasty: true,
    beforeShutter: () => delay(LATE_MS),
    meddling: { slow: { path: /observer-/, milliseconds: 4 * LATE_MS } },
  },
  {
    name: 'reload before submitting',
    film: film(42, 'street'),
    beforeSubmitting: loadAgain,
  },
  {
    name: 'reload with a photo that was taken out of reach',
    film: film(44, 'car'),
    beforeShutter: (page) => page.context().setOffline(true),
    beforeSubmitting: async (page) => {
      await page.context().setOffline(false);
      await loadAgain(page);
    },
  },
];

/** The page shows what there is already, and goes on from there. */
async function loadAgain(page: Page): Promise<void> {
  await page.reload();
  await page.locator('.slots .done').waitFor();
  await press(page, 'start');
}
