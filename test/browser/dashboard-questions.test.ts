import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { PermanentLink } from '../../src/permanent-links/schema.ts';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import { eventually, PHONE, startDashboard } from '../helpers/browser/dashboard-stage.ts';

const stage = startDashboard();

const labels = (page: Page) =>
  page
    .getByTestId('question-label')
    .evaluateAll((fields) => fields.map((field) => (field as never as { value: string }).value));
const nth = (page: Page, index: number) => page.getByTestId('question').nth(index);

describe('questions in the forms', () => {
  it('should take one yes-or-no question with a click and its words', async () => {
    const me = await stage.enter(await stage.createOwner());
    await me.visit('test/photo-requests/new');
    await me.page.getByTestId('instructions').fill('Please photograph the car.');
    await me.page.getByTestId('add-question').click();
    await me.page.keyboard.type('Was anyone injured?');
    await me.page.getByTestId('create-request').click();
    await me.page.getByTestId('asked-questions').getByText('Was anyone injured?').waitFor();
    const [request] = await me.call<{ questions: object[] }[]>('GET', 'photo-requests?environment=test');
    expect(request?.questions).toMatchObject([
      { id: 'q1', type: 'yes_no', is_required: true, position: 'after', show_if: null },
    ]);
  });

  it('should take everything a question can have, in the order of someone at the keyboard', async () => {
    const me = await stage.enter(await stage.createOwner(), { viewport: PHONE });
    const { page } = me;
    await me.visit('test/permanent-links/new');
    await page.getByTestId('link-name').fill('Returns');
    await page.getByTestId('add-question').click();
    await page.keyboard.type('How far did you drive?');
    await page.getByTestId('question-type').selectOption('number');
    await page.getByTestId('question-min').fill('0');
    await page.getByTestId('question-max').fill('1000');
    await page.getByTestId('question-unit').fill('km');

    await page.getByTestId('add-question').click();
    await page.keyboard.type('What is broken?');
    await nth(page, 1).getByTestId('question-type').selectOption('multiple_choice');
    await page.getByTestId('question-option').first().fill('The lid');
    await page.keyboard.press('Enter');
    await page.keyboard.type('The lock');
    await page.getByTestId('question-option').last().fill('Something else');

    await page.getByTestId('add-question').click();
    await page.keyboard.type('What else?');
    await nth(page, 2).getByTestId('question-type').selectOption('short_text');
    await nth(page, 2).getByTestId('question-required').uncheck({ force: true });
    await nth(page, 2).getByTestId('question-more').click();
    await nth(page, 2).getByTestId('question-help').fill('In a few words.');
    await nth(page, 2)
      .getByTestId('question-condition')
      .selectOption({ label: 'Depends on 2. What is broken?' });
    await nth(page, 2).getByTestId('question-equals').selectOption('Something else');

    await page.getByTestId('add-question').click();
    await page.keyboard.type('Your order number');
    await nth(page, 3).getByTestId('question-type').selectOption('identifier');
    await page.getByTestId('question-pattern').fill('[A-Z]{2}-[0-9]{5}');
    await nth(page, 3).getByTestId('question-more').click();
    await nth(page, 3).getByTestId('question-position').selectOption('before');
    await expectAccessible(page, 'the questions');
    await expectToFit(page, 'the questions');

    await nth(page, 3).getByTestId('question-label').focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Alt+ArrowUp');
    await eventually(() => labels(page)).toEqual([
      'Your order number',
      'How far did you drive?',
      'What is broken?',
      'What else?',
    ]);
    expect(await page.evaluate('document.activeElement.value')).toBe('Your order number');
    await page.getByRole('button', { name: 'Move question 2 down' }).click();
    await page.getByTestId('save-link').click();
    await page.getByTestId('asked-questions').waitFor();

    const [link] = await me.call<PermanentLink[]>('GET', 'permanent-links?environment=test');
    expect(link?.questions).toMatchObject([
      { type: 'identifier', pattern: '[A-Z]{2}-[0-9]{5}', position: 'before' },
      { id: 'q2', type: 'multiple_choice', options: ['The lid', 'The lock', 'Something else'] },
      { id: 'q3', type: 'number', min: 0, max: 1000, unit: 'km' },
      {
        type: 'short_text',
        help: 'In a few words.',
        is_required: false,
        show_if: { question_id: 'q2', equals: 'Something else' },
      },
    ]);
  });

  it('should show what the server refuses at the field, also in what is folded away', async () => {
    const me = await stage.enter(await stage.createOwner(), { expected: /status of 422/ });
    const { page } = me;
    const questions = [{ id: 'broken', type: 'yes_no', label: 'Is it broken?' }];
    const { id } = await me.call<PermanentLink>('POST', 'permanent-links?environment=test', {
      name: 'Desk',
      questions,
    });
    await me.visit(`test/permanent-links/${id}/edit`);
    await page.getByTestId('add-question').click();
    await page.keyboard.type('How?');
    await nth(page, 1).getByTestId('question-more').click();
    await nth(page, 1).getByTestId('question-id').fill('broken');
    await nth(page, 1).getByTestId('question-more').click();
    await page.getByTestId('save-link').click();
    await nth(page, 1).getByText('Another question has this id.').waitFor();
    await eventually(() => page.evaluate('document.activeElement.dataset.testid')).toBe('question-id');

    await nth(page, 1).getByTestId('question-id').fill('how');
    await nth(page, 1).getByTestId('question-type').selectOption('single_choice');
    await page.getByTestId('save-link').click();
    await nth(page, 1).getByText('A choice needs at least two options.').waitFor();
    await page.getByTestId('question-option').first().fill('Cracked');
    await page.getByTestId('question-option').last().fill('Bent');
    await page.getByRole('button', { name: 'Remove question 1' }).click();
    await page.getByTestId('save-link').click();
    await page.getByTestId('asked-questions').getByText('How?').waitFor();
    const link = await me.call<PermanentLink>('GET', `permanent-links/${id}?environment=test`);
    expect(link.questions.map((question) => question.id)).toEqual(['how']);
  });
});
