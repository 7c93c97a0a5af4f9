import { afterAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import type { ServiceError } from '../../../src/platform/errors.ts';
import { createGuardedClient } from '../../../src/webhooks/client/guarded-client.ts';
import { HostUnknownError } from '../../../src/webhooks/client/resolver.ts';
import type { NewWebhookEndpoint } from '../../../src/webhooks/endpoints/endpoints.ts';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { updateRows } from '../../helpers/database/stored-rows.ts';
import { createEndpointIn } from '../../helpers/webhooks/create-endpoint.ts';

const URL = 'https://hooks.example/shutterpost';

/** What a strict service knows of the world. */
const HOSTS: Record<string, string[]> = {
  'hooks.example': ['93.184.215.14'],
  'other.example': ['93.184.215.15'],
  'inside.example': ['93.184.215.14', '10.0.0.7'],
};

describe('webhook endpoints', () => {
  const client = createGuardedClient({
    rules: { allowPrivateNetworks: false, requireHttps: true },
    resolver: {
      async resolve(host) {
        if (host === 'silent.example') throw new Error('The name server does not answer');
        const addresses = HOSTS[host];
        if (addresses === undefined) throw new HostUnknownError();
        return addresses;
      },
    },
  });
  afterAll(() => client.close());
  const api = useTestApp({ webhookClient: client });
  const workspace = useWorkspace(api);

  const endpoints = () => api.services.webhookEndpoints;
  const create = (input: NewWebhookEndpoint) => createEndpointIn(api.services, workspace.id, input);
  const detailsOf = async (work: Promise<unknown>) => {
    const error = (await work.then(
      () => undefined,
      (reason) => reason,
    )) as ServiceError | undefined;
    return { code: error?.code, details: error?.details };
  };

  it('should need nothing but a URL', async () => {
    const { signingSecret, ...created } = await create({ url: URL });
    expect(signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(created).toEqual({
      id: expect.stringMatching(/^we_[0-9a-z]{20,}$/),
      workspaceId: workspace.id,
      name: 'hooks.example',
      url: URL,
      events: ['photo_request.submitted'],
      serves: 'both',
      isActive: true,
      disabledReason: null,
      isRotating: false,
      health: { failures: 0, failingSince: null, pausedUntil: null, lastSuccessAt: null },
      createdAt: api.clock.now(),
      updatedAt: api.clock.now(),
    });
    expect(await endpoints().find(workspace.id, created.id)).toEqual(created);
    expect(await endpoints().list(workspace.id)).toContainEqual(created);
  });

  it('should be created as it was asked for', async () => {
    const created = await create({
      name: '  CRM ',
      url: ` ${URL}?tenant=7 `,
      events: ['photo_request.expired', 'photo_request.created', 'photo_request.expired'],
      serves: 'test',
      isActive: false,
    });
    expect(created).toMatchObject({
      name: 'CRM',
      url: `${URL}?tenant=7`,
      events: ['photo_request.expired', 'photo_request.created'],
      serves: 'test',
      isActive: false,
      disabledReason: 'manual',
    });
  });

  it.each([
    ['no address', 'nonsense'],
    ['another protocol', 'ftp://hooks.example/'],
    ['plain http', 'http://hooks.example/'],
    ['credentials', 'https://user:pass@hooks.example/'],
    ['a fragment', 'https://hooks.example/#here'],
    ['a port of mail servers', 'https://hooks.example:25/'],
    ['loopback', 'https://127.0.0.1/'],
    ['loopback as a number', 'https://2130706433/'],
    ['loopback in IPv6', 'https://[::ffff:127.0.0.1]/'],
    ['the metadata service', 'https://169.254.169.254/latest'],
    ['localhost', 'https://localhost/'],
    ['a name with a private address among others', 'https://inside.example/'],
    ['an unknown host', 'https://nowhere.example/'],
    ['a line break', 'https://hooks.example/a\nb'],
    ['a lone surrogate', 'https://hooks.example/\ud800'],
    ['nothing', '  '],
    ['too much', `https://hooks.example/${'a'.repeat(2_000)}`],
  ])('should refuse %s as URL, and create nothing', async (_, url) => {
    const workspace = await api.createWorkspace();
    const refused = { code: 'validation_error', details: { url: [expect.stringMatching(/^[A-Z].*\.$/)] } };
    expect(await detailsOf(endpoints().create(OPERATOR, workspace.id, { url }))).toEqual(refused);
    expect(await endpoints().list(workspace.id)).toEqual([]);

    const { signingSecret: _secret, ...endpoint } = await createEndpointIn(api.services, workspace.id, {
      url: URL,
    });
    expect(
      await detailsOf(endpoints().edit(OPERATOR, workspace.id, endpoint.id, { name: 'New', url })),
    ).toEqual(refused);
    expect(await endpoints().find(workspace.id, endpoint.id)).toEqual(endpoint);
  });

  it('should not be refused because a name server is silent', async () => {
    const created = await create({ url: 'https://silent.example/' });
    expect(created.name).toBe('silent.example');
  });

  it('should tell every fault at once', async () => {
    const input = { name: 'x'.repeat(101), url: 'nonsense', events: [] };
    expect(await detailsOf(endpoints().create(OPERATOR, workspace.id, input))).toEqual({
      code: 'validation_error',
      details: { name: [expect.any(String)], url: [expect.any(String)], events: [expect.any(String)] },
    });
    const unknown = ['webhook.test'] as never;
    expect(
      await detailsOf(endpoints().create(OPERATOR, workspace.id, { url: URL, events: unknown })),
    ).toEqual({
      code: 'validation_error',
      details: { events: [expect.stringContaining('photo_request.submitted')] },
    });
  });

  it('should be edited field by field', async () => {
    const { id } = await create({ url: URL });
    api.clock.advance(1_000);
    expect(await endpoints().edit(OPERATOR, workspace.id, id, { name: 'ERP' })).toMatchObject({
      name: 'ERP',
      url: URL,
      updatedAt: api.clock.now(),
    });
    const url = 'https://other.example/hook';
    const edited = await endpoints().edit(OPERATOR, workspace.id, id, {
      url,
      events: ['photo_request.deleted'],
      serves: 'live',
    });
    expect(edited).toMatchObject({ name: 'ERP', url, events: ['photo_request.deleted'], serves: 'live' });
    api.clock.advance(1_000);
    expect(await endpoints().edit(OPERATOR, workspace.id, id, {})).toEqual(edited);
  });

  it('should count its failures again with a new URL, and only then', async () => {
    const { id } = await create({ url: URL });
    await fail(id);
    expect(
      (await endpoints().edit(OPERATOR, workspace.id, id, { url: URL, name: 'Same' })).health,
    ).toMatchObject({ failures: 7 });
    const moved = await endpoints().edit(OPERATOR, workspace.id, id, { url: 'https://other.example/' });
    expect(moved.health).toEqual({ failures: 0, failingSince: null, pausedUntil: null, lastSuccessAt: 1 });
  });

  it('should be disabled by someone, and start afresh when enabled', async () => {
    const { id } = await create({ url: URL });
    await fail(id);
    expect(await endpoints().disable(OPERATOR, workspace.id, id)).toMatchObject({
      isActive: false,
      disabledReason: 'manual',
      health: { failures: 7 },
    });
    expect(await endpoints().enable(OPERATOR, workspace.id, id)).toMatchObject({
      isActive: true,
      disabledReason: null,
      health: { failures: 0, failingSince: null, pausedUntil: null, lastSuccessAt: 1 },
    });
    expect(await rowOf(id)).toMatchObject({ breaker_level: 0 });
  });

  it('should be shown as paused only as long as the delivery worker takes it to be', async () => {
    const { id } = await create({ url: URL });
    const shown = async () => {
      const listed = await endpoints().list(workspace.id);
      return [
        await endpoints().find(workspace.id, id),
        ...listed.filter((endpoint) => endpoint.id === id),
      ].map(({ health }) => health.pausedUntil);
    };
    const until = api.clock.now() + 60 * 60_000;
    await fail(id, until);
    expect(await shown()).toEqual([until, until]);
    await fail(id, api.clock.now() + 24 * 60 * 60_000);
    expect(await shown()).toEqual([null, null]);
  });

  it('should be gone for everyone once deleted, while its row waits for the clean-up', async () => {
    const { id } = await create({ url: URL });
    expect(await endpoints().delete(OPERATOR, workspace.id, id)).toMatchObject({ id });
    expect(await endpoints().list(workspace.id)).not.toContainEqual(expect.objectContaining({ id }));
    for (const work of [
      () => endpoints().find(workspace.id, id),
      () => endpoints().workspaceOf(id),
      () => endpoints().edit(OPERATOR, workspace.id, id, { name: 'x' }),
      () => endpoints().enable(OPERATOR, workspace.id, id),
      () => endpoints().rotate(OPERATOR, workspace.id, id),
      () => endpoints().delete(OPERATOR, workspace.id, id),
    ])
      expect(await detailsOf(work())).toEqual({ code: 'not_found', details: {} });
    expect(await rowOf(id)).toMatchObject({ deleted_at: api.clock.now() });
  });

  it('should be twenty at most, however many are created at once, and deleted ones do not count', async () => {
    const { id: full } = await api.createWorkspace();
    const attempts = await Promise.allSettled(
      Array.from({ length: 25 }, (_, n) =>
        endpoints().create(OPERATOR, full, { url: URL, name: `Number ${n}` }),
      ),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    const [first] = await endpoints().list(full);
    expect(await detailsOf(endpoints().create(OPERATOR, full, { url: URL }))).toEqual({
      code: 'validation_error',
      details: { workspace: [expect.stringContaining('20')] },
    });
    await endpoints().delete(OPERATOR, full, first?.id ?? '');
    await endpoints().create(OPERATOR, full, { url: URL });
    expect(await endpoints().list(full)).toHaveLength(20);
  });

  it('should not be created for a workspace that is not there', async () => {
    const missing = 'ws_0000000000000000000000000000';
    expect((await detailsOf(endpoints().create(OPERATOR, missing, { url: URL }))).code).toBe('not_found');
  });

  async function fail(id: string, paused_until = 9): Promise<void> {
    const broken = { failures: 7, failing_since: 5, breaker_level: 2, paused_until, last_success_at: 1 };
    await updateRows(api.database, 'webhook_endpoints', { id }, broken);
  }

  function rowOf(id: string) {
    return api.database.reader
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
  }
});
