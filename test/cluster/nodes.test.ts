import { describe, expect, it, vi } from 'vitest';
import { OPERATOR } from '../../src/audit/actor.ts';
import { openDevice, required, sendShot, takeShot } from '../helpers/capture/capture-client.ts';
import { keyOf, smallPhoto } from '../helpers/capture/customer.ts';
import { openPages, sendAndSubmitAll } from '../helpers/capture/kill-customers.ts';
import { expectBooksToAgree, expectOneSubmission } from '../helpers/capture/kill-findings.ts';
import { type ClusterNode, startCluster } from '../helpers/cluster/cluster.ts';
import { callAsPage, createWorkspace, PASSWORD } from '../helpers/cluster/cluster-people.ts';
import { rowsOf, updateRows } from '../helpers/database/stored-rows.ts';
import { useForAll } from '../helpers/hooks.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { startReceiver } from '../helpers/webhooks/misbehaving-receiver.ts';

const WAIT = { timeout: 60_000, interval: 50 };
/** Half of a lease, which even a busy machine does not need. */
const TAKEN_OVER_MS = 30_000;

describe('three nodes behind a load balancer, and one that only works', () => {
  const cluster = useForAll(() => startCluster(['all', 'all', 'api', 'worker']), 'stop');
  const receiver = useForAll(startReceiver, 'stop');

  const pingAt = ({ server }: ClusterNode, key: string) => server.call('GET', '/v1/ping', { key });

  it('should admit exactly 60 of 200 calls in a minute, whichever node they come to', async () => {
    const { key } = await createWorkspace(cluster, { unlimited: false });
    const responses = await Promise.all(
      Array.from({ length: 200 }, () => cluster.front.call('GET', '/v1/ping', { key })),
    );
    const lonely = cluster.serving.flatMap((node) =>
      node.log().filter(({ msg }) => String(msg).startsWith('Redis is unavailable')),
    );
    // Redis was there all the time: a busy node must not take itself for a lonely one.
    expect(lonely).toEqual([]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(140);
    expect(new Set(responses.map(({ headers }) => headers.get('x-test-node')))).toEqual(
      new Set(['0', '1', '2']),
    );
    for (const node of cluster.serving) expect((await pingAt(node, key)).status).toBe(429);
  });

  it('should refuse a key everywhere as soon as one node has revoked it', async () => {
    const workspace = await createWorkspace(cluster);
    const publicUrl = cluster.front.url;
    const [first, second] = cluster.serving as [ClusterNode, ClusterNode];
    for (const node of cluster.serving) expect((await pingAt(node, workspace.key)).status).toBe(200);
    const { cookie } = await callAsPage(first.server, {
      ...{ method: 'POST', path: '/sign-in', publicUrl },
      body: { email: workspace.email, password: PASSWORD },
    });
    const revoked = await callAsPage(second.server, {
      ...{ method: 'DELETE', publicUrl, cookie },
      path: `/workspaces/${workspace.id}/api-keys/${workspace.keyId}`,
    });
    expect(revoked.status).toBeLessThan(300);
    const responses = await Promise.all(cluster.serving.map((node) => pingAt(node, workspace.key)));
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  it('should end a session everywhere as soon as one node has', async () => {
    const { email } = await createWorkspace(cluster);
    const publicUrl = cluster.front.url;
    const [first, second, third] = cluster.serving as [ClusterNode, ClusterNode, ClusterNode];
    const signedIn = await callAsPage(first.server, {
      ...{ method: 'POST', path: '/sign-in', publicUrl },
      body: { email, password: PASSWORD },
    });
    const { cookie } = signedIn;
    const read = (node: ClusterNode) =>
      callAsPage(node.server, { method: 'GET', path: '/session', publicUrl, cookie });
    for (const node of cluster.serving) expect((await read(node)).status).toBe(200);
    await callAsPage(second.server, { method: 'POST', path: '/sign-out', publicUrl, cookie });
    for (const node of [first, third]) expect((await read(node)).status).toBe(401);
  });

  it('should throttle wrong passwords over all nodes', async () => {
    const { email } = await createWorkspace(cluster);
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) {
      const { status } = await callAsPage(cluster.front, {
        ...{ method: 'POST', path: '/sign-in', publicUrl: cluster.front.url },
        ...{ body: { email, password: 'a wrong password' }, address: '192.0.2.2' },
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it('should take photos on any node, submit once, and send each event once', async () => {
    const workspace = await createWorkspace(cluster);
    const events = ['photo_request.submitted', 'photo_submission.created'] as const;
    await cluster.services.webhookEndpoints.create(OPERATOR, workspace.id, {
      url: `${receiver.url}/captures`,
      events,
    });
    const customers = await openPages(cluster.front, workspace.key);
    await sendAndSubmitAll(cluster.front.url, customers, 'rush');
    for (const customer of customers) await expectOneSubmission(cluster.front, workspace.key, customer);
    await expectBooksToAgree(cluster.services.database, workspace.id);

    // Two of them visit a permanent link, which makes two events each.
    const received = await receiver.waitFor('/captures', 6, WAIT.timeout);
    const deliveries = () => rowsOf(cluster.services.database, 'deliveries', { workspace_id: workspace.id });
    await waitUntil(async () =>
      expect(await deliveries()).toMatchObject(Array(6).fill({ status: 'delivered', attempt_count: 1 })),
    );
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(6);
    expect(await receiver.received('/captures')).toHaveLength(6);
  });

  it('should respond the same to a repeated call on another node, and do its work once', async () => {
    const { id, key } = await createWorkspace(cluster);
    const create = (node: ClusterNode) =>
      fetch(`${node.server.url}/v1/photo-requests`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': 'once' },
        body: JSON.stringify({ instructions: 'A photo' }),
      });
    const responses = await Promise.all(cluster.serving.map(create));
    const bodies = (await Promise.all(responses.map((response) => response.json()))) as {
      data: { id: string };
    }[];
    expect(new Set(bodies.map(({ data }) => data.id)).size).toBe(1);
    const rows = await rowsOf(cluster.services.database, 'photo_requests', { workspace_id: id });
    expect(rows).toHaveLength(1);
  });

  it('should tell a page at one node of what happens at another', async () => {
    const workspace = await createWorkspace(cluster);
    const [first, second, third] = cluster.serving as [ClusterNode, ClusterNode, ClusterNode];
    const { cookie } = await callAsPage(first.server, {
      ...{ method: 'POST', path: '/sign-in', publicUrl: cluster.front.url },
      body: { email: workspace.email, password: PASSWORD },
    });
    const leaving = new AbortController();
    const stream = await fetch(
      `${first.server.url}/app/api/workspaces/${workspace.id}/events?environment=live`,
      { headers: { cookie }, signal: leaving.signal },
    );
    expect(stream.status).toBe(200);
    let seen = '';
    const reading = (async () => {
      for await (const chunk of stream.body ?? []) seen += Buffer.from(chunk).toString();
    })().catch(() => {});
    const created = await second.server.call('POST', '/v1/photo-requests', {
      key: workspace.key,
      body: { instructions: 'A photo' },
    });
    expect(created.status).toBe(201);
    // Before the page's own look, which comes every 20 s.
    const soon = { timeout: 18_000, interval: 20 };
    await vi.waitFor(() => expect(seen).toContain(String(created.body.data.id)), soon);

    seen = '';
    const key = keyOf(String(created.body.data.request_url));
    const phone = await openDevice(third.server.url, { kind: 'request', key });
    await vi.waitFor(() => expect(seen).toContain('event: request'), soon);

    seen = '';
    required(await sendShot(second.server.url, takeShot(phone, 0, await smallPhoto(0))));
    await vi.waitFor(() => expect(seen).toContain('event: request'), soon);
    leaving.abort();
    await reading;
  });

  it('should do each sweep once, on one of the nodes that work', async () => {
    const workspace = await createWorkspace(cluster);
    const url = `${receiver.url}/expired`;
    await cluster.services.webhookEndpoints.create(OPERATOR, workspace.id, {
      url,
      events: ['photo_request.expired'],
    });
    const body = { instructions: 'A photo' };
    const call = { key: workspace.key, body };
    await Promise.all(
      Array.from({ length: 20 }, () => cluster.front.call('POST', '/v1/photo-requests', call)),
    );
    await updateRows(
      cluster.services.database,
      'photo_requests',
      { workspace_id: workspace.id },
      { expires_at: Date.now() - 1_000 },
    );
    const received = await receiver.waitFor('/expired', 20, WAIT.timeout);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(20);
    expect(await receiver.received('/expired')).toHaveLength(20);

    const swept = await waitUntil(() => {
      const turns = cluster.nodes.map((node) =>
        node
          .log()
          .filter(({ msg }) => msg === 'swept')
          .map(({ sweep, turn }) => `${sweep} ${turn}`),
      );
      expect(turns.flat()).toContain('reconcile 1');
      return turns;
    });
    const turns = swept.flat();
    expect(turns.length).toBe(new Set(turns).size);
    expect(turns.filter((turn) => turn.startsWith('reconcile'))).toHaveLength(1);
    // The one that only takes calls sweeps nothing.
    expect(swept.map((own) => own.length > 0)).toEqual([
      expect.any(Boolean),
      expect.any(Boolean),
      false,
      expect.any(Boolean),
    ]);
  });

  it('should serve nothing but probes on the one that only works', async () => {
    const { key } = await createWorkspace(cluster);
    const worker = cluster.nodes[3] as ClusterNode;
    expect((await worker.server.call('GET', '/healthz')).status).toBe(200);
    await waitUntil(async () =>
      expect((await worker.server.call('GET', '/readyz')).body).toEqual({ status: 'ok' }),
    );
    expect((await pingAt(worker, key)).status).toBe(404);
  });

  it('should stream events of any node, and lose none when the node of the stream is killed', async () => {
    const { id } = await createWorkspace(cluster);
    const { key } = await cluster.services.apiKeys.create(OPERATOR, id, {
      environment: 'test',
      name: 'Mine',
    });
    const leaving = new AbortController();
    const heard: string[] = [];
    let lastId = '';
    async function listen(): Promise<ClusterNode> {
      const headers = { 'x-api-key': key, ...(lastId === '' ? {} : { 'last-event-id': lastId }) };
      const url = `${cluster.front.url}/v1/events/stream`;
      const stream = await fetch(url, { headers, signal: leaving.signal });
      expect(stream.status).toBe(200);
      void (async () => {
        let text = '';
        for await (const chunk of stream.body ?? []) {
          const messages = (text + Buffer.from(chunk).toString()).split('\n\n');
          text = messages.pop() ?? '';
          for (const message of messages) {
            const [, eventId = ''] = /^id: (\w+)$/m.exec(message) ?? [];
            if (eventId > lastId) lastId = eventId;
            heard.push(...(/"data":\{"id":"(\w+)"/.exec(message)?.slice(1) ?? []));
          }
        }
      })().catch(() => {});
      await waitUntil(() => expect(lastId).not.toBe(''));
      return cluster.serving[Number(stream.headers.get('x-test-node'))] as ClusterNode;
    }
    const created: string[] = [];
    async function makeAt(nodes: ClusterNode[]): Promise<void> {
      for (const { server } of nodes) {
        const call = { key, body: { instructions: 'A photo' } };
        const { status, body } = await server.call('POST', '/v1/photo-requests', call);
        expect(status).toBe(201);
        created.push(String(body.data.id));
      }
    }
    const holder = await listen();
    const others = cluster.serving.filter((node) => node !== holder);
    await makeAt(others);
    await vi.waitFor(() => expect(new Set(heard)).toEqual(new Set(created)), {
      timeout: 18_000,
      interval: 20,
    });

    // Some of these may be on their way to the one that dies, and some come while no one listens.
    const making = makeAt(Array.from({ length: 10 }, () => others).flat());
    await waitUntil(() => expect(heard.length).toBeGreaterThan(4));
    await holder.kill();
    await making;
    await makeAt(others);
    expect(await listen()).not.toBe(holder);
    await vi.waitFor(() => expect(new Set(heard)).toEqual(new Set(created)), WAIT);
    leaving.abort();
    await holder.start();
  });

  // Stops nodes: stays the last.
  it('should take over what a killed node was sending, long before its lease ends', async () => {
    const workspace = await createWorkspace(cluster);
    const url = `${receiver.url}/taken-over`;
    await receiver.behave('/taken-over', ['hang', { status: 200 }]);
    await cluster.services.webhookEndpoints.create(OPERATOR, workspace.id, {
      url,
      events: ['photo_request.created'],
    });
    const [only, other, , worker] = cluster.nodes as [ClusterNode, ClusterNode, ClusterNode, ClusterNode];
    await Promise.all([other.kill(), worker.kill()]);
    const created = await only.server.call('POST', '/v1/photo-requests', {
      key: workspace.key,
      body: { instructions: 'A photo' },
    });
    expect(created.status).toBe(201);
    await receiver.waitFor('/taken-over', 1, WAIT.timeout);
    await worker.start();
    await only.kill();
    const [first, second] = await receiver.waitFor('/taken-over', 2, TAKEN_OVER_MS);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });
});
