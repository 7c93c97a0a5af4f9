import { statusAt } from '../photo-requests/status.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { MailRow } from '../platform/db/tables.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { CustomerUrls } from '../shared/customer-urls.ts';
import {
  emailChangedMail,
  type IdentityMailContext,
  invitationMail,
  resetPasswordMail,
  signInWarningMail,
  verifyEmailMail,
} from './identity-mails.ts';
import { linkAlertMail } from './link-alert-mail.ts';
import type { MailContent, MailKind } from './mail-kinds.ts';
import { photoRequestMail } from './photo-request-mail.ts';
import type { MailParts, RenderedMail } from './rendered-mail.ts';
import { createMailRepository } from './repository.ts';
import { webhookDisabledMail } from './webhook-disabled-mail.ts';
import { type Wording, wordingFor } from './wording.ts';

/** Why a mail is not worth sending any more. */
export interface Pointless {
  pointless: string;
}

/** Makes the mail of a row, from what is true at this moment. */
export type MailRenderer = (row: MailRow) => Promise<RenderedMail | Pointless>;

type Maker = (row: MailRow, wording: Wording) => Promise<MailParts | Pointless>;

const OVER = {
  submitted: 'The photos were submitted before the mail was sent.',
  expired: 'The photo request expired before the mail was sent.',
  canceled: 'The photo request was canceled before the mail was sent.',
} as const;

export function createMailRenderer(deps: {
  database: Database;
  urls: CustomerUrls;
  publicUrl: string;
  /** The name of MAIL_FROM. */
  serviceName: string;
  secrets: Pick<Secrets, 'unseal'>;
  clock: Clock;
}): MailRenderer {
  const { database, urls, publicUrl, serviceName, secrets, clock } = deps;
  const repository = createMailRepository(database);

  /** A mail with a link that works once; after its end it is not worth sending. */
  function linked<Kind extends 'verify_email' | 'reset_password' | 'invitation'>(
    make: (content: MailContent[Kind], context: IdentityMailContext) => MailParts,
  ): Maker {
    return async (row, wording) => {
      const content: MailContent[Kind] = JSON.parse(row.content);
      if (content.expires_at <= clock()) return { pointless: 'The link ended before the mail was sent.' };
      const token = secrets.unseal('mailed-links', row.recipient, content.sealed_token);
      return make(content, { wording, publicUrl, serviceName, token });
    };
  }

  const makers: Partial<Record<MailKind, Maker>> = {
    verify_email: linked<'verify_email'>(verifyEmailMail),
    reset_password: linked<'reset_password'>(resetPasswordMail),
    invitation: linked<'invitation'>(invitationMail),

    email_changed: async ({ content }, wording) =>
      emailChangedMail(JSON.parse(content), { wording, publicUrl, serviceName }),

    sign_in_warning: async ({ content }, wording) =>
      signInWarningMail(JSON.parse(content), { wording, publicUrl, serviceName }),

    async photo_request({ workspace_id, request_id }, wording) {
      const request = await repository.findRequest(workspace_id ?? '', request_id ?? '');
      if (request === undefined) return { pointless: 'The photo request was deleted.' };
      const status = statusAt(request, clock());
      if (status !== 'pending' && status !== 'in_progress') return { pointless: OVER[status] };
      if (request.suspended_at !== null) return { pointless: 'The workspace is suspended.' };
      return photoRequestMail(request, { wording, urls, serviceName });
    },

    async link_alert({ workspace_id, content }, wording) {
      const workspaceId = workspace_id ?? '';
      const workspaceName = await repository.nameOfWorkspace(workspaceId);
      if (workspaceName === undefined) return { pointless: 'The workspace was deleted.' };
      const alert: MailContent['link_alert'] = JSON.parse(content);
      return linkAlertMail(alert, { wording, publicUrl, serviceName, workspaceId, workspaceName });
    },

    async webhook_disabled({ workspace_id, content }, wording) {
      const workspaceId = workspace_id ?? '';
      const workspaceName = await repository.nameOfWorkspace(workspaceId);
      if (workspaceName === undefined) return { pointless: 'The workspace was deleted.' };
      const endpoint: MailContent['webhook_disabled'] = JSON.parse(content);
      return webhookDisabledMail(endpoint, { wording, publicUrl, serviceName, workspaceId, workspaceName });
    },
  };

  return async (row) => {
    const wording = wordingFor(row.locale);
    const make = makers[row.kind as MailKind];
    // During an update an older node may meet a mail of a newer one: it waits for a node that knows it.
    if (make === undefined) throw new Error(`Mails of the kind ${row.kind} are not known here.`);
    const made = await make(row, wording);
    if ('pointless' in made) return made;
    return {
      id: row.id,
      recipient: row.recipient,
      locale: wording.locale,
      date: row.created_at,
      ...made,
    };
  };
}
