import type { MailTemplates } from './email/render.ts';
import { createIdentityMailTemplates } from './identity/mails.ts';
import { createLinkMailTemplates } from './permanent-links/link-alert-mail.ts';
import { createMailedRequestRepository } from './photo-requests/mailed-request-repository.ts';
import { createRequestMailTemplates } from './photo-requests/request-mail.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import type { Secrets } from './platform/secrets.ts';
import { createCustomerUrls } from './shared/customer-urls.ts';
import { createEndpointMailTemplates } from './webhooks/endpoints/endpoint-disabled-mail.ts';
import { createWorkspaceRepository } from './workspaces/repository.ts';

/** Every email that the service sends, each from the feature it belongs to. */
export function createMailTemplates(deps: {
  database: Database;
  publicUrl: string;
  secrets: Pick<Secrets, 'unseal'>;
  clock: Clock;
}): MailTemplates {
  const { database, publicUrl } = deps;
  const workspaces = createWorkspaceRepository(database);
  return {
    ...createIdentityMailTemplates(deps),
    ...createRequestMailTemplates({
      requests: createMailedRequestRepository(database),
      urls: createCustomerUrls(publicUrl),
      clock: deps.clock,
    }),
    ...createLinkMailTemplates({ workspaces }),
    ...createEndpointMailTemplates({ workspaces }),
  };
}
