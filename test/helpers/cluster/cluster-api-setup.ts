import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createPostgresTemplate } from '../database/migrated-templates.ts';
import { startPostgres, WITHOUT_WAITING_FOR_DISK } from '../database/postgres-server.ts';
import { type RunningProcess, startProcess } from '../process/child-process.ts';
import { startS3Server } from '../storage/s3-server.ts';
import { refuseExceptionsWithoutFile } from './cluster-api-exceptions.ts';
import { startClusterProxy } from './cluster-proxy.ts';
import { prepareRedis } from './redis-server.ts';

const NODES = 3;

export interface ApiCluster {
  proxyUrl: string;
  nodeUrls: string[];
  redisUrl: string;
  /** With a prefix for each test in place of `PREFIX`. */
  storageUrl: string;
}

/** Everything that the API tests need to run through three nodes behind a load balancer. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  refuseExceptionsWithoutFile();
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-cluster-'));
  const [postgres, redis, s3, proxy] = await Promise.all([
    startPostgres(WITHOUT_WAITING_FOR_DISK),
    prepareRedis(),
    startS3Server(),
    startClusterProxy(),
  ]);
  await redis.start();
  const nodes = await Promise.all(Array.from({ length: NODES }, (_, number) => startNode(folder, number)));
  project.provide('postgresUrl', postgres.url);
  project.provide('postgresTemplate', (await createPostgresTemplate(postgres.url)).name);
  project.provide('apiCluster', {
    proxyUrl: proxy.controlUrl,
    nodeUrls: nodes.map(({ url }) => url),
    redisUrl: redis.url,
    storageUrl: s3.url({ prefix: 'PREFIX' }),
  });
  return async () => {
    for (const running of [...nodes.map(({ process }) => process), proxy.process]) {
      running.kill('SIGKILL');
      await running.ended;
    }
    await Promise.all([postgres.stop(), redis.stop(), s3.stop()]);
    rmSync(folder, { recursive: true, force: true });
  };
}

async function startNode(folder: string, number: number): Promise<{ url: string; process: RunningProcess }> {
  const dataDir = join(folder, `node-${number}`);
  mkdirSync(dataDir);
  const running = startProcess(process.execPath, ['test/helpers/cluster/cluster-api-node-process.ts'], {
    DATA_DIR: dataDir,
  });
  await running.untilPrinted(/node at \d+\n/);
  const port = /node at (\d+)\n/.exec(running.stdout())?.[1];
  return { url: `http://127.0.0.1:${port}`, process: running };
}

declare module 'vitest' {
  interface ProvidedContext {
    apiCluster: ApiCluster;
  }
}
