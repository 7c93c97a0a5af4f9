import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { displayCode } from '../../../src/shared/short-code.ts';
import type { TestApp } from '../app/test-app.ts';
import { createLink, createRequest } from '../capture/customer.ts';
import type { CaptureSite } from './capture-browser-site.ts';

export const FOUR_SLOTS = [
  { instructions: 'The whole car from the front', is_required: true },
  { instructions: 'The number plate', is_required: true },
  { instructions: 'The damage from close by', is_required: true },
  { instructions: 'The mileage', is_required: false },
];
export const TWO_SLOTS = FOUR_SLOTS.slice(0, 2);

export interface Asked {
  id: string;
  path: string;
  /** As the API says it, and as the pages write it. */
  code: string;
  shownCode: string;
}

export async function askForPhotos(site: CaptureSite, body: object = {}, key?: string): Promise<Asked> {
  const { id, token, code } = await createRequest(site.api, key ?? site.workspace.live.key, body);
  return { id, path: `/r/${token}`, code, shownCode: withDash(code) };
}

export async function offerLink(site: CaptureSite, body: object = {}): Promise<Asked> {
  const { id, slug, code } = await createLink(site.api, site.workspace.live.key, body);
  return { id, path: `/p/${slug}`, code, shownCode: withDash(code) };
}

function withDash(code: string): string {
  return displayCode(code);
}

export interface ReceivedPhoto {
  url: string;
  slot_index: number;
  width: number;
  height: number;
  sha256: string;
  metadata: { captured_at: string; gps_lat?: number; gps_lng?: number; quality_hint?: string };
}

/** What the workspace gets to see. */
export async function readRequest(
  site: CaptureSite,
  id: string,
  key = site.workspace.live.key,
): Promise<{ status: string; items: ReceivedPhoto[] }> {
  const { data } = (await site.api.call('GET', `/v1/photo-requests/${id}`, { key })).json();
  return { status: data.status, items: data.items ?? [] };
}

/** Slots of the photos on the server, submitted or not. */
export async function slotsReceived(api: TestApp, requestId: string): Promise<number[]> {
  const rows = await api.database.reader
    .selectFrom('photos')
    .select('slot_index')
    .where('request_id', '=', requestId)
    .orderBy('slot_index')
    .execute();
  return rows.map(({ slot_index }) => slot_index);
}

/** The code in the QR code of a desktop's page, and the picture of it. */
export async function codeShown(page: Page, site: CaptureSite): Promise<{ code: string; svg: string }> {
  const address = (await page.locator('.qr img').getAttribute('src')) ?? '';
  const code = new URL(address, site.url).searchParams.get('continue') ?? '';
  return { code, svg: await (await page.request.get(site.url + address)).text() };
}

export const press = (page: Page, testId: string) => page.getByTestId(testId).click();

export function seen(page: Page, testId: string): Promise<void> {
  return page.getByTestId(testId).waitFor();
}

export function problem(page: Page, kind: string): Locator {
  return page.locator(`[data-testid="problem"][data-problem="${kind}"]`);
}

/** The script has taken over from the server's page. */
export function alive(page: Page): Promise<void> {
  return page.locator('#app [role="status"][aria-live]').waitFor({ state: 'attached' });
}

export async function openCamera(page: Page): Promise<void> {
  await alive(page);
  await press(page, 'start');
  await page.locator('[data-testid="shutter"]:enabled').waitFor();
}

/** With all that follows the shutter, so that the network may go away. */
export async function start(page: Page): Promise<void> {
  await openCamera(page);
  await untilFetched(page, ...AFTER_SHUTTER);
}

/** A part of the page by its name; its styles come before. */
export const script = (name: string) => new RegExp(`/${name}-[^/]+\\.js$`, 'm');

export const AFTER_SHUTTER = [script('after-shutter'), script('more-button'), /\/texts\//];

/** Something of each of these has come. */
export async function untilFetched(page: Page, ...parts: RegExp[]): Promise<void> {
  const fetched = async () =>
    (await page.evaluate(`performance.getEntriesByType('resource').map(({ name }) => name)`)) as string[];
  for (const part of parts) await expect.poll(async () => (await fetched()).join('\n')).toMatch(part);
}

/** So many photos lie on the phone, and are there after a reload. */
export async function untilKept(page: Page, count: number): Promise<void> {
  await expect.poll(() => page.evaluate(PHOTOS_KEPT)).toBe(count);
}

const PHOTOS_KEPT = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('shutterpost');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const counting = opening.result.transaction('photos').objectStore('photos').count();
    counting.onerror = () => reject(counting.error);
    counting.onsuccess = () => {
      opening.result.close();
      resolve(counting.result);
    };
  };
})`;

export async function takePhoto(page: Page): Promise<void> {
  await press(page, 'shutter');
  await press(page, 'use-photo');
}

export async function takePhotos(page: Page, count: number): Promise<void> {
  for (let number = 0; number < count; number++) await takePhoto(page);
}

export async function submit(page: Page): Promise<void> {
  await press(page, 'submit');
  await seen(page, 'thank-you');
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Every photo on the screen says that it is on the server. */
export async function untilUploaded(page: Page, count: number): Promise<void> {
  await expect.poll(() => page.locator('.thumbnail.uploaded').count()).toBe(count);
}

export function heading(page: Page): Promise<string> {
  return page.locator('h1').innerText();
}

/** What a screen reader was told last beside the headings. */
export async function untilSaid(page: Page, text: string | RegExp): Promise<void> {
  await expect.poll(() => page.locator('.unseen[role="status"]').textContent()).toMatch(text);
}

/** The picture of an `img` was fetched and decoded. */
export function isShown(picture: Locator): Promise<boolean> {
  return picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0);
}

export function styleOf(element: Locator, property: string): Promise<string> {
  return element.evaluate(
    (shown, name) =>
      (globalThis as unknown as { getComputedStyle(of: unknown): Record<string, string> }).getComputedStyle(
        shown,
      )[name] ?? '',
    property,
  );
}
