import { OPERATOR } from '../../../src/audit/actor.ts';
import type { TestApp } from './test-app.ts';

/** The sites that a workspace sends its customers back to, and lets frame their pages. */
export async function allowOrigins(api: TestApp, workspaceId: string, ...origins: string[]): Promise<void> {
  await api.services.workspaces.changeSettings(OPERATOR, workspaceId, { allowed_origins: origins });
}
