import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useStage } from '../helpers/browser/capture-browser.ts';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import {
  AFTER_SHUTTER,
  alive,
  askForPhotos,
  press,
  problem,
  seen,
  submit,
  takePhoto,
  untilFetched,
} from '../helpers/browser/capture-browser-steps.ts';
import { createReviewer } from '../helpers/capture/rounds.ts';

const QUESTIONS = [
  { id: 'km', type: 'number', label: 'Mileage', min: 1, unit: 'km', position: 'before' },
  { id: 'hurt', type: 'yes_no', label: 'Was anyone hurt?' },
  { id: 'who', type: 'long_text', label: 'Who?', show_if: { question_id: 'hurt', equals: true } },
  {
    id: 'parts',
    type: 'multiple_choice',
    label: 'Which parts?',
    options: ['Front', 'Back'],
    is_required: false,
  },
  { id: 'signed', type: 'signature', label: 'Your signature' },
];

describe('questions beside the photos', () => {
  const stage = useStage();
  const read = (id: string) => createReviewer(stage.site.api, stage.site.workspace).read(id);

  async function visit(width = 390, locale = 'en') {
    const asked = await askForPhotos(stage.site, { questions: QUESTIONS, locale });
    const { page } = await stage.phone(asked.path, { viewport: { width, height: 780 }, locale });
    await alive(page);
    return { ...asked, page };
  }
  const faults = (page: Page) => page.locator('.fault').count();

  async function answerMileage(page: Page): Promise<void> {
    await press(page, 'start');
    await page.locator('#question-km').fill('12345');
    await press(page, 'answer');
    await page.locator('[data-testid="shutter"]:enabled').waitFor();
  }

  async function draw(page: Page): Promise<void> {
    const pad = await page.getByTestId('signature').boundingBox();
    if (pad === null) throw new Error('There is nothing to draw on');
    await page.mouse.move(pad.x + 20, pad.y + 20);
    await page.mouse.down();
    await page.mouse.move(pad.x + 120, pad.y + 60, { steps: 5 });
    await page.mouse.up();
  }

  it('should be asked before and after them, and be answered with a drawn signature', async () => {
    const { id, page } = await visit();
    await press(page, 'start');
    await seen(page, 'questions');
    await press(page, 'answer');
    await expect.poll(() => faults(page)).toBe(1);
    await page.locator('#question-km').fill('0');
    await press(page, 'answer');
    expect(await page.locator('.fault').innerText()).toBe('Must be at least 1.');
    await page.locator('#question-km').fill('12345');
    await press(page, 'answer');
    await takePhoto(page);
    await press(page, 'submit');
    await seen(page, 'questions');
    expect(await page.locator('.question').count()).toBe(3);
    await page.getByRole('radio', { name: 'Yes' }).check();
    await page.locator('#question-who').fill('My neighbor');
    await page.getByRole('checkbox', { name: 'Back' }).check();
    await press(page, 'answer');
    await expect.poll(() => faults(page)).toBe(1);
    // What is missing is scrolled to.
    await expect.poll(() => page.evaluate('document.activeElement?.dataset.testid')).toBe('sign-otherwise');
    await draw(page);
    await expectAccessible(page, 'questions');
    await press(page, 'answer');
    await seen(page, 'thank-you');
    expect((await read(id)).answers.map(({ value }) => value)).toEqual([
      12345,
      true,
      'My neighbor',
      ['Back'],
      expect.stringContaining('<path d="M'),
    ]);
  });

  it('should be kept over a reload, be changed before sending, and need no finger', async () => {
    const { id, page } = await visit(320, 'ar');
    await answerMileage(page);
    await page.reload();
    await alive(page);
    await press(page, 'start');
    expect(await page.locator('#question-km').inputValue()).toBe('12345');
    await press(page, 'answer');
    await takePhoto(page);
    await press(page, 'submit');
    await page.getByRole('radio').nth(1).check();
    await expectToFit(page, 'questions');
    // By keyboard alone.
    await page.getByTestId('sign-otherwise').focus();
    await page.keyboard.press('Enter');
    await page.locator('input[autocomplete="name"]').fill('Ann Example');
    await page.goBack();
    await seen(page, 'submit');
    await page.locator('.overview main > .button').click();
    await page.locator('#question-km').fill('777');
    await press(page, 'answer');
    await press(page, 'submit');
    await press(page, 'answer');
    await seen(page, 'thank-you');
    expect((await read(id)).answers.map(({ value }) => value)).toEqual([777, false, 'Ann Example']);
  });

  it('should be answered in a dead spot, and be sent when it is over', async () => {
    const asked = await askForPhotos(stage.site, { questions: QUESTIONS });
    const { page, context } = await stage.phone(asked.path, { expected: /ERR_INTERNET_DISCONNECTED/ });
    await alive(page);
    await answerMileage(page);
    await untilFetched(page, ...AFTER_SHUTTER);
    await context.setOffline(true);
    await takePhoto(page);
    await press(page, 'submit');
    await seen(page, 'questions');
    await page.getByRole('radio', { name: 'No' }).check();
    await draw(page);
    await press(page, 'answer');
    await problem(page, 'offline').waitFor();
    expect((await read(asked.id)).status).not.toBe('submitted');
    await context.setOffline(false);
    await seen(page, 'thank-you');
    const { status, items, answers } = await read(asked.id);
    expect([status, items.length]).toEqual(['submitted', 1]);
    expect(answers.map(({ question_id }) => question_id)).toEqual(['km', 'hurt', 'signed']);
  });

  it('should not be known where nothing is asked', async () => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone(asked.path);
    await alive(page);
    await press(page, 'start');
    await takePhoto(page);
    expect(await page.locator('.overview main > .button').count()).toBe(0);
    await submit(page);
  });
});
