import type { Member } from '../../identity/member.ts';
import { notFound } from '../../platform/errors.ts';
import type { WebhookEndpoint, WebhookEndpoints } from './endpoints.ts';

/** Endpoints belong to a workspace and serve one environment, or both: each shows in those it serves. */
export function isServed(endpoint: WebhookEndpoint, { environment }: Member): boolean {
  return endpoint.serves === 'both' || endpoint.serves === environment;
}

export function createFindServed(webhookEndpoints: Pick<WebhookEndpoints, 'find'>) {
  return async (member: Member, id: string): Promise<WebhookEndpoint> => {
    const endpoint = await webhookEndpoints.find(member.workspaceId, id);
    if (!isServed(endpoint, member)) throw notFound('The webhook endpoint');
    return endpoint;
  };
}
