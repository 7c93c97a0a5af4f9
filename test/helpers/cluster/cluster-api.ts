import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { inject } from 'vitest';
import { openStorage } from '../../../src/platform/storage/open-storage.ts';
import type { Storage } from '../../../src/platform/storage/storage.ts';
import type { TestClock } from '../app/test-clock.ts';
import { fromStorage, send } from './cluster-api-calls.ts';
import { readNodeLogs } from './cluster-api-logs.ts';
import type { Installation, InstalledNode } from './cluster-api-node-process.ts';
import { createRedisTime } from './cluster-api-redis-time.ts';
import { openSharedTime, type SharedTime, shareTime } from './cluster-api-time.ts';
import { balanceOver } from './cluster-proxy.ts';

/** Whether this run of the API tests goes through several nodes. */
const isOnCluster = process.env.TEST_CLUSTER === '1';

/** What the nodes have in common with the test's own process, beside the database. */
export interface SharedByNodes {
  storage: Storage;
  storageUrl: string;
  timeFile: string;
  ids: SharedTime['ids'];
  redisPrefix: string;
  redisTime: ReturnType<typeof createRedisTime>;
}

/** Undefined where the API tests run in one process. */
export async function shareWithNodes(dataDir: string, clock: TestClock): Promise<SharedByNodes | undefined> {
  if (!isOnCluster) return undefined;
  const { redisUrl, storageUrl: ofAll } = inject('apiCluster');
  // Workspaces of different tests have different ids, but all share the address that they call from.
  const name = randomBytes(6).toString('hex');
  const storageUrl = ofAll.replace('PREFIX', `test-${name}`);
  const redisTime = createRedisTime({ redisUrl, keyPrefix: name });
  const timeFile = join(dataDir, 'time');
  shareTime(timeFile, clock, redisTime.move);
  return {
    storage: await openStorage({ storageUrl, dataDir }),
    storageUrl,
    timeFile,
    ids: openSharedTime(timeFile).ids,
    redisPrefix: name,
    redisTime,
  };
}

export interface AppOnCluster {
  /**
   * Of a server the tests get `inject`, which goes by HTTP to each node in turn, `listen`, which tells where the load
   * balancer is, and `server`, which is one of the nodes, for those who speak with a socket.
   */
  app: FastifyInstance;
  /** Of all nodes. Whatever has got its response has its line here. */
  logLines(): string[];
  temporaryFolders: string[];
}

/** The service on three nodes behind a load balancer. */
export async function openOnCluster(
  shared: SharedByNodes,
  options: Omit<Installation, 'redisUrl' | 'storageUrl' | 'timeFile'>,
): Promise<AppOnCluster> {
  const { proxyUrl, nodeUrls, redisUrl } = inject('apiCluster');
  const { storageUrl, timeFile, redisTime } = shared;
  const redis = new URL(redisUrl);
  redis.searchParams.set('keyPrefix', shared.redisPrefix);
  const trustProxy = withBalancer(options.trustProxy);
  const wanted: Installation = { ...options, storageUrl, timeFile, redisUrl: redis.href, trustProxy };
  const nodes = await Promise.all(nodeUrls.map((url) => ask<InstalledNode>(url, wanted)));
  const ports = nodes.map(({ port }) => port);
  const port = await balanceOver(proxyUrl, ports);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const logs = readNodeLogs(nodes.map(({ logFile }) => logFile));
  const app = {
    async inject(given: InjectOptions | string) {
      await redisTime.caughtUp();
      const response = await send(port, agent, given);
      await logs.untilTold(response.headers['x-request-id']);
      return response.statusCode === 302 ? fromStorage(response, given) : response;
    },
    listen: async () => `http://127.0.0.1:${port}`,
    server: oneNode(nodeUrls[0] as string, ports[0] as number),
    async close() {
      agent.destroy();
      await redisTime.close();
      await Promise.all(nodeUrls.map((url, index) => ask(url, { close: ports[index] })));
      logs.close();
    },
  };
  return {
    app: app as unknown as FastifyInstance,
    logLines: logs.lines,
    temporaryFolders: nodes.map(({ temporaryFolder }) => temporaryFolder),
  };
}

function oneNode(controlUrl: string, port: number) {
  return {
    address: () => ({ port }),
    getConnections(done: (error: Error | null, count?: number) => void): void {
      ask<{ connections: number }>(controlUrl, { count: port }).then(
        ({ connections }) => done(null, connections),
        done,
      );
    },
    closeAllConnections() {},
  };
}

/** The load balancer is one proxy more than the test has in mind. */
function withBalancer(trustProxy: number | string[]): number | string[] {
  return typeof trustProxy === 'number' ? trustProxy + 1 : [...trustProxy, '127.0.0.1'];
}

async function ask<T>(url: string, body: object): Promise<T> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text) as T;
}
