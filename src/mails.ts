import { createMailTextRepository } from './email/mail-text-repository.ts';
import { createMailRenderer, type MailTemplates } from './email/render.ts';
import type { MailTransport } from './email/transport.ts';
import { createUnsubscribing } from './email/unsubscribing.ts';
import { createMailWorker, type MailWorker } from './email/worker.ts';
import { createIdentityMailTemplates } from './identity/mails.ts';
import { createTrialMailTemplates } from './mail-texts/trial-mail.ts';
import { createNotificationMailTemplates } from './notifications/mails.ts';
import { createLinkMailTemplates } from './permanent-links/link-alert-mail.ts';
import { createMailedRequestRepository } from './photo-requests/mailed-request-repository.ts';
import { createRequestMailTemplates } from './photo-requests/request-mail.ts';
import { createToldRequestRepository } from './photo-requests/told-request-repository.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import type { Log } from './platform/log.ts';
import type { Random } from './platform/random.ts';
import type { Secrets } from './platform/secrets.ts';
import { createCustomerUrls } from './shared/customer-urls.ts';
import { createEndpointMailTemplates } from './webhooks/endpoints/endpoint-disabled-mail.ts';
import { createWorkspaceRepository } from './workspaces/repository.ts';

/** `serviceName` stands in the sender's name, beside that of a workspace. */
export type OpenMailWorker = (options: {
  transport: MailTransport;
  serviceName: string;
  log: Log;
}) => MailWorker;

/** For sending what the outbox holds. */
export function createOpenMailWorker(
  deps: Parameters<typeof createMailTemplates>[0] & { random: Random },
): OpenMailWorker {
  const templates = createMailTemplates(deps);
  const requests = createMailedRequestRepository(deps.database);
  return ({ transport, serviceName, log }) => {
    const render = createMailRenderer({ templates, publicUrl: deps.publicUrl, serviceName });
    return createMailWorker({ ...deps, transport, render, requests, log });
  };
}

/** Every email that the service sends, each from the feature it belongs to. */
export function createMailTemplates(deps: {
  database: Database;
  publicUrl: string;
  secrets: Pick<Secrets, 'unseal' | 'sign' | 'verify'>;
  clock: Clock;
}): MailTemplates {
  const { database, publicUrl } = deps;
  const workspaces = createWorkspaceRepository(database);
  return {
    ...createIdentityMailTemplates(deps),
    ...createRequestMailTemplates({
      requests: createMailedRequestRepository(database),
      mailTexts: createMailTextRepository(database),
      unsubscribing: createUnsubscribing(deps),
      urls: createCustomerUrls(publicUrl),
      clock: deps.clock,
    }),
    ...createTrialMailTemplates({ workspaces, urls: createCustomerUrls(publicUrl), clock: deps.clock }),
    ...createLinkMailTemplates({ workspaces }),
    ...createEndpointMailTemplates({ ...deps, workspaces }),
    ...createNotificationMailTemplates({
      ...deps,
      workspaces,
      requests: createToldRequestRepository(database),
    }),
  };
}
