import { describe, expect, it } from 'vitest';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import { PHONE } from '../helpers/browser/capture-browser-site.ts';
import { eventually, noticed, pathOf, startDashboard } from '../helpers/browser/dashboard-stage.ts';
import { openPage } from '../helpers/capture/customer.ts';
import { scenePhoto } from '../helpers/capture/scene.ts';
import { setPolicy } from '../helpers/capture/warned-photo.ts';

const stage = startDashboard();

describe('the settings of live proof', () => {
  it('should be saved by an admin, and seen in the audit log in words', async () => {
    const owner = await stage.createOwner();
    const page = await stage.open(owner, pathOf(owner, 'live-proof'));
    await page.getByTestId('check-duplicate').selectOption('hold');
    await page.getByTestId('check-screen').selectOption('refuse');
    await page.getByTestId('challenge-on_warning').check();
    await expectAccessible(page, 'live proof');
    await page.getByTestId('save-live-proof').click();
    await noticed(page, 'Saved.');
    const policy = await stage.api.services.evidencePolicies.of(owner.workspaceId);
    expect(policy).toMatchObject({
      checks: { duplicate: 'hold', screen: 'refuse', page: 'inform' },
      challenge: 'on_warning',
    });
    await page.getByTestId('nav-audit-log').click();
    const entry = page.getByRole('row').filter({ hasText: 'changed what follows from warnings in' });
    await entry.getByText('Duplicate: Inform only → Hold for review').waitFor();
    await entry.getByText('Challenge mode: Off → After a warning').waitFor();
  });

  it('should be read by viewers, who cannot change them, also on a phone', async () => {
    const owner = await stage.createOwner();
    await setPolicy(stage.api, owner.workspaceId, { checks: { page: 'hold' } });
    const viewer = await stage.addMember(owner, 'viewer');
    const page = await stage.open(viewer, pathOf(owner, 'live-proof'), PHONE);
    await page.getByTestId('read-only').waitFor();
    expect(await page.getByTestId('check-page').inputValue()).toBe('hold');
    expect(await page.getByTestId('check-page').isDisabled()).toBe(true);
    expect(await page.getByTestId('save-live-proof').count()).toBe(0);
    await expectToFit(page, 'live proof');
  });
});

describe('a photo request that waits for review', () => {
  async function held() {
    const owner = await stage.createOwner();
    await setPolicy(stage.api, owner.workspaceId, { checks: { page: 'hold' } });
    const { id, token, code } = await stage.createRequest(owner);
    const customer = await openPage(stage.api, 'request', token);
    await customer.send({ body: await scenePhoto(1) });
    expect((await customer.submit()).statusCode).toBe(200);
    return { id, code, ...(await stage.enter(owner)) };
  }

  it('should be found from the overview, looked at with its warnings, and approved', async () => {
    const { id, page, visit } = await held();
    await visit('test/');
    await page.getByTestId('held-notice').waitFor();
    await expectAccessible(page, 'the overview');
    await page.getByTestId('held-notice').getByRole('link', { name: 'Review photo requests' }).click();
    await eventually(() => page.locator('tbody tr').count()).toBe(1);
    await page.locator('tbody tr').getByText('Held').waitFor();
    await page.locator('tbody tr a').first().click();
    await eventually(() => page.url()).toContain(id);
    await page.getByTestId('photo').getByText('1 warning').waitFor();
    await expectAccessible(page, 'a held request');
    await page.getByTestId('approve-submission').click();
    await noticed(page, 'Submission approved.');
    await page.getByTestId('request-status').getByText('Submitted').waitFor();
    await page.getByTestId('timeline').getByText('Held for review').waitFor();
    await page.getByTestId('timeline').getByText('Approved').waitFor();
    await visit('test/');
    await page.getByTestId('overview').waitFor();
    expect(await page.getByTestId('held-notice').count()).toBe(0);
  });

  it('should be canceled when it is rejected, after a question', async () => {
    const { id, page, visit } = await held();
    await visit(`test/photo-requests/${id}`);
    await page.getByTestId('reject-submission').click();
    await page.getByRole('dialog').getByText('the request is canceled').waitFor();
    await page.getByRole('button', { name: 'Reject and delete' }).click();
    await page.getByTestId('request-status').getByText('Canceled').waitFor();
    await page.getByTestId('timeline').getByText('Rejected').waitFor();
    expect(await page.getByTestId('photo').count()).toBe(0);
  });
});
