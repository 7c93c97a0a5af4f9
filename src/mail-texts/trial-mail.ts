import { CUSTOMER_MAIL_KINDS } from '../email/customer-mails.ts';
import { headerText } from '../email/header-text.ts';
import type { MailContent } from '../email/mail-kinds.ts';
import type { MailTemplates } from '../email/render.ts';
import { customerMail } from '../photo-requests/request-mail.ts';
import type { Clock } from '../platform/clock.ts';
import type { CustomerUrls } from '../shared/customer-urls.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import { sampleRequest, sampleUnsubscribeUrl } from './sample-request.ts';

/** What a customer would get, to the member who wrote it. */
export function createTrialMailTemplates(deps: {
  workspaces: Pick<WorkspaceRepository, 'find'>;
  urls: CustomerUrls;
  clock: Clock;
}): Pick<MailTemplates, 'mail_trial'> {
  const { workspaces, urls, clock } = deps;
  return {
    async mail_trial({ workspace_id, content }, context) {
      const workspace = await workspaces.find(workspace_id ?? '');
      if (workspace === undefined) return { pointless: 'The workspace was deleted.' };
      const { mail, ...own }: MailContent['mail_trial'] = JSON.parse(content);
      const kind = CUSTOMER_MAIL_KINDS.find((known) => known === mail);
      if (kind === undefined) return { pointless: 'There is no such email to customers.' };
      const request = sampleRequest(workspace, context.wording.lang, clock());
      const unsubscribeUrl = sampleUnsubscribeUrl(context.publicUrl);
      const parts = customerMail(kind, request, { ...context, urls, unsubscribeUrl, own });
      // Mail programs would offer a button that leads nowhere.
      const { unsubscribeUrl: _, ...rest } = parts;
      return { ...rest, subject: headerText(`Test: ${parts.subject}`, 200) };
    },
  };
}
