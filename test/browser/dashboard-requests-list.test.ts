import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { DAY } from '../helpers/app/test-clock.ts';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import { eventually, PHONE, startDashboard, type Visitor } from '../helpers/browser/dashboard-stage.ts';
import { photoRequestRow } from '../helpers/database/rows.ts';

const stage = startDashboard({ mailConfigured: true });

function createRequest(me: Visitor, external_id: string): Promise<{ id: string; unique_code: string }> {
  return me.call('POST', 'photo-requests?environment=test', { instructions: 'Photos', external_id });
}

const titles = (page: Page) =>
  page.evaluate(
    `[...document.querySelectorAll('tbody tr td:first-child a')].map((link) => link.innerText.split('\\n')[0])`,
  );

it('should teach who has no requests yet', async () => {
  const me = await stage.enter(await stage.createOwner());
  await me.visit('live/photo-requests');
  await me.page.getByText('No requests yet').waitFor();
  await expectAccessible(me.page, 'the empty list');
});

it('should show new requests and photos by itself', async () => {
  const me = await stage.enter(await stage.createOwner());
  const { id } = await createRequest(me, 'first');
  await me.visit('test/photo-requests');
  await eventually(() => titles(me.page)).toEqual(['first']);
  await createRequest(me, 'second');
  await eventually(() => titles(me.page)).toEqual(['second', 'first']);
  await me.call('POST', `photo-requests/${id}/simulate?environment=test`);
  await me.page.getByRole('row').getByText('Submitted', { exact: true }).waitFor();
  await eventually(() => me.page.evaluate(`document.querySelector('tbody img')?.naturalWidth > 0`)).toBe(
    true,
  );
  await expectAccessible(me.page, 'the list');
});

it('should keep its filters in the address', async () => {
  const me = await stage.enter(await stage.createOwner());
  const { page } = me;
  const { id, unique_code } = await createRequest(me, 'claim-1');
  await createRequest(me, 'claim-2');
  await createRequest(me, 'return-3');
  await me.call('POST', `photo-requests/${id}/cancel?environment=test`);
  await me.visit('test/photo-requests');
  await page.getByTestId('status-canceled').click();
  await eventually(() => titles(page)).toEqual(['claim-1']);
  expect(new URL(page.url()).search).toBe('?status=canceled');
  await page.reload();
  await eventually(() => titles(page)).toEqual(['claim-1']);

  await page.getByTestId('status-all').click();
  await page.getByTestId('search').fill('claim-');
  await eventually(() => titles(page)).toEqual(['claim-2', 'claim-1']);
  await page.getByTestId('search').fill(unique_code.toLowerCase());
  await eventually(() => titles(page)).toEqual(['claim-1']);
  await page.getByTestId('search').fill('nothing like it');
  await page.getByTestId('show-all').click();
  await eventually(() => titles(page)).toEqual(['return-3', 'claim-2', 'claim-1']);

  await page.getByTestId('more-filters').click();
  await page.getByLabel('Created to').fill('2020-01-01');
  await page.getByText('No matches').waitFor();
  expect(new URL(page.url()).search).toBe('?to=2020-01-01');
});

it('should go on by itself when its end comes into view', async () => {
  const owner = await stage.createOwner();
  const created = Array.from({ length: 45 }, () =>
    photoRequestRow(owner.workspaceId, { environment: 'test', expires_at: Date.now() + DAY }),
  );
  await stage.api.database.write((trx) => trx.insertInto('photo_requests').values(created).execute());
  const me = await stage.enter(owner);
  await me.visit('test/photo-requests');
  const rows = () => me.page.getByRole('row').count();
  await eventually(rows).toBeGreaterThan(20);
  const scrollOn = async () => {
    await me.page.evaluate('scrollTo(0, document.body.scrollHeight)');
    return rows();
  };
  await eventually(scrollOn).toBe(46);
});

it('should look further back by itself until a search has found what there is', async () => {
  const owner = await stage.createOwner();
  const created = Array.from({ length: 4_500 }, (_, index) =>
    photoRequestRow(owner.workspaceId, {
      environment: 'test',
      external_id: `order-${index}`,
      // The oldest of all.
      status: index === 0 ? 'canceled' : 'submitted',
    }),
  );
  await stage.api.database.write(async (trx) => {
    for (let at = 0; at < created.length; at += 500)
      await trx
        .insertInto('photo_requests')
        .values(created.slice(at, at + 500))
        .execute();
  });
  const me = await stage.enter(owner);
  await me.visit('test/photo-requests?search=order-&status=canceled');
  await eventually(() => titles(me.page)).toEqual(['order-0']);
  await me.visit('test/photo-requests?search=order-&status=pending');
  await me.page.getByText('No matches').waitFor();
});

it('should fit a phone', async () => {
  const me = await stage.enter(await stage.createOwner(), {
    viewport: PHONE,
    isMobile: true,
    hasTouch: true,
  });
  const { id } = await createRequest(me, 'claim-with-a-rather-long-reference-2026-11-15-hamburg');
  for (const path of ['photo-requests', 'photo-requests/new', `photo-requests/${id}`]) {
    await me.visit(`test/${path}`);
    await me.page.getByRole('heading', { level: 1 }).waitFor();
    await me.page.getByTestId('skeleton').waitFor({ state: 'hidden' });
    // The row of statuses alone is wider, and scrolls within itself.
    if (path !== 'photo-requests') await expectToFit(me.page, path);
    expect(await me.page.evaluate('document.documentElement.scrollWidth'), path).toBe(PHONE.width);
    await expectAccessible(me.page, path);
  }
});
