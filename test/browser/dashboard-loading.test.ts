import { expect, it } from 'vitest';
import { s3Archive, saveArchive } from '../helpers/archive/archive-scene.ts';
import { eventually, type Person, startDashboard } from '../helpers/browser/dashboard-stage.ts';
import { ids, photoRequestRow } from '../helpers/database/rows.ts';
import { createEndpointIn } from '../helpers/webhooks/create-endpoint.ts';

const stage = startDashboard({ mailConfigured: true });

const PAGE_SCRIPT =
  /assets\/(overview|photo-requests|review(?!-state)|permanent-links|templates|api-keys|webhooks|members|plan|live-proof|archive|emails|settings|audit-log|notifications|account)-[^/]*\.js$/;

/** Someone whose page scripts are held back until the page has been opened, with a list of the reads that came after them. */
async function enterWithHeldScripts(owner: Person) {
  const me = await stage.enter(owner);
  const { page } = me;
  const asked = new Set<string>();
  const pending = new Set<unknown>();
  const late: string[] = [];
  let isScriptThere = false;
  const held: (() => void)[] = [];
  await page.route(PAGE_SCRIPT, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    // What a page shows of what it has read is no read: the preview of an email is sent its words.
    if (request.method() !== 'GET') return;
    // The frame around every page reads these for itself.
    if (!pathname.startsWith('/app/api/') || /\/(events|reviews|unread)$/.test(pathname)) return;
    pending.add(request);
    if (isScriptThere && !asked.has(pathname + search)) late.push(pathname + search);
    asked.add(pathname + search);
  });
  page.on('response', (response) => {
    if (PAGE_SCRIPT.test(response.url())) isScriptThere = true;
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));

  /** What was read may lead to another read when it is shown: only then is nothing on its way any more. */
  const allRead = (heldScripts: number) =>
    eventually(async () => {
      const isQuiet = pending.size === 0;
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
      return isQuiet && pending.size === 0 && held.length === heldScripts;
    }).toBe(true);

  /** What a page reads only after its script has come. */
  const lateReadsOf = async (open: () => Promise<unknown>) => {
    isScriptThere = false;
    late.length = 0;
    await open();
    await allRead(1);
    held.pop()?.();
    await eventually(() => isScriptThere).toBe(true);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await allRead(0);
    return [...late];
  };
  return {
    ...me,
    /** By a click without a pointer before it, which would have given the page a head start. */
    click: (name: string) => lateReadsOf(() => page.getByTestId(`nav-${name}`).dispatchEvent('click')),
    load: (path: string) =>
      lateReadsOf(() => {
        asked.clear();
        return page.goto(`${stage.url}/app/${path}`);
      }),
  };
}

it('should ask for all that a page reads first while its script is on its way', async () => {
  const owner = await stage.createOwner();
  const me = await enterWithHeldScripts(owner);
  const endpoint = await createEndpointIn(stage.api.services, owner.workspaceId, {
    name: 'Claims backend',
    url: 'http://127.0.0.1:8081/hook',
    events: ['photo_request.created'],
  });
  const link = await me.call<{ id: string }>('POST', 'permanent-links?environment=live', { name: 'Desk' });
  const request = await me.call<{ id: string }>('POST', 'photo-requests?environment=live', {
    instructions: 'The door',
  });
  const template = await me.call<{ id: string }>('POST', 'templates?environment=live', {
    name: 'Doors',
    instructions: 'The door',
  });
  const [delivery] = await me.call<{ id: string }[]>(
    'GET',
    `webhooks/deliveries?environment=live&endpoint_id=${endpoint.id}`,
  );
  await saveArchive(stage.api, owner.workspaceId, s3Archive({ url: 'http://127.0.0.1:8082' }));
  const home = `${owner.workspaceId}/live`;
  const late: Record<string, string[]> = { settings: await me.load(`${home}/settings`) };
  const pages = [
    'overview',
    'photo-requests',
    'review',
    'permanent-links',
    'templates',
    'api-keys',
    'webhooks',
    'members',
  ];
  for (const name of [...pages, 'audit-log', 'plan', 'live-proof', 'archive', 'emails'])
    late[name] = await me.click(name);
  const deeper = [
    'photo-requests/new',
    `photo-requests/new?template=${template.id}`,
    `photo-requests/${request.id}`,
    'permanent-links/new',
    `permanent-links/new?template=${template.id}`,
    `permanent-links/${link.id}`,
    `permanent-links/${link.id}/edit`,
    `permanent-links/${link.id}/poster`,
    'templates/new',
    `templates/new?from=${request.id}`,
    `templates/${template.id}`,
    `templates/${template.id}/edit`,
    `webhooks/${endpoint.id}`,
    `webhooks/${endpoint.id}/deliveries/${delivery?.id}`,
    'archive?status=failed',
    `archive?request=${request.id}`,
    'notifications',
    'notifications/settings',
  ];
  for (const path of deeper) late[path] = await me.load(`${home}/${path}`);
  late.account = await me.load('account');
  expect(Object.entries(late).filter(([, reads]) => reads.length > 0)).toEqual([]);
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

it('should ask for the scripts of the other pages when there is nothing else to do', async () => {
  const me = await stage.enter(await stage.createOwner(), { fetchesAhead: true });
  const fetched = new Set<string>();
  me.page.on('response', (response) => fetched.add(PAGE_SCRIPT.exec(response.url())?.[1] ?? ''));
  await me.visit('live/plan');
  await eventually(() => ['photo-requests', 'webhooks', 'audit-log'].every((name) => fetched.has(name))).toBe(
    true,
  );
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
  const read: string[] = [];
  page.on('request', (request) => read.push(request.url()));
  // The last rows came when those before them had been measured.
  for (const [place, name] of [
    [0.5, 'claim-70'],
    [1, 'claim-2'],
  ] as const) {
    await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${place})`);
    const wanted = page.locator('tbody a', { hasText: new RegExp(`^${name}(?!\\d)`) });
    await wanted.waitFor({ state: 'attached' });
    await wanted.scrollIntoViewIfNeeded();
    // The page hears of a scrolling with the next frame.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
    const top = () => wanted.evaluate((link) => link.getBoundingClientRect().top);
    const before = await top();
    // Without the scrolling that comes with a click of the mouse.
    await wanted.dispatchEvent('click');
    await page.getByTestId('request-status').waitFor();
    await page.goBack();
    await wanted.waitFor();
    await eventually(async () => Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
  }
  expect(read.filter((url) => url.includes('/photo-requests?'))).toEqual([]);
});
