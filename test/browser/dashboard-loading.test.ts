import { expect, it } from 'vitest';
import { eventually, startDashboard } from '../helpers/dashboard-requests-site.ts';
import { ids, photoRequestRow } from '../helpers/rows.ts';

const stage = startDashboard();

it.each([
  ['settings', /assets\/settings-.*\.js/, 'settings'],
  ['photo-requests', /assets\/photo-requests-.*\.js/, 'photo-requests'],
])('should ask for the data of %s while its script is on its way', async (page, script, read) => {
  const me = await stage.enter(await stage.createOwner());
  const asked: string[] = [];
  me.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await me.context.route(script, async (route) => {
    await held;
    await route.continue();
  });
  const dataOf = () => asked.filter((path) => path.endsWith(`/${read}`) && path.startsWith('/app/api'));
  // At the first start, and from a page that is there already.
  await me.visit(`live/${page}`);
  await eventually(() => dataOf().length).toBeGreaterThan(0);
  await me.visit('live/plan');
  await me.page.getByTestId('nav-plan').waitFor();
  asked.length = 0;
  await me.page.getByTestId(`nav-${page}`).click();
  await eventually(() => dataOf().length).toBeGreaterThan(0);
  release();
  await me.page.getByRole('heading', { level: 1 }).waitFor();
});

it('should ask for a page that someone is about to open', async () => {
  const me = await stage.enter(await stage.createOwner());
  await me.visit('live/plan');
  const script = me.page.waitForRequest(/assets\/members-.*\.js/);
  const data = me.page.waitForRequest(/\/members\?environment=live$/);
  await me.page.getByTestId('nav-members').hover();
  await Promise.all([script, data]);
  expect(me.page.url()).toMatch(/\/plan$/);
});

it('should show a long list as it was left to whoever comes back, without reading it again', async () => {
  const owner = await stage.createOwner();
  const start = Date.now() - 1_000_000;
  const rows = Array.from({ length: 140 }, (_, index) =>
    photoRequestRow(owner.workspaceId, {
      id: ids.next('photoRequest', start + index),
      external_id: `claim-${index}`,
      expires_at: Date.now() + 86_400_000,
    }),
  );
  await stage.api.database.write((trx) => trx.insertInto('photo_requests').values(rows).execute());
  const me = await stage.enter(owner);
  await me.visit('live/photo-requests');
  const { page } = me;
  const LAST = `Math.max(0, ...[...document.querySelectorAll('tbody tr')].map((row) => row.ariaRowIndex))`;
  const lastAfterScrolling = async () => {
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    return page.evaluate(LAST);
  };
  await eventually(lastAfterScrolling).toBe(rows.length + 1);
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight / 2)');
  const wanted = page.getByRole('link', { name: 'claim-70' });
  await wanted.waitFor({ state: 'attached' });
  await wanted.scrollIntoViewIfNeeded();
  const before = await page.evaluate('scrollY');
  // Without the scrolling that comes with a click of the mouse.
  await wanted.dispatchEvent('click');
  await page.getByTestId('request-status').waitFor();
  const read: string[] = [];
  page.on('request', (request) => read.push(request.url()));
  await page.goBack();
  await wanted.waitFor();
  await eventually(() => page.evaluate('Math.round(scrollY)')).toBe(Math.round(before as number));
  expect(await wanted.evaluate((link) => link.getBoundingClientRect().top)).toBeGreaterThan(0);
  expect(read.filter((url) => url.includes('/photo-requests?'))).toEqual([]);
});
