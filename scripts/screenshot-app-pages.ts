import type { Page } from 'playwright-core';
import { SITE, type SignedIn } from './screenshot-site.ts';
import type { Stage } from './screenshot-story.ts';
import { OWNER, type Workspace } from './screenshot-team.ts';

export interface PictureOfPage {
  name: string;
  address: string;
  /** No one is signed in. */
  isPublic?: boolean;
  /** Before the page is opened. */
  prepare?(page: Page): Promise<unknown>;
  /** What a person does on the page before it is photographed. */
  act?(page: Page): Promise<unknown>;
  /** Afterwards. */
  undo?(owner: SignedIn): Promise<unknown>;
}

const NEW_KEY = 'Partner portal';

/** Every page of the web application. */
export function pagesOf(stage: Stage, workspace: Workspace, delivery: string): PictureOfPage[] {
  const live = `${SITE}/app/${workspace.id}/live`;
  const test = `${SITE}/app/${workspace.id}/test`;
  return [
    ...entrances(workspace),
    { name: 'overview', address: live },
    { name: 'requests', address: `${live}/photo-requests` },
    { name: 'request-new', address: `${live}/photo-requests/new`, act: writeRequest },
    { name: 'request-waiting', address: `${live}/photo-requests/${stage.found.waiting}` },
    { name: 'request-submitted', address: `${live}/photo-requests/${stage.found.submitted}` },
    { name: 'request-reviewed', address: `${live}/photo-requests/${stage.found.reviewed}` },
    { name: 'review', address: `${live}/review` },
    { name: 'templates', address: `${live}/templates` },
    { name: 'template', address: `${live}/templates/${workspace.template}` },
    { name: 'lightbox', address: `${live}/photo-requests/${stage.found.submitted}`, act: openPhoto },
    { name: 'links', address: `${live}/permanent-links` },
    { name: 'link', address: `${live}/permanent-links/${workspace.link}` },
    { name: 'link-edit', address: `${live}/permanent-links/${workspace.link}/edit` },
    { name: 'poster', address: `${live}/permanent-links/${workspace.link}/poster` },
    { name: 'keys', address: `${live}/api-keys` },
    { name: 'webhooks', address: `${live}/webhooks` },
    { name: 'webhook', address: `${live}/webhooks/${workspace.endpoint}` },
    { name: 'delivery', address: `${live}/webhooks/${workspace.endpoint}/deliveries/${delivery}` },
    { name: 'plan', address: `${live}/plan` },
    { name: 'settings', address: `${live}/settings` },
    { name: 'members', address: `${live}/members` },
    { name: 'audit-log', address: `${live}/audit-log` },
    { name: 'account', address: `${SITE}/app/account` },
    { name: 'empty-overview', address: test },
    { name: 'empty-links', address: `${test}/permanent-links` },
    {
      name: 'key-created',
      address: `${live}/api-keys`,
      act: createKey,
      undo: (owner) => deleteKey(owner, workspace.id),
    },
    { name: 'error', address: `${live}/photo-requests`, prepare: breakRequests },
  ];
}

function entrances(workspace: Workspace): PictureOfPage[] {
  const at = (path: string) => ({ address: `${SITE}/app/${path}`, isPublic: true });
  return [
    { name: 'sign-in', ...at('sign-in') },
    { name: 'sign-up', ...at('sign-up') },
    { name: 'second-factor', ...at('second-factor') },
    { name: 'forgot-password', ...at('forgot-password') },
    { name: 'reset-password', ...at('reset-password/5t9x2m8c4v7b1n6q3w0e8r5y2k') },
    { name: 'verify-email', ...at('verify-email/5t9x2m8c4v7b1n6q3w0e8r5y2k'), prepare: takeAnyToken },
    { name: 'invitation', ...at(`invitation/${workspace.invitation}`) },
    { name: 'set-up', ...at('set-up/5t9x2m8c4v7b1n6q3w0e8r5y2k') },
  ];
}

/** A link works once, and there are four pictures of it. */
function takeAnyToken(page: Page): Promise<void> {
  const data = { email: OWNER.email, password_required: true };
  const json = { data, meta: { request_id: 'req_1' } };
  return page.route('**/app/api/verify-email', (route) => route.fulfill({ json })).then(() => {});
}

function breakRequests(page: Page): Promise<void> {
  const error = { code: 'service_unavailable', message: 'The database does not answer.', details: {} };
  const json = { error, meta: { request_id: 'req_01m77ybd1001z5nfv8qnhedmexh2' } };
  return page.route('**/photo-requests?*', (route) => route.fulfill({ status: 503, json })).then(() => {});
}

async function writeRequest(page: Page): Promise<void> {
  await page
    .getByTestId('instructions')
    .fill('Please show us your car and the damage, so that we can settle your claim today.');
  for (const text of ['The whole car from the front', 'The license plate', 'The damage up close']) {
    await page.getByTestId('add-slot').click();
    await page.keyboard.type(text);
  }
  await page.getByTestId('recipient-email').fill('m.lindqvist@example.com');
  await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)');
}

async function openPhoto(page: Page): Promise<void> {
  await page.getByTestId('photo').first().click();
  await page.locator('[data-testid="lightbox-photo"][data-state="shown"]').waitFor();
}

async function createKey(page: Page): Promise<void> {
  await page.getByTestId('create-key').click();
  await page.getByTestId('key-form').getByLabel('Name').fill(NEW_KEY);
  await page.getByTestId('key-save').click();
  await page.getByTestId('secret-dialog').waitFor();
}

async function deleteKey(owner: SignedIn, workspace: string): Promise<void> {
  const keys = await owner.call<{ id: string; name: string }[]>('GET', `/workspaces/${workspace}/api-keys`);
  const created = keys.find(({ name }) => name === NEW_KEY);
  if (created !== undefined) await owner.call('DELETE', `/workspaces/${workspace}/api-keys/${created.id}`);
}
