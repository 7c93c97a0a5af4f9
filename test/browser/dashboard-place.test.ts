import { describe, expect, it } from 'vitest';
import type { PhotoRequest } from '../../src/photo-requests/schema.ts';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import { eventually, PHONE, startDashboard } from '../helpers/browser/dashboard-stage.ts';

const stage = startDashboard();

describe('the place where photos should be taken', () => {
  it('should be pasted into the form, be shown, and go along with a copy', async () => {
    const me = await stage.enter(await stage.createOwner(), { viewport: PHONE });
    const { page } = me;
    await me.visit('test/photo-requests/new');
    await page.getByTestId('instructions').fill('The roof, please.');
    await page.getByTestId('more-fields').click();
    const place = page.getByTestId('expected-location');
    await place.fill('Berlin');
    await page.getByTestId('create-request').click();
    await page.getByText('Enter latitude and longitude').waitFor();
    await expectAccessible(page, 'the place');
    await expectToFit(page, 'the place');
    await place.fill('52.52, 13.405');
    await page.getByTestId('expected-radius').fill('1500');
    await page.getByTestId('create-request').click();
    await page.getByText('52.52, 13.405, within 1,500 m').waitFor();
    const id = /(req_[0-9a-z]+)/.exec(page.url())?.[1];
    const { request } = await me.call<{ request: PhotoRequest }>(
      'GET',
      `photo-requests/${id}?environment=test`,
    );
    expect(request.expected_location).toEqual({ lat: 52.52, lng: 13.405, radius_m: 1_500 });
    await me.visit(`test/photo-requests/new?from=${id}`);
    await eventually(() => page.getByTestId('expected-location').inputValue()).toBe('52.52, 13.405');
    await eventually(() => page.getByTestId('expected-radius').inputValue()).toBe('1,500');
  });
});

describe('the bar below on the narrowest phones', () => {
  it('should have room between its labels', async () => {
    const viewport = { width: 320, height: 568 };
    const { page, ...me } = await stage.enter(await stage.createOwner(), { viewport });
    await me.visit('live');
    const labels = page.getByRole('navigation', { name: 'Main pages' });
    await labels.waitFor();
    const gaps = await page.evaluate<number[]>(GAPS);
    expect(gaps).toHaveLength(4);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(4);
    await expectToFit(page, 'the bar');
  });
});

/** Between the labels, in pixels. */
const GAPS = `(() => {
  const boxes = [...document.querySelector('nav[aria-label="Main pages"]').children].map((tab) => {
    const range = document.createRange();
    range.selectNodeContents(tab);
    const texts = [...range.getClientRects()];
    return { left: Math.min(...texts.map((box) => box.left)), right: Math.max(...texts.map((box) => box.right)) };
  });
  return boxes.slice(1).map((box, index) => box.left - boxes[index].right);
})()`;
