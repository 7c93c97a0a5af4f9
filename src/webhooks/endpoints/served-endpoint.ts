import type { Owner } from '../../platform/db/tables.ts';
import { notFound } from '../../platform/errors.ts';
import { isServed } from './endpoint-rights.ts';
import type { WebhookEndpoint, WebhookEndpoints } from './endpoints.ts';

export function createFindServed(webhookEndpoints: Pick<WebhookEndpoints, 'find'>) {
  return async (owner: Owner, id: string): Promise<WebhookEndpoint> => {
    const endpoint = await webhookEndpoints.find(owner.workspaceId, id);
    if (!isServed(endpoint, owner)) throw notFound('The webhook endpoint');
    return endpoint;
  };
}
