import { OPERATOR } from '../../../src/audit/actor.ts';
import type { EndpointWithSecret, NewWebhookEndpoint } from '../../../src/webhooks/endpoints/endpoints.ts';
import type { WholeService } from '../app/whole-service.ts';

/** As the operator does. */
export async function createEndpointIn(
  { webhookEndpoints }: Pick<WholeService, 'webhookEndpoints'>,
  workspaceId: string,
  input: NewWebhookEndpoint,
): Promise<EndpointWithSecret> {
  const { data } = await webhookEndpoints.create(OPERATOR, workspaceId, input);
  return data;
}
