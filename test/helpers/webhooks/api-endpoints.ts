import { OPERATOR } from '../../../src/audit/actor.ts';
import type { TestApp } from '../app/test-app.ts';

export const ENDPOINTS = '/v1/webhook-endpoints';

/** No one listens there, and it takes no time to find out. */
export const NOWHERE = 'http://127.0.0.1:2/hooks';

const ENOUGH = 10;

/** A workspace has twenty at most, fewer than a table of routes wants: the oldest go. */
export async function makeRoomForEndpoint(api: TestApp, workspaceId: string): Promise<void> {
  const { webhookEndpoints } = api.services;
  const all = await webhookEndpoints.list(workspaceId);
  for (const { id } of all.slice(0, Math.max(0, all.length - ENOUGH)))
    await webhookEndpoints.delete(OPERATOR, workspaceId, id);
}
