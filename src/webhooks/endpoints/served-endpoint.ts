import type { Owner } from '../../platform/db/tables.ts';
import { notFound, ServiceError } from '../../platform/errors.ts';
import type { WebhookEndpoint, WebhookEndpoints } from './endpoints.ts';

/** Endpoints belong to a workspace and serve one environment, or both: each shows in those it serves. */
export function isServed(endpoint: WebhookEndpoint, { environment }: Pick<Owner, 'environment'>): boolean {
  return endpoint.serves === 'both' || endpoint.serves === environment;
}

export function createFindServed(webhookEndpoints: Pick<WebhookEndpoints, 'find'>) {
  return async (owner: Owner, id: string): Promise<WebhookEndpoint> => {
    const endpoint = await webhookEndpoints.find(owner.workspaceId, id);
    if (!isServed(endpoint, owner)) throw notFound('The webhook endpoint');
    return endpoint;
  };
}

/** A test key must not decide where live photos go, nor with which secret. */
export function requireChangeable({ serves }: WebhookEndpoint, { environment }: Owner): void {
  if (serves !== 'both' || environment === 'live') return;
  throw new ServiceError(
    'insufficient_permission',
    'This endpoint receives live events too. Change it with a live key, or in the web application.',
  );
}
