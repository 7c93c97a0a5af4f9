import type { Environment } from '../../../src/platform/db/tables.ts';
import type { TestApp } from '../../helpers/app/test-app.ts';
import type { WebBrowser } from '../../helpers/app/web-browser.ts';
import { keyOf, openPage, smallPhoto } from '../../helpers/capture/customer.ts';

export interface CreatedRequest {
  id: string;
  token: string;
  code: string;
}

interface Person {
  browser: WebBrowser;
  path: string;
}

/** A request made in the web application. */
export async function createRequest(
  { browser, path }: Person,
  body: object = {},
  environment: Environment = 'live',
): Promise<CreatedRequest> {
  const created = await browser.expect<{ id: string; request_url: string; unique_code: string }>(
    'POST',
    `${path}/photo-requests?environment=${environment}`,
    { instructions: 'Please photograph the car.', ...body },
  );
  return { id: created.id, token: keyOf(created.request_url), code: created.unique_code };
}

/** The customer fills the slots and submits. */
export async function submit(api: TestApp, token: string, photos = 1): Promise<void> {
  const customer = await openPage(api, 'request', token);
  for (let slot = 0; slot < photos; slot++) {
    const sent = await customer.send({ slot, body: await smallPhoto(slot + 1) });
    if (sent.statusCode >= 300) throw new Error(sent.body);
  }
  const done = await customer.submit();
  if (done.statusCode >= 300) throw new Error(done.body);
}

export async function createSubmitted(
  api: TestApp,
  person: Person,
  body: object = {},
  photos = 1,
): Promise<CreatedRequest> {
  const created = await createRequest(person, body);
  await submit(api, created.token, photos);
  return created;
}

/** What the workspace's audit log says of things, oldest first; who signed in is another matter. */
export async function auditOf(api: TestApp, workspaceId: string): Promise<[string, string | null][]> {
  const rows = await api.database.reader
    .selectFrom('audit_entries')
    .select(['action', 'subject_id'])
    .where('workspace_id', '=', workspaceId)
    .where('action', 'not like', 'user.%')
    // Tests prepare their workspaces as the operator does.
    .where('actor', '!=', 'operator')
    .orderBy('id')
    .execute();
  return rows.map(({ action, subject_id }) => [action, subject_id]);
}
