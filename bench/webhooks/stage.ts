import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATOR } from '../../src/audit/actor.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { openDatabase } from '../../src/platform/db/open-database.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import type { Storage } from '../../src/platform/storage/storage.ts';
import type { EventType } from '../../src/webhooks/outbox/event-types.ts';
import type { WholeService } from '../../test/helpers/app/whole-service.ts';
import type { Databases } from '../databases.ts';
import { type Program, type ServerProcess, service, startProcess } from '../server-process.ts';
import { benchServices, insertWorkspace } from '../services.ts';

/** A workspace with its one endpoint. */
export interface Subscriber {
  workspaceId: string;
  endpointId: string;
  key: string;
}

/** A database with subscribers, a connection to it, and how to start the service on it. */
export interface Stage {
  database: Database;
  services: WholeService;
  subscribers: Subscriber[];
  /** What the service is given, for commands beside it. */
  env: Record<string, string>;
  startService(): Promise<ServerProcess>;
  close(): Promise<void>;
}

export async function openStage(options: {
  databases: Databases;
  folder: string;
  name: string;
  /** Of the endpoints, one workspace each. */
  urls: string[];
  events: EventType[];
}): Promise<Stage> {
  const { databases, folder, name, urls, events } = options;
  const place = await databases.create(name);
  const dataDir = place.env.DATA_DIR ?? join(folder, `${name}-files`);
  mkdirSync(dataDir, { recursive: true });
  const program = programOf({ ...place.env, DATA_DIR: dataDir }, folder);
  const database = await openDatabase(place);
  await migrate(database);
  const storage = await openStorage({ storageUrl: undefined, dataDir });
  const secretKey = program.env.SECRET_KEY as string;
  const services = benchServices({ database, storage, secretKey });
  const subscribers: Subscriber[] = [];
  for (const url of urls) subscribers.push(await createSubscriber(services, url, events));
  return {
    database,
    services,
    subscribers,
    env: program.env,
    startService: () => startProcess(program),
    close: () => closeBoth(storage, database),
  };
}

/** Not in production, where receivers must have certificates: none does on this machine. */
function programOf(env: Record<string, string>, folder: string): Program {
  const settings = {
    NODE_ENV: 'development',
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
    // Then each customer can come from an address of its own.
    TRUST_PROXY: 'true',
  };
  return service({ ...settings, ...env }, join(folder, 'servers.log'));
}

async function createSubscriber(
  services: WholeService,
  url: string,
  events: EventType[],
): Promise<Subscriber> {
  const workspaceId = await insertWorkspace(services);
  const { data: endpoint } = await services.webhookEndpoints.create(OPERATOR, workspaceId, { url, events });
  const { key } = await services.apiKeys.create(OPERATOR, workspaceId, {
    environment: 'live',
    name: 'Benchmark',
  });
  return { workspaceId, endpointId: endpoint.id, key };
}

async function closeBoth(storage: Storage, database: Database): Promise<void> {
  await storage.close();
  await database.close();
}
