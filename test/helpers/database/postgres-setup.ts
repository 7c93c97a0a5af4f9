import type { TestProject } from 'vitest/node';
import { createPostgresTemplate } from './migrated-templates.ts';
import { startPostgres, WITHOUT_WAITING_FOR_DISK } from './postgres-server.ts';

/** A PostgreSQL for each project that uses one: `TEST_DATABASE_URL` when it is given, an embedded one otherwise. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const isGiven = given !== undefined && given !== '';
  const server = isGiven
    ? { url: given, stop: async () => {} }
    : await startPostgres(WITHOUT_WAITING_FOR_DISK);
  const template = await createPostgresTemplate(server.url);
  project.provide('postgresUrl', server.url);
  project.provide('postgresTemplate', template.name);
  return async () => {
    await template.drop();
    await server.stop();
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    postgresTemplate: string;
  }
}
