import { join } from 'node:path';
import type { Engine } from '../../src/platform/db/database.ts';
import type { Databases, Place } from '../databases.ts';
import type { Effort } from '../measure.ts';
import type { Report } from '../report.ts';
import { type ServerProcess, service, startProcess } from '../server-process.ts';
import { type SeededDatabase, seed } from './seed.ts';

export const SMALL = 1_000;
export const PARTS = ['get', 'post', 'list', 'memory', 'start'] as const;

export interface Options extends Effort {
  /** Of the large table; the small one has a thousand. */
  rows: number;
  only: (typeof PARTS)[number][];
  engine: Engine[];
}

/** What each part of the benchmark is given. */
export interface BenchContext {
  options: Options;
  folder: string;
  databases: Databases;
  report: Report;
  say(text: string): void;
  /** The same database for everyone who asks for the same name. */
  seeded(name: string, rows: number): Promise<SeededDatabase>;
  startService(place: Place): Promise<ServerProcess>;
  startBare(kind: 'constant' | 'read' | 'list' | 'insert', database?: SeededDatabase): Promise<ServerProcess>;
  /** Runs the work with these servers and stops them after it. */
  using<T>(servers: ServerProcess[], work: () => Promise<T>): Promise<T>;
}

export function createContext(
  given: Pick<BenchContext, 'options' | 'folder' | 'databases' | 'report' | 'say'>,
): BenchContext {
  const { folder, databases, say } = given;
  const known = new Map<string, SeededDatabase>();
  const logFile = join(folder, 'servers.log');

  return {
    ...given,
    async seeded(name, rows) {
      let database = known.get(name);
      if (database === undefined) {
        const started = performance.now();
        database = await seed(await databases.create(name), rows);
        known.set(name, database);
        const seconds = ((performance.now() - started) / 1000).toFixed(1);
        say(`${databases.engine}: ${rows.toLocaleString('en')} rows seeded in ${seconds} s`);
      }
      return database;
    },
    startService: (place) => startProcess(service(place.env, logFile)),
    startBare: (kind, database) =>
      startProcess({
        command: process.execPath,
        args: ['bench/api/bare-server.ts', kind],
        env: { NODE_ENV: 'production', WORKSPACE_ID: database?.workspaceId ?? '', ...database?.env },
        logFile,
      }),
    async using(servers, work) {
      try {
        return await work();
      } finally {
        for (const server of servers) await server.stop();
      }
    },
  };
}
