import { beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/audit/actor.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { createServices } from '../../src/services.ts';
import { createGuardedClient } from '../../src/webhooks/client/guarded-client.ts';
import { openTestPlatform } from '../helpers/app/test-platform.ts';
import { openWithLongLimits } from '../helpers/database/open-with-long-limits.ts';
import { deliveryRow, eventRow } from '../helpers/database/rows.ts';
import { insertRows } from '../helpers/database/stored-rows.ts';
import {
  createMigratedDatabase,
  useConnectionForEach,
  useTestDatabaseForEach,
} from '../helpers/database/test-database.ts';
import { useForAll } from '../helpers/hooks.ts';
import { startBreakableProxy } from '../helpers/http/breakable-proxy.ts';
import { freePort } from '../helpers/http/free-port.ts';
import { startProcess } from '../helpers/process/child-process.ts';
import { operatorOf } from '../helpers/process/operator.ts';
import { overHttp, type ServerProcess, untilAnswers } from '../helpers/process/server-process.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { createEndpointIn } from '../helpers/webhooks/create-endpoint.ts';
import { startReceiver } from '../helpers/webhooks/misbehaving-receiver.ts';

const KILLED = 'test/helpers/webhooks/kill-after-delivery.ts';
/** Half of a lease, which a slow machine does not need. */
const TAKEN_OVER_MS = 30_000;

const receiver = useForAll(startReceiver, 'stop');

describe.each(['sqlite', 'postgres'] as const)('a server on %s that is killed after a delivery', (engine) => {
  const testDatabase = useTestDatabaseForEach(() => createMigratedDatabase(engine));
  const direct = useConnectionForEach(testDatabase);

  async function start(program: string, env: Record<string, string>): Promise<ServerProcess> {
    const port = await freePort();
    const server = overHttp(startProcess(process.execPath, [program], { ...env, PORT: String(port) }), port);
    await untilAnswers(server);
    return server;
  }

  async function open(path: string) {
    const env = { ...testDatabase.env, WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' };
    const operator = operatorOf(env);
    const { workspace_id: workspaceId } = await operator.json<{ workspace_id: string }>(
      ...['workspace', 'create', '--name', 'Acme', '--email', 'owner@example.com'],
      ...['--password', 'a long password', '--plan', 'enterprise'],
    );
    const { id } = await operator.json<{ id: string }>(
      ...['webhook', 'create', '--workspace', workspaceId, '--env', 'both', '--url', receiver.url + path],
      ...['--events', 'photo_request.created,photo_request.submitted'],
    );
    return { env, operator, workspaceId, id };
  }

  it('should send it again after its restart, with the same id and bytes', async () => {
    const path = `/killed-on-${engine}`;
    const { env, operator, workspaceId, id } = await open(path);
    const { key } = await operator.json<{ key: string }>(
      ...['key', 'create', '--workspace', workspaceId, '--env', 'live', '--name', 'A key'],
    );

    const killed = await start(KILLED, env);
    const created = await killed.call('POST', '/v1/photo-requests', {
      key,
      body: { instructions: 'A photo' },
    });
    expect(created.status).toBe(201);
    expect((await killed.ended).signal).toBe('SIGKILL');
    expect(await receiver.received(path)).toHaveLength(1);

    const restarted = await start('src/main.js', env);
    // Long before the end of the lease: what the killed process had in hand is taken over.
    const [first, second] = await receiver.waitFor(path, 2, TAKEN_OVER_MS);
    expect(second?.headers['x-webhook-id']).toBe(first?.headers['x-webhook-id']);
    expect(second?.body.equals(first?.body ?? Buffer.of())).toBe(true);
    await waitUntil(async () => {
      const { data } = await operator.json<{ data: object[] }>('webhook', 'deliveries', '--id', id);
      expect(data).toMatchObject([{ status: 'delivered' }]);
    });
    await restarted.stop();
    expect(await receiver.received(path)).toHaveLength(2);
  });

  it('should send all it had claimed and not sent after its restart', async () => {
    const path = `/in-hand-on-${engine}`;
    const { env, workspaceId, id } = await open(path);
    await insertDeliveries(direct, workspaceId, id, 200);
    const sent = async () =>
      new Set((await receiver.received(path)).map(({ headers }) => headers['x-webhook-id']));
    const unfinished = () =>
      direct.reader.selectFrom('deliveries').select('is_leased').where('status', '!=', 'delivered').execute();

    const settings = { ...env, KILLED_AFTER: '60', PORT: String(await freePort()) };
    const killed = startProcess(process.execPath, [KILLED], settings);
    expect((await killed.ended).signal).toBe('SIGKILL');
    expect((await unfinished()).some(({ is_leased }) => is_leased === 1)).toBe(true);

    const restarted = await start('src/main.js', env);
    await waitUntil(async () => expect((await sent()).size).toBe(200));
    await waitUntil(async () => expect(await unfinished()).toEqual([]));
    await restarted.stop();
  });
});

describe('a database that goes while an event is sent', () => {
  const testDatabase = useTestDatabaseForEach(() => createMigratedDatabase('postgres'));
  const direct = useConnectionForEach(testDatabase);
  beforeEach(async () => {
    await migrate(direct);
  });

  it('should be told what came of it once it is back, without sending it again', async () => {
    const url = new URL(testDatabase.env.DATABASE_URL ?? '');
    const proxy = await startBreakableProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    const database = await openWithLongLimits({ DATABASE_URL: url.href });
    const client = createGuardedClient({ rules: { allowPrivateNetworks: true, requireHttps: false } });
    const webhookClient = {
      ...client,
      async post(...request: Parameters<typeof client.post>) {
        const exchange = await client.post(...request);
        await proxy.cut();
        return exchange;
      },
    };
    const { platform, close } = await openTestPlatform({ database, webhookClient });
    const services = createServices(platform);
    const { workspaceId } = await services.identity.ownedWorkspaces.create(OPERATOR, {
      name: 'Acme',
      email: 'owner@example.com',
      password: 'a long password',
      plan: 'enterprise',
    });
    const endpoint = await createEndpointIn(services, workspaceId, {
      url: `${receiver.url}/outage`,
    });
    const warnings: unknown[] = [];
    const worker = services.createDeliveryWorker({
      warn: (...texts: unknown[]) => warnings.push(texts),
      error: () => {},
    });
    await insertDeliveries(direct, workspaceId, endpoint.id, 1);
    worker.start();
    try {
      await receiver.waitFor('/outage', 1);
      await waitUntil(() => expect(warnings.length).toBeGreaterThan(0));
      await proxy.restore();
      await waitUntil(async () => {
        const rows = await direct.reader
          .selectFrom('deliveries')
          .select(['status', 'attempt_count'])
          .execute();
        expect(rows).toEqual([{ status: 'delivered', attempt_count: 1 }]);
      });
      expect(await receiver.received('/outage')).toHaveLength(1);
    } finally {
      await worker.stop();
      await client.close();
      await close();
      await database.close();
      await proxy.close();
    }
  });
});

async function insertDeliveries(
  database: Database,
  workspaceId: string,
  endpointId: string,
  count: number,
): Promise<void> {
  const events = Array.from({ length: count }, () => eventRow(workspaceId, { created_at: Date.now() }));
  await insertRows(database, 'events', events);
  await insertRows(
    database,
    'deliveries',
    events.map((event) => deliveryRow(event, endpointId)),
  );
}
