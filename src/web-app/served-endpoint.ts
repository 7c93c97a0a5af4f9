import { notFound } from '../platform/errors.ts';
import type { Services } from '../services.ts';
import type { WebhookEndpoint } from '../webhooks/endpoints.ts';
import type { Member } from './access.ts';

/** Endpoints belong to a workspace and serve one environment, or both: each shows in those it serves. */
export function isServed(endpoint: WebhookEndpoint, { environment }: Member): boolean {
  return endpoint.serves === 'both' || endpoint.serves === environment;
}

export function createFindServed({ webhookEndpoints }: Pick<Services, 'webhookEndpoints'>) {
  return async (member: Member, id: string): Promise<WebhookEndpoint> => {
    const endpoint = await webhookEndpoints.find(member.workspaceId, id);
    if (!isServed(endpoint, member)) throw notFound('The webhook endpoint');
    return endpoint;
  };
}

export function endpointNote(member: Member, verb: string, endpoint: WebhookEndpoint) {
  return {
    member,
    action: `webhook_endpoint.${verb}`,
    subjectId: endpoint.id,
    subjectName: endpoint.name,
    details: { url: endpoint.url },
  };
}
