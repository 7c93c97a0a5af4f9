import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import type { Environment } from '../../../src/platform/db/tables.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { createMember, useOwner } from '../../helpers/app/web-browser.ts';
import { s3Archive, saveArchive } from '../../helpers/archive/archive-scene.ts';
import { createLink, openPage, smallPhoto } from '../../helpers/capture/customer.ts';
import { rowOf, rowsOf } from '../../helpers/database/stored-rows.ts';
import { tellMembers } from '../../helpers/notifications/fan-out.ts';
import { createEndpointIn } from '../../helpers/webhooks/create-endpoint.ts';
import { createRequest, createSubmitted } from './web-requests.ts';
import { WORKSPACE_ROUTES } from './web-routes.ts';

/** What would change something, if it were one's own. */
const BODIES: [RegExp, object][] = [
  [/\/extend$/, { hours: 1 }],
  [/\/reopen$/, { hours: 1 }],
  [/\/reminders$/, { reminders: [] }],
  [/\/review$/, { decision: 'approve' }],
  [/\/notes/, { text: 'Taken over' }],
  [/\/assignee$/, { user_id: null }],
  [/\/members\//, { role: 'viewer' }],
  [/\/replay$/, { statuses: ['due', 'failed', 'delivered'] }],
  [/\/api-keys\/:id$/, { name: 'Taken over', is_active: false }],
  [/\/:id$/, { name: 'Taken over' }],
];

describe('an owner of one workspace', () => {
  const api = useTestApp();
  const mine = useOwner(api);
  const theirs = useOwner(api);
  const routes = WORKSPACE_ROUTES.filter(({ url }) => /:(?!workspace)/.test(url));
  /** Of the other workspace, by what stands before the id in an address. */
  let ids: Record<string, Record<Environment, string>>;
  beforeAll(async () => {
    ids = await fillWorkspace();
  });

  async function fillWorkspace(): Promise<typeof ids> {
    const { workspaceId, browser, path } = theirs;
    const both = (id: string) => ({ live: id, test: id });
    const endpoint = await createEndpointIn(api.services, workspaceId, {
      url: 'http://127.0.0.1:8081/hook',
    });
    for (const environment of ['live', 'test'] as const)
      await saveArchive(api, workspaceId, s3Archive({ url: 'http://127.0.0.1:2' }), environment);
    const live = await api.createKey(workspaceId);
    const test = await api.createKey(workspaceId, { environment: 'test' });
    const submitted = await createSubmitted(api, theirs);
    const open = await createRequest(theirs, {}, 'test');
    const delivery = await rowOf(api.database, 'deliveries', { workspace_id: workspaceId });
    const invitation = await browser.expect<{ id: string }>('POST', `${path}/invitations`, {
      email: 'invited@example.com',
      role: 'viewer',
    });
    const colleague = await createMember(api, workspaceId, 'viewer');
    const note = (requestId: string, environment: Environment) =>
      browser.expect<{ id: string }>(
        'POST',
        `${path}/photo-requests/${requestId}/notes?environment=${environment}`,
        { text: 'Ours alone', mentions: [colleague.userId] },
      );
    const notes = { live: await note(submitted.id, 'live'), test: await note(open.id, 'test') };
    await tellMembers(api.services);
    const told = await rowsOf(api.database, 'notifications', { workspace_id: workspaceId });
    return {
      notes: { live: notes.live.id, test: notes.test.id },
      notifications: both(told[0]?.id ?? ''),
      'photo-requests': { live: submitted.id, test: open.id },
      'permanent-links': {
        live: (await createLink(api, live.key)).id,
        test: (await createLink(api, test.key)).id,
      },
      templates: {
        live: (await createTemplate(live.key)).id,
        test: (await createTemplate(test.key)).id,
      },
      'slot-images': { live: await uploadImage('live'), test: await uploadImage('test') },
      'held-submissions': { live: await holdSubmission(live.key), test: await holdSubmission(test.key) },
      'api-keys': { live: live.id, test: test.id },
      webhooks: both(endpoint.id),
      deliveries: both(delivery.id),
      members: both(colleague.userId),
      copies: both((await rowOf(api.database, 'archive_copies', { workspace_id: workspaceId })).id),
      invitations: both(invitation.id),
    };
  }

  async function createTemplate(key: string): Promise<{ id: string }> {
    const body = { name: 'Gate', instructions: 'The gate, please.' };
    return (await api.call('POST', '/v1/templates', { key, body })).json().data;
  }

  async function uploadImage(environment: Environment): Promise<string> {
    const by = { ...OPERATOR, workspaceId: theirs.workspaceId, environment };
    const upload = { purpose: 'example', body: await smallPhoto() } as const;
    return (await api.services.slotImages.upload(by, upload)).data.id;
  }

  async function holdSubmission(key: string): Promise<string> {
    const { id, slug } = await createLink(api, key, { requires_approval: true });
    const page = await openPage(api, 'link', slug);
    await page.send({ body: await smallPhoto() });
    expect((await page.submit()).statusCode).toBe(200);
    const held = await rowOf(api.database, 'photo_requests', { permanent_link_id: id });
    return held.id;
  }

  /** Everything of the other workspace that someone could change. */
  async function everythingOfTheirs(): Promise<unknown[]> {
    const tables = [
      'photo_requests',
      'photos',
      'permanent_links',
      'templates',
      'slot_images',
      'api_keys',
      'webhook_endpoints',
      'deliveries',
      'members',
      'identity_tokens',
      'audit_entries',
      'request_notes',
      'archives',
      'archive_copies',
      'assignments',
      'notifications',
      'notification_preferences',
    ] as const;
    const rows: unknown[] = [];
    for (const table of tables) {
      const found = await rowsOf(api.database, table, { workspace_id: theirs.workspaceId });
      rows.push([table, found.map((row) => JSON.stringify(row)).sort()]);
    }
    return rows;
  }

  function addressOf(url: string, workspaceId: string, environment: Environment): string {
    const path = url.replace(':workspace', workspaceId).replace(/([\w-]+)\/:\w+/g, (_, kind: string) => {
      const id = ids[kind]?.[environment];
      if (id === undefined) throw new Error(`Nothing of the other workspace stands for ${kind}`);
      return `${kind}/${id}`;
    });
    return `${path}?environment=${environment}`;
  }

  it.each<Environment>(['live', 'test'])(
    'should find nothing of another workspace, and change nothing there, in %s',
    async (environment) => {
      const before = await everythingOfTheirs();
      for (const { method, url } of routes) {
        const body = method === 'GET' ? undefined : (BODIES.find(([path]) => path.test(url))?.[1] ?? {});
        for (const workspaceId of [mine.workspaceId, theirs.workspaceId]) {
          const address = addressOf(url, workspaceId, environment);
          // As slowly as one person may call.
          api.clock.advance(1_000);
          const response = await mine.browser.call(method as 'GET', address, body);
          expect([method, url, response.statusCode]).toEqual([method, url, 404]);
        }
      }
      expect(await everythingOfTheirs()).toEqual(before);
    },
  );

  it('should see in these calls what the other’s owner can do with them', async () => {
    const found = [];
    for (const { method, url } of routes.filter((route) => route.method === 'GET')) {
      const response = await theirs.browser.call(method as 'GET', addressOf(url, theirs.workspaceId, 'live'));
      found.push([url, response.statusCode]);
    }
    expect(found).toEqual(found.map(([url]) => [url, 200]));
  });
});
