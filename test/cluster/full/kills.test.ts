import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { expectBooksToAgree } from '../../helpers/capture/kill-findings.ts';
import { type ClusterNode, startCluster } from '../../helpers/cluster/cluster.ts';
import { expectAllThere, expectEventsToArrive } from '../../helpers/cluster/cluster-findings.ts';
import { keepCapturing } from '../../helpers/cluster/cluster-load.ts';
import { createWorkspace } from '../../helpers/cluster/cluster-people.ts';
import { useForAll } from '../../helpers/hooks.ts';
import { startReceiver } from '../../helpers/webhooks/misbehaving-receiver.ts';

const CUSTOMERS = 6;
const ROUNDS = 2;
/** Under load, before the next one is killed. */
const WORK_MS = 1_500;

describe('nodes that are killed and started again under load', () => {
  const cluster = useForAll(() => startCluster(['all', 'all', 'all', 'worker']), 'stop');
  const receiver = useForAll(startReceiver, 'stop');

  async function killInTurn(): Promise<number> {
    let kills = 0;
    for (let round = 0; round < ROUNDS; round++) {
      for (const node of cluster.nodes as ClusterNode[]) {
        await delay(WORK_MS);
        await node.kill('SIGKILL');
        kills += 1;
        await delay(WORK_MS);
        await node.start();
      }
    }
    return kills;
  }

  it('should lose nothing that was acknowledged, and send the event of each submission', async () => {
    const workspace = await createWorkspace(cluster);
    const path = '/kills';
    const events = ['photo_request.submitted'] as const;
    await cluster.services.webhookEndpoints.create(OPERATOR, workspace.id, {
      url: receiver.url + path,
      events,
    });
    let isOver = false;
    const customers = Array.from({ length: CUSTOMERS }, (_, number) =>
      keepCapturing({ url: cluster.front.url, key: workspace.key, number, isOver: () => isOver }),
    );
    const failed = Promise.all(customers);
    const kills = await Promise.race([killInTurn(), failed.then(() => 0)]);
    isOver = true;
    const results = await failed;
    const all = results.flatMap(({ acknowledged }) => acknowledged);
    const retries = results.reduce((sum, result) => sum + result.retries, 0);

    expect(kills).toBe(ROUNDS * 4);
    expect(all.length).toBeGreaterThan(CUSTOMERS);
    await expectAllThere(cluster, workspace.key, all);
    await expectBooksToAgree(cluster.services.database, workspace.id);
    const sent = await expectEventsToArrive({
      ...{ cluster, workspaceId: workspace.id, receiver, path, all },
      timeout: 150_000,
    });
    process.stdout.write(
      `${kills} kills, ${all.length} submissions, ${retries} calls repeated, ` +
        `${sent.events} events in ${sent.arrivals} arrivals\n`,
    );
  });
});
