import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { createOwner, type Person } from '../../helpers/app/web-browser.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { CHANGING_ROUTES, type ChangingCall, PERSONAL_ROUTES, UNCHANGING_ROUTES } from './changing-routes.ts';
import { WORKSPACE_ROUTES } from './web-routes.ts';

const WORKSPACE = '/workspaces/:workspace';

/** Everything that a member can change; the logo's file and the customer's session are swept up by others. */
const TABLES = [
  'photo_requests',
  'photos',
  'permanent_links',
  'templates',
  'slot_images',
  'api_keys',
  'webhook_endpoints',
  'events',
  'deliveries',
  'delivery_attempts',
  'members',
  'identity_tokens',
  'mails',
  'mail_texts',
  'return_secrets',
  'archives',
  'archive_copies',
  'request_notes',
  'assignments',
  'notification_events',
] as const;

describe('a route that changes something in a workspace', () => {
  const api = useTestApp();

  const routes = Object.keys(CHANGING_ROUTES);

  async function send(route: string, person: Person, call: ChangingCall) {
    const [method = '', url = ''] = route.split(' ');
    const path = url.replace(/:\w+/, call.id ?? '').replace(':note', call.note ?? '');
    const address = `${person.path}${path}?environment=${call.environment ?? 'live'}${call.query ?? ''}`;
    const image = { raw: call.raw ?? Buffer.alloc(0), headers: { 'content-type': 'image/jpeg' } };
    return person.browser.call(
      method as 'POST',
      address,
      call.body,
      call.raw === undefined ? undefined : image,
    );
  }

  async function everythingOf({ workspaceId }: Person): Promise<Record<string, string[]>> {
    const rows: Record<string, string[]> = {};
    for (const table of TABLES) {
      const found = await rowsOf(api.database, table, { workspace_id: workspaceId });
      rows[table] = found.map((row) => JSON.stringify(row)).sort();
    }
    rows.workspaces = [JSON.stringify(await api.services.workspaces.find(workspaceId))];
    return rows;
  }

  const entriesOf = ({ workspaceId }: Person) =>
    rowsOf(api.database, 'audit_entries', { workspace_id: workspaceId }, 'id');

  async function withoutAuditLog<T>(work: () => Promise<T>): Promise<T> {
    const rename = (from: string, to: string) =>
      api.database.write((trx) =>
        sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(trx),
      );
    await rename('audit_entries', 'audit_entries_elsewhere');
    try {
      return await work();
    } finally {
      await rename('audit_entries_elsewhere', 'audit_entries');
    }
  }

  it('should be one of those that are tried here', () => {
    const changing = WORKSPACE_ROUTES.filter(({ method }) => method !== 'GET');
    expect(changing.map(({ method, url }) => `${method} ${url.slice(WORKSPACE.length)}`).sort()).toEqual(
      [...routes, ...UNCHANGING_ROUTES, ...PERSONAL_ROUTES].toSorted(),
    );
  });

  it.each(routes)('should leave exactly one entry of who, what, when and from where: %s', async (route) => {
    const person = await createOwner(api);
    const call = (await CHANGING_ROUTES[route]?.(api, person)) ?? {};
    const { your_ip_address: address } = await person.browser.expect<{ your_ip_address: string }>(
      'GET',
      `${person.path}/settings`,
    );
    // What is created from another thing is the subject, not that other thing.
    const subject = route.endsWith('/duplicate') ? undefined : call.id;
    const erases = route === 'DELETE /photo-requests/:id';
    const before = await entriesOf(person);
    api.clock.advance(1_234);
    const response = await send(route, person, call);
    expect([response.statusCode, response.json().error]).toEqual([expect.closeTo(200, -1), undefined]);
    const entries = (await entriesOf(person)).slice(before.length);
    expect(entries).toEqual([
      expect.objectContaining({
        user_id: person.userId,
        actor: person.email,
        // What is left of something erased tells neither from where nor its name.
        ip_address: erases ? null : address,
        created_at: api.clock.now(),
        action: expect.stringMatching(/^[a-z_]+\.[a-z_]+$/),
        subject_id: subject ?? expect.stringMatching(/^[a-z]+_/),
        subject_name: erases ? null : expect.stringMatching(/\S/),
      }),
    ]);
  });

  it.each(routes)('should leave nothing behind when the entry cannot be written: %s', async (route) => {
    const person = await createOwner(api);
    const call = (await CHANGING_ROUTES[route]?.(api, person)) ?? {};
    const before = await everythingOf(person);
    const response = await withoutAuditLog(() => send(route, person, call));
    expect(response.statusCode).toBe(500);
    const after = await everythingOf(person);
    if (route.endsWith('/simulate')) {
      // The customer's photos arrive one by one before; what they did not do is submit.
      expect(after.photo_requests?.join()).toContain('"submitted_at":null');
      expect(after.events?.join()).not.toContain('photo_request.submitted');
      return;
    }
    expect(after).toEqual(before);
    expect((await send(route, person, call)).statusCode).toBeLessThan(300);
    expect(await everythingOf(person)).not.toEqual(before);
  });
});
