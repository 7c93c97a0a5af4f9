import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/audit/actor.ts';
import type { SlotImagePurpose } from '../../src/platform/db/tables.ts';
import { GUIDES } from '../../src/shared/guides.ts';
import { useStage } from '../helpers/browser/capture-browser.ts';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import { NO_DIALOGS } from '../helpers/browser/capture-browser-scripts.ts';
import { alive, askForPhotos, press, takePhoto } from '../helpers/browser/capture-browser-steps.ts';
import { smallPhoto } from '../helpers/capture/customer.ts';

/** No photo gets from the page's memory to the phone's disk until told. */
const SLOW_DISK = `{
  const read = Blob.prototype.arrayBuffer;
  const told = new Promise((resolve) => (globalThis.writeToDisk = resolve));
  Blob.prototype.arrayBuffer = function () {
    return told.then(() => read.call(this));
  };
}`;

describe('what helps to take a photo', () => {
  const stage = useStage();

  async function upload(purpose: SlotImagePurpose, body: Buffer): Promise<string> {
    const { api, workspace } = stage.site;
    const by = { ...OPERATOR, workspaceId: workspace.id, environment: 'live' } as const;
    return (await api.services.slotImages.upload(by, { purpose, body })).data.id;
  }

  async function visit(request: object, { width = 390, locale = 'en' } = {}) {
    const asked = await askForPhotos(stage.site, { ...request, locale });
    const { page } = await stage.phone(asked.path, { viewport: { width, height: 780 }, locale });
    await alive(page);
    return page;
  }

  it('should lie over the camera’s picture, another one for each slot', async () => {
    const page = await visit({
      photo_slots: GUIDES.slice(0, 2).map((guide) => ({ instructions: `The ${guide}`, guide })),
    });
    await press(page, 'start');
    const outline = page.locator('.guide path');
    await outline.waitFor();
    const first = await outline.getAttribute('d');
    const box = await page.locator('.guide svg').boundingBox();
    expect(box?.width).toBeGreaterThan(300);
    // It takes no touches away from the camera.
    expect(await page.evaluate("getComputedStyle(document.querySelector('.guide')).pointerEvents")).toBe(
      'none',
    );
    await takePhoto(page);
    await expect.poll(() => outline.getAttribute('d')).not.toBe(first);
    expect(await outline.count()).toBe(1);
  });

  it('should be shown as the business drew it, with a picture of a good photo', async () => {
    const outline = sharp({ create: { width: 90, height: 60, channels: 4, background: '#0000' } }).png();
    const page = await visit(
      {
        photo_slots: [
          {
            instructions: 'العداد',
            guide_image_id: await upload('guide', await outline.toBuffer()),
            example_image_id: await upload('example', await smallPhoto()),
          },
        ],
      },
      { width: 320, locale: 'ar' },
    );
    await press(page, 'start');
    await expect.poll(() => page.evaluate("document.querySelector('.guide img')?.naturalWidth")).toBe(90);
    const open = page.locator('.example > button');
    await open.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await expectAccessible(page, 'example');
    await expectToFit(page, 'example');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(
      await page.evaluate("document.activeElement === document.querySelector('.example > button')"),
    ).toBe(true);
    await takePhoto(page);
  });

  it('should offer no picture to a browser that cannot show it as a dialog', async () => {
    const asked = await askForPhotos(stage.site, {
      photo_slots: [
        {
          instructions: 'The meter',
          guide: 'meter',
          example_image_id: await upload('example', await smallPhoto()),
        },
      ],
    });
    const { page } = await stage.phone(asked.path, { init: NO_DIALOGS });
    await alive(page);
    await press(page, 'start');
    await page.locator('.guide path').waitFor();
    expect(await page.locator('.example').innerHTML()).toBe('');
    await takePhoto(page);
  });

  it('should be missed by no one when the business has deleted it', async () => {
    const { api, workspace } = stage.site;
    const id = await upload('example', await smallPhoto());
    const asked = await askForPhotos(stage.site, {
      photo_slots: [{ instructions: 'The meter', example_image_id: id }],
    });
    await api.call('DELETE', `/v1/slot-images/${id}`, { key: workspace.live.key });
    await api.services.photoUpkeep.deleteQueuedFiles();
    const { page } = await stage.phone(asked.path, { expected: /slot-images.*404|404.*slot-images/ });
    await alive(page);
    const asking = page.waitForResponse((response) => response.url().includes(id));
    await press(page, 'start');
    expect((await asking).status()).toBe(404);
    await takePhoto(page);
    expect(await page.locator('.example > button').count()).toBe(0);
  });

  it('should speak another language when the customer chooses one, and keep a photo of the moment before', async () => {
    const page = await visit({
      instructions: 'The car, please',
      photo_slots: [{ instructions: 'Front' }, { instructions: 'Back' }],
      translations: {
        de: { instructions: 'Das Auto, bitte', photo_slots: [{ instructions: 'Vorn' }, null] },
      },
    });
    await page.evaluate(SLOW_DISK);
    await press(page, 'start');
    await takePhoto(page);
    await page.goBack();
    await page.locator('select').first().selectOption('de');
    await page.getByText('Ihre Fotos').waitFor();
    await page.evaluate('writeToDisk()');
    await page.getByText('Das Auto, bitte').waitFor();
    await page.getByText('Vorn').waitFor();
    await page.locator('.slots .done').waitFor();
  });
});
