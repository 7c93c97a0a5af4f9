import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/platform/db/database.ts';
import { eventually, type Person, startDashboard } from '../helpers/browser/dashboard-stage.ts';
import { photoRequestRow } from '../helpers/database/rows.ts';

/** More than any of these tests scrolls through. */
const MANY = 1_000;
const STATUSES = ['pending', 'submitted', 'canceled'] as const;
/** Those on the screen, and those near it. */
const MAX_DRAWN = 150;
/** As many pages as are read again at once. */
const MAX_PAGES = 5;
/** What was read so long ago is read again. */
const LONG_MS = 60_000;
const stage = startDashboard({ mailConfigured: true });
const eventuallySlowly = <T>(read: () => T) => expect.poll(read, { timeout: 150_000, interval: 50 });
let owner: Person;

/** Straight into the table: by the API it would take minutes. */
beforeAll(async () => {
  owner = await stage.createOwner();
  const now = stage.api.clock.now();
  const rows = Array.from({ length: MANY }, (_, index) =>
    photoRequestRow(owner.workspaceId, {
      status: STATUSES[index % STATUSES.length] ?? 'pending',
      external_id: `claim-${index}`,
      recipient_email: `customer-${index}@example.com`,
      expires_at: now + 86_400_000,
      created_at: now,
    }),
  );
  // SQLite takes so many values in one statement.
  const half = rows.length / 2;
  for (const part of [rows.slice(0, half), rows.slice(half)])
    await stage.api.database.write((trx) => trx.insertInto('photo_requests').values(part).execute());
});

describe('a long list of requests', () => {
  it('should stay light however far it is scrolled', async () => {
    const me = await stage.enter(owner);
    await me.visit('live/photo-requests');
    await scrollTo(me.page, 400);
    await eventually(() => drawnRows(me.page)).toBeLessThan(MAX_DRAWN);
    await expectRowsInView(me.page);
    await me.page.evaluate('scrollTo(0, 0)');
    await expectRowsInView(me.page);
    await eventually(() => drawnRows(me.page)).toBeLessThan(MAX_DRAWN);
  });

  it('should not be read again from top to bottom at every event', async () => {
    const me = await stage.enter(owner);
    await me.page.addInitScript(HEARING);
    await me.page.addInitScript(READING);
    await me.visit('live/photo-requests');
    await scrollTo(me.page, 140);
    await leaveEnd(me.page);
    const calls = countCalls(me.page);
    await me.call('POST', 'photo-requests', { instructions: 'Photos', external_id: 'the newest' });
    await eventually(() => me.page.evaluate('window.heard')).toBeGreaterThan(0);
    await me.page.evaluate(DRAWN);
    expect(calls()).toBe(0);

    await me.page.evaluate('scrollTo(0, 0)');
    await me.page.getByText('the newest').waitFor();
    expect(calls()).toBeLessThanOrEqual(MAX_PAGES + 1);
  });

  it('should not be read from top to bottom by someone who comes back to it', async () => {
    const me = await stage.enter(owner);
    await me.page.clock.install();
    await me.visit('live/photo-requests');
    await scrollTo(me.page, 300);
    await me.page.getByTestId('nav-members').click();
    await me.page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    const calls = countCalls(me.page);
    await changeSilently(stage.api.database, owner, 'changed meanwhile');
    await me.page.clock.fastForward(LONG_MS);
    await me.page.getByTestId('nav-photo-requests').click();
    await me.page.getByText('changed meanwhile').waitFor();
    expect(calls()).toBeLessThanOrEqual(2 * MAX_PAGES);
  });
});

const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';

/** Counts the live events that the page has dealt with. */
const HEARING = `window.heard = 0;
const listen = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (name, act) {
  listen.call(this, name, (event) => { act(event); heard += 1; });
};`;

/** Counts the pages of the list that are being read. */
const READING = `window.isReading = 0;
const read = window.fetch;
window.fetch = async (...call) => {
  const isList = String(call[0]?.url ?? call[0]).includes('/photo-requests?');
  if (isList) isReading += 1;
  try { return await read(...call); } finally { if (isList) isReading -= 1; }
};`;

/** The newest request, and no event tells of it. */
async function changeSilently(
  database: Database,
  { workspaceId }: Person,
  external_id: string,
): Promise<void> {
  const newest = await database.reader
    .selectFrom('photo_requests')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await database.write((trx) =>
    trx.updateTable('photo_requests').set({ external_id }).where('id', '=', newest.id).execute(),
  );
}

/** How often the page reads the list from now on. */
function countCalls(page: Page): () => number {
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().includes('/photo-requests?')) calls += 1;
  });
  return () => calls;
}

const drawnRows = (page: Page) => page.locator('tbody tr').count();

/** Until the list is so many rows long, drawn or not. */
async function scrollTo(page: Page, place: number): Promise<void> {
  const last = `Math.max(0, ...[...document.querySelectorAll('tbody tr')].map((row) => row.ariaRowIndex))`;
  await eventuallySlowly(async () => {
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    return page.evaluate(last);
  }).toBeGreaterThanOrEqual(place);
  await page.evaluate(DRAWN);
}

/** Away from the end, which asks for the next page, and until the one that it has asked for is there. */
async function leaveEnd(page: Page): Promise<void> {
  await page.evaluate('scrollBy(0, -2 * innerHeight)');
  await page.evaluate(DRAWN);
  await eventually(() => page.evaluate('isReading')).toBe(0);
  await page.evaluate(DRAWN);
}

/** The middle of the screen shows a row, and not the empty place of one. */
async function expectRowsInView(page: Page): Promise<void> {
  const link = `document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('tr')?.querySelector('a') !== null`;
  await eventually(() => page.evaluate(link)).toBe(true);
}
