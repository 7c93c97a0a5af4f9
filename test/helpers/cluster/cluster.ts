import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '../../../src/config/config.ts';
import { openStorage } from '../../../src/platform/storage/open-storage.ts';
import { openTestPlatform, SECRET_KEY } from '../app/test-platform.ts';
import { createWholeService, type WholeService } from '../app/whole-service.ts';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { freePort } from '../http/free-port.ts';
import { startProcess } from '../process/child-process.ts';
import { overHttp, type ServerProcess, untilAnswers } from '../process/server-process.ts';
import { startS3Server } from '../storage/s3-server.ts';
import { balanceOver, startClusterProxy } from './cluster-proxy.ts';
import { prepareRedis, type RedisServer } from './redis-server.ts';

export interface ClusterNode {
  role: Role;
  server: ServerProcess;
  /** Everything that it and those before it in its place have logged. */
  log(): Record<string, unknown>[];
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** In the same place, as another process. */
  start(): Promise<void>;
}

export interface Cluster {
  /** The load balancer, as if it were the server. */
  front: ServerProcess;
  /** Those that take calls. */
  serving: ClusterNode[];
  nodes: ClusterNode[];
  redis: RedisServer;
  /** On the same database and storage, as an operator's command has them. */
  services: WholeService;
  stop(): Promise<void>;
}

/** Nodes of these roles on one PostgreSQL, one S3 bucket and one Redis, behind a load balancer; all real processes. */
export async function startCluster(roles: Role[], settings: Record<string, string> = {}): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-cluster-'));
  const [testDatabase, redis, s3, proxy] = await Promise.all([
    createTestDatabase('postgres'),
    prepareRedis(),
    startS3Server(),
    startClusterProxy(),
  ]);
  await redis.start();
  const ports = await Promise.all(roles.map(() => freePort()));
  const behindProxy = ports.filter((_, index) => roles[index] !== 'worker');
  const front = overHttp(proxy.process, await balanceOver(proxy.controlUrl, behindProxy), '127.0.0.1');
  const storageUrl = s3.url({ prefix: 'cluster' });
  const env = {
    DATABASE_URL: testDatabase.env.DATABASE_URL ?? '',
    STORAGE_URL: storageUrl,
    REDIS_URL: redis.url,
    SECRET_KEY,
    PUBLIC_URL: front.url,
    HOST: '127.0.0.1',
    TRUST_PROXY: '1',
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
    LOG_LEVEL: 'debug',
    ...settings,
  };
  const nodes = await Promise.all(
    roles.map((role, index) =>
      startNode(role, ports[index] as number, {
        ...env,
        ROLE: role,
        DATA_DIR: join(folder, `node-${index}`),
      }),
    ),
  );
  const { services, close } = await openServices({ testDatabase, storageUrl, publicUrl: front.url, folder });
  return {
    front,
    nodes,
    serving: nodes.filter(({ role }) => role !== 'worker'),
    redis,
    services,
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()));
      await close();
      proxy.process.kill('SIGKILL');
      await proxy.process.ended;
      await Promise.all([redis.stop(), s3.stop()]);
      await testDatabase.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openServices(options: {
  testDatabase: TestDatabase;
  storageUrl: string;
  publicUrl: string;
  folder: string;
}): Promise<{ services: WholeService; close(): Promise<void> }> {
  const database = await options.testDatabase.open();
  const storage = await openStorage({
    storageUrl: options.storageUrl,
    dataDir: join(options.folder, 'test'),
  });
  const { platform, close } = await openTestPlatform({ database, storage, publicUrl: options.publicUrl });
  return {
    services: createWholeService(platform),
    async close() {
      await close();
      await storage.close();
      await database.close();
    },
  };
}

async function startNode(role: Role, port: number, env: Record<string, string>): Promise<ClusterNode> {
  const lives: ServerProcess[] = [];
  const node: ClusterNode = {
    role,
    get server() {
      return lives.at(-1) as ServerProcess;
    },
    log: () => lives.flatMap((life) => parsed(life.stdout())),
    async kill(signal = 'SIGKILL') {
      await node.server.stop(signal);
    },
    async start() {
      const running = startProcess(process.execPath, ['test/helpers/cluster/cluster-node-process.js'], {
        ...env,
        PORT: String(port),
      });
      const server = overHttp(running, port, '127.0.0.1');
      lives.push(server);
      await untilAnswers(server);
    },
  };
  await node.start();
  return node;
}

/** One that was killed may have left half a line. */
function parsed(lines: string): Record<string, unknown>[] {
  return lines.split('\n').flatMap((line) => {
    try {
      return line.startsWith('{') ? [JSON.parse(line)] : [];
    } catch {
      return [];
    }
  });
}
