import { expect, it } from 'vitest';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import { focused, takeMouseAway } from '../helpers/browser/dashboard-keyboard.ts';
import { eventually, noticed, startDashboard } from '../helpers/browser/dashboard-stage.ts';
import { submitPlaces } from '../helpers/capture/rounds.ts';
import { tellMembers } from '../helpers/notifications/fan-out.ts';

const stage = startDashboard({ mailConfigured: true });
/** Its own size, so that no other test gets the browser whose mouse was taken away. */
const KEYBOARD = { viewport: { width: 1400, height: 900 } };
const requests = (id = '') => `test/photo-requests${id === '' ? '' : `/${id}`}`;

it('should mention a member by keyboard, tell them at their bell, and lead them to the note', async () => {
  const owner = await stage.createOwner();
  const colleague = await stage.addMember(owner, 'member');
  const { id } = await stage.createRequest(owner, { external_id: 'claim-1' });
  const theirs = await stage.enter(colleague);
  await theirs.visit(requests());
  await theirs.page.getByTestId('notification-bell').waitFor();
  const { page, context, visit } = await stage.enter(owner, KEYBOARD);
  await takeMouseAway(context);
  await visit(requests(id));
  await page.getByTestId('note-text').focus();
  await page.keyboard.type('Please look, @per');
  await page.getByRole('option').nth(1).waitFor();
  await expectAccessible(page, 'the list of members');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await eventually(() => page.getByTestId('note-text').inputValue()).toBe(
    `Please look, @${colleague.email} `,
  );
  expect(await focused(page)).toBe('note-text');
  await page.keyboard.type('thanks');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('save-note');
  await page.keyboard.press('Enter');
  await page.getByTestId('note').getByText(`@${colleague.email}`, { exact: true }).waitFor();
  await tellMembers(stage.api.services);

  const bell = theirs.page.getByTestId('notification-bell');
  await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications, 1 unread');
  await bell.click();
  const told = theirs.page.getByTestId('notifications').getByRole('listitem');
  await eventually(() => told.innerText()).toContain(`${owner.email} mentioned you in a note on`);
  await expectAccessible(theirs.page, 'notifications');
  await told.getByRole('link').click();
  await theirs.page.getByTestId('note').getByText('thanks').waitFor();
  await eventually(() => theirs.page.getByTestId('unread-count').count()).toBe(0);
  expect(await theirs.page.getByTestId('note-menu').count()).toBe(0);
  await expectAccessible(theirs.page, 'a request with a note');
  await expectToFit(theirs.page, 'a request with a note');
});

it('should let its author edit and delete a note, and a viewer only read', async () => {
  const owner = await stage.createOwner();
  const viewer = await stage.addMember(owner, 'viewer');
  const { id } = await stage.createRequest(owner);
  const { page, visit } = await stage.enter(owner);
  await visit(requests(id));
  await page.getByTestId('note-text').fill('First');
  await page.getByTestId('note-text').press('Control+Enter');
  const note = page.getByTestId('note');
  await note.getByText('First').waitFor();
  await page.getByTestId('note-menu').click();
  await page.getByTestId('edit-note').click();
  const edit = page.getByTestId('note-edit');
  await eventually(() => focused(page)).toBe('note-text');
  await edit.getByTestId('note-text').fill('Second');
  await edit.getByTestId('save-note').click();
  await note.getByText('Second').waitFor();
  await note.getByText('(edited)').waitFor();

  const reader = await stage.enter(viewer);
  await reader.visit(requests(id));
  await reader.page.getByTestId('note').getByText('Second').waitFor();
  expect(await reader.page.getByTestId('note-form').count()).toBe(0);
  expect(await reader.page.getByTestId('assignee').innerText()).toContain('No one');

  await page.getByTestId('note-menu').click();
  await page.getByTestId('delete-note').click();
  await page.getByTestId('confirm-action').click();
  await noticed(page, 'Note deleted.');
  await eventually(() => reader.page.getByTestId('note').count()).toBe(0);
});

it('should assign a request, and show what is assigned in the list and in the queue', async () => {
  const owner = await stage.createOwner();
  const body = { external_id: 'claim-1', requires_review: true };
  const mine = await stage.createRequest(owner, body);
  const other = await stage.createRequest(owner, { ...body, external_id: 'claim-2' });
  for (const { token } of [mine, other]) await submitPlaces(stage.api, token, [0]);
  const { page, visit } = await stage.enter(owner);
  await visit(requests(mine.id));
  await page.getByTestId('assignee').selectOption(owner.userId);
  await noticed(page, 'Assignee changed.');
  await page.getByTestId('timeline').getByText('Assigned', { exact: true }).waitFor();
  await visit('test/photo-requests?assignee=me');
  const rows = page.getByRole('table').getByRole('row');
  await eventually(() => rows.count()).toBe(2);
  await eventually(() => rows.nth(1).innerText()).toContain('claim-1');
  await expectAccessible(page, 'what is assigned to me');
  await visit('test/review');
  await eventually(() => page.getByTestId('queue-position').innerText()).toBe('1 of 2');
  await page.getByTestId('queue-mine').click();
  await eventually(() => page.getByTestId('queue-position').innerText()).toBe('1 of 1');
  await eventually(() => page.getByTestId('queue-title').innerText()).toBe('claim-1');
  await expectAccessible(page, 'my queue');
  await expectToFit(page, 'my queue');
});

it('should keep what a member chooses, and mark everything as read', async () => {
  const owner = await stage.createOwner();
  const { page, visit } = await stage.enter(owner);
  for (const external_id of ['claim-1', 'claim-2']) {
    const { token } = await stage.createRequest(owner, { external_id });
    await submitPlaces(stage.api, token, [0]);
  }
  await tellMembers(stage.api.services);
  await visit('test/notifications');
  await eventually(() => page.getByTestId('unread-count').innerText()).toBe('2');
  await page.getByTestId('mark-read').first().click();
  await eventually(() => page.getByTestId('unread-count').innerText()).toBe('1');
  await page.getByTestId('read-all').click();
  await eventually(() => page.getByTestId('unread-count').count()).toBe(0);
  await expectToFit(page, 'notifications');

  await page.getByTestId('account-menu').click();
  await page.getByTestId('nav-account').click();
  await page.getByTestId('account-notifications').click();
  await page.getByTestId('submitted-email').selectOption('digest');
  await page.getByTestId('quota-app').focus();
  await page.keyboard.press('Space');
  await expectAccessible(page, 'notification settings');
  await expectToFit(page, 'notification settings');
  await page.getByTestId('save-choices').click();
  await noticed(page, 'Saved.');
  await page.reload();
  await eventually(() => page.getByTestId('submitted-email').inputValue()).toBe('digest');
  expect(await page.getByTestId('quota-app').isChecked()).toBe(false);
  expect(await page.getByTestId('mentioned-email').inputValue()).toBe('now');
});
