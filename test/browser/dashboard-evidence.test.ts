import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../helpers/browser/capture-browser-looks.ts';
import { eventually, startDashboard } from '../helpers/browser/dashboard-stage.ts';
import { openPage } from '../helpers/capture/customer.ts';
import { scenePhoto } from '../helpers/capture/scene.ts';

const stage = startDashboard();

describe('the evidence of photos', () => {
  it('should be a badge on the photo, a list beside it with the way to the other photo, and a filter', async () => {
    const person = await stage.createOwner();
    const submit = async () => {
      const { id, token, code } = await stage.createRequest(person);
      const customer = await openPage(stage.api, 'request', token);
      await customer.send({ body: await scenePhoto(1) });
      expect((await customer.submit()).statusCode).toBe(200);
      return { id, code };
    };
    const first = await submit();
    const second = await submit();
    const { page, visit } = await stage.enter(person);

    await visit(`test/photo-requests/${second.id}`);
    await page.getByTestId('photo').getByText('2 warnings').waitFor();
    await page.getByTestId('photo').click();
    const evidence = page.getByTestId('evidence');
    await evidence.getByText('The same file was sent before.').waitFor();
    const results = await evidence
      .locator('li')
      .evaluateAll((items) => items.map((item) => item.getAttribute('data-result')));
    expect(results).toHaveLength(11);
    // Warnings come first.
    expect(results.lastIndexOf('warn')).toBeLessThan(results.indexOf('pass'));
    await expectAccessible(page, 'the evidence');

    await page.getByRole('link', { name: 'Show the other photo' }).click();
    await eventually(() => page.url()).toContain(first.id);
    await page.getByTestId('lightbox').waitFor();

    await stage.createRequest(person);
    await visit('test/photo-requests');
    await page.getByTestId('more-filters').click();
    await page.getByTestId('evidence-filter').selectOption('true');
    await eventually(() => page.locator('tbody tr').count()).toBe(2);
    expect(page.url()).toContain('warnings=true');
  });
});
