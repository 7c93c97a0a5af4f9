import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';

/** A PostgreSQL for each project of a run: `TEST_DATABASE_URL` when it is given, an embedded one otherwise. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') {
    project.provide('postgresUrl', given);
    return async () => {};
  }
  const server = await startPostgres();
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}
