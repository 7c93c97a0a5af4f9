import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../helpers/browser/chromium.ts';
import type { Pose } from './hand.ts';

export const SCENES = [
  ...([
    'clutter',
    'street',
    'car',
    'document',
    'dashboard',
    'pattern',
    'door',
    'ground',
    'wall',
    'night',
  ] as const),
];
export type SceneKind = (typeof SCENES)[number];

/** What is in front of the camera, and how the camera looks at it. */
export interface Shot {
  scene: { kind: SceneKind; seed: number };
  /** A JPEG file that stands in front of the camera instead, or is what a program shows to the page. */
  picture?: Buffer;
  /** It is shown on a display with so many pixels across. */
  display?: number;
  /** The picture's size, and which share of the scene's width it shows. */
  view: { width: number; height: number; share: number };
  /** At each look of the page; the last is the shutter. */
  poses: Pose[];
  /** Standard deviation of the sensor's noise, in gray levels. */
  noise: number;
  /** Out of focus by so many pixels. */
  blur: number;
  /** Dark bars by a light that flickers: their height in pixels, how dark, where, and how far they move per frame. */
  bands?: { height: number; depth: number; phase: number; speed: number };
  seed: number;
  type?: 'image/jpeg' | 'image/png';
}

export interface TakenShot {
  photo: Buffer;
  frames: { overview: string; middle: string }[];
}

export interface Lens {
  take(shot: Shot): Promise<TakenShot>;
  /** One frame for each pose, as planes of brightness and color. */
  film(shot: Shot): Promise<Buffer>;
  close(): Promise<void>;
}

/** A camera without a device: scenes are drawn, seen and encoded by Chromium's own canvas. */
export async function openLens(): Promise<Lens> {
  const browser = await launchChromium();
  const page = await openStudio(browser);
  const wanted = ({ picture, ...shot }: Shot) =>
    JSON.stringify({ ...shot, ...(picture === undefined ? {} : { picture: picture.toString('base64') }) });
  return {
    async take(shot) {
      const { photo, frames } = (await page.evaluate(`takeShot(${wanted(shot)})`)) as {
        photo: string;
        frames: TakenShot['frames'];
      };
      return { photo: Buffer.from(photo, 'base64'), frames };
    },
    film: async (shot) => Buffer.from((await page.evaluate(`film(${wanted(shot)})`)) as string, 'base64'),
    close: () => browser.close(),
  };
}

async function openStudio(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  for (const part of ['paint.js', 'world.js', 'sensor.js'])
    await page.addScriptTag({ path: join(import.meta.dirname, part), type: 'module' });
  return page;
}

/** A still photo of a street, another one for each number. */
export function shotOf(seed: number): Shot {
  const pose = { x: 0, y: 0, turn: 0, zoom: 1, light: 1, isNew: true };
  return {
    ...{ scene: { kind: 'street', seed: 700_000 + seed }, view: { width: 640, height: 480, share: 0.8 } },
    ...{ poses: [pose], noise: 2, blur: 1, seed },
  };
}
