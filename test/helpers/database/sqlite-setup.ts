import type { TestProject } from 'vitest/node';
import { createSqliteTemplate } from './migrated-templates.ts';

/** For every project: what a migrated SQLite database is copied from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = await createSqliteTemplate();
  project.provide('sqliteTemplate', template.name);
  return () => template.drop();
}

declare module 'vitest' {
  interface ProvidedContext {
    sqliteTemplate: string;
  }
}
