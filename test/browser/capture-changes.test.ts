import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useStage } from '../helpers/browser/capture-browser.ts';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import {
  alive,
  askForPhotos,
  FOUR_SLOTS,
  press,
  seen,
  start,
} from '../helpers/browser/capture-browser-steps.ts';
import { keyOf } from '../helpers/capture/customer.ts';
import { createReviewer, submitPlaces } from '../helpers/capture/rounds.ts';

describe('a customer who is asked to take photos again', () => {
  const stage = useStage();

  /** A request whose four photos were sent, and of which two are wanted again. */
  async function sentBack(language = 'en') {
    const { site } = stage;
    const asked = await askForPhotos(site, { photo_slots: FOUR_SLOTS, locale: language });
    await submitPlaces(site.api, keyOf(asked.path), [0, 1, 2, 3]);
    await createReviewer(site.api, site.workspace).decide(asked.id, {
      decision: 'request_changes',
      message: 'Nearly done. Two of them need another try.',
      slots: [
        { slot_index: 1, reason: 'not_readable' },
        { slot_index: 3, reason: 'other', message: 'Please show all digits.' },
      ],
    });
    return asked;
  }

  const texts = (page: Page, selector: string) => page.locator(selector).allInnerTexts();

  it('should see which and why beside what was sent before, and send only those', async () => {
    const asked = await sentBack();
    const { page } = await stage.phone(asked.path);
    await alive(page);
    await page.locator('.again img').first().waitFor();
    expect(await page.locator('.again img').count()).toBe(2);
    expect(await texts(page, '.again li')).toEqual([
      'The number plate\nIt can’t be read.',
      'The mileage\nPlease show all digits.',
    ]);
    await expectAccessible(page, 'changes');
    await expectToFit(page, 'changes');
    await start(page);
    expect(await page.locator('.camera .again-row').innerText()).toBe(
      'Your earlier photo\nIt can’t be read.',
    );
    for (const last of [false, true]) {
      await press(page, 'shutter');
      await seen(page, 'use-photo');
      await press(page, 'use-photo');
      await seen(page, last ? 'submit' : 'shutter');
    }
    expect(await page.locator('.photos li').count()).toBe(2);
    await expect.poll(() => page.locator('.photos .again-row img').count()).toBe(2);
    await press(page, 'submit');
    await seen(page, 'thank-you');
    const { items, superseded_items } = await createReviewer(stage.site.api, stage.site.workspace).read(
      asked.id,
    );
    expect(items.map(({ slot_index, round }) => [slot_index, round])).toEqual([
      [0, 1],
      [1, 2],
      [2, 1],
      [3, 2],
    ]);
    expect(superseded_items).toHaveLength(2);
  });

  it('should come to the photos that are wanted now when the page is from before', async () => {
    const { site } = stage;
    const asked = await askForPhotos(site, { photo_slots: FOUR_SLOTS });
    const { page } = await stage.phone(asked.path, { expected: /409/ });
    await start(page);
    await submitPlaces(site.api, keyOf(asked.path), [0, 1, 2]);
    await createReviewer(site.api, site.workspace).decide(asked.id, {
      decision: 'request_changes',
      slots: [{ slot_index: 2, reason: 'glare' }],
    });
    await press(page, 'shutter');
    await seen(page, 'use-photo');
    await press(page, 'use-photo');
    await page.locator('.again li').waitFor();
    expect(await texts(page, '.again li b')).toEqual(['The damage from close by']);
  });
});
