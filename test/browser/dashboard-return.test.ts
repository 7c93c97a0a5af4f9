import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/audit/actor.ts';
import { allowOrigins } from '../helpers/app/origins.ts';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import { PHONE } from '../helpers/browser/capture-browser-site.ts';
import { noticed, pathOf, REFUSED, startDashboard } from '../helpers/browser/dashboard-stage.ts';
import { rowsOf } from '../helpers/database/stored-rows.ts';

const stage = startDashboard();
const SHOP = 'https://shop.example.com';

describe('the way back to the business’s own site', () => {
  it('should be opened in the settings, with a secret that is rotated in two steps', async () => {
    const owner = await stage.createOwner();
    const page = await stage.open(owner, pathOf(owner, 'settings'), { ...PHONE, expected: REFUSED });
    await page.getByTestId('allowed-origins').fill(`${SHOP}/path\nnot an origin`);
    await page.getByTestId('save-origins').click();
    await page.getByText('isn’t an origin').first().waitFor();
    await page.getByTestId('allowed-origins').fill(`${SHOP}/path`);
    await page.getByTestId('save-origins').click();
    await noticed(page, 'Saved.');
    expect((await stage.api.services.workspaces.find(owner.workspaceId)).allowed_origins).toBe(`["${SHOP}"]`);
    await page.getByTestId('reveal-secret').click();
    expect(await page.getByTestId('secret').textContent()).toMatch(/^rtsec_/);
    await page.getByTestId('rotate-return-secret').click();
    await page.getByTestId('confirm-action').click();
    const next = await page.getByTestId('secret-dialog').getByTestId('secret').textContent();
    await page.getByTestId('secret-done').click();
    await page.getByTestId('activate-return-secret').click();
    await page.getByTestId('confirm-action').click();
    await noticed(page, 'New secret activated.');
    const owned = { workspaceId: owner.workspaceId, environment: 'live' } as const;
    const { current } = await stage.api.services.returns.reveal(OPERATOR, owned);
    expect(current).toBe(next);
    await expectAccessible(page, 'settings');
    await expectToFit(page, 'settings');
  });

  it.each([
    { of: 'templates', name: 'template-name', words: 'instructions', save: 'save-template' },
    { of: 'permanent-links', name: 'link-name', words: 'link-instructions', save: 'save-link' },
    { of: 'photo-requests', name: null, words: 'instructions', save: 'create-request' },
  ] as const)('should be chosen in the form of $of, and say what is wrong at its field', async (form) => {
    const owner = await stage.createOwner();
    await allowOrigins(stage.api, owner.workspaceId, SHOP);
    const page = await stage.open(owner, pathOf(owner, `${form.of}/new`), { expected: /status of 422/ });
    if (form.name !== null) await page.getByTestId(form.name).fill('The car');
    await page.getByTestId(form.words).fill('The car, please.');
    await page.getByTestId('more-fields').click();
    await page.getByTestId('return-url').fill('https://elsewhere.example.com/');
    await page.getByTestId(form.save).click();
    await page.getByText('isn’t an allowed origin of your workspace').waitFor();
    await page.getByTestId('return-url').fill(`${SHOP}/thanks`);
    await page.getByTestId(form.save).click();
    const table = form.of.replace('-', '_') as 'templates' | 'permanent_links' | 'photo_requests';
    const stored = () => rowsOf(stage.api.database, table, { workspace_id: owner.workspaceId });
    await expect.poll(async () => JSON.stringify(await stored())).toContain(`${SHOP}/thanks`);
    const [row] = await stored();
    const detail = await stage.open(owner, pathOf(owner, `${form.of}/${row?.id}`));
    await detail.getByText('After submitting').waitFor();
    await detail.getByText(`${SHOP}/thanks`, { exact: true }).waitFor();
  });
});
