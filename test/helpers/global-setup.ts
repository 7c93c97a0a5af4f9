import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let shared: Promise<PostgresServer> | undefined;
let users = 0;

/** One PostgreSQL for all suites of a run: `TEST_DATABASE_URL` when it is given, an embedded one otherwise. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') {
    project.provide('postgresUrl', given);
    return async () => {};
  }
  users += 1;
  shared ??= startPostgres();
  const server = await shared;
  project.provide('postgresUrl', server.url);
  return async () => {
    users -= 1;
    if (users > 0) return;
    shared = undefined;
    await server.stop();
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}
