import { headerText } from '../email/header-text.ts';
import type { MailContent } from '../email/mail-kinds.ts';
import { type OwnerMailContext, ownerMail, ownerTemplate } from '../email/owner-mail.ts';
import type { MailTemplates } from '../email/render.ts';
import { bodyLine, type MailParts } from '../email/rendered-mail.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';

export function createLinkMailTemplates(deps: {
  workspaces: Pick<WorkspaceRepository, 'find'>;
}): Pick<MailTemplates, 'link_alert'> {
  return { link_alert: ownerTemplate(deps.workspaces, linkAlertMail) };
}

/** To an owner: which permanent link is used in an unusual way, what was noticed, and what can be done about it. */
export function linkAlertMail(alert: MailContent['link_alert'], context: OwnerMailContext): MailParts {
  const { wording, publicUrl, workspaceId, workspaceName } = context;
  const { say } = wording;
  const about = bodyLine(alert.link_name);
  return ownerMail(
    {
      subject: say('link_alert_subject', { name: headerText(alert.link_name, 80) }),
      title: say('link_alert_title'),
      intro: say('link_alert_intro', { workspace: bodyLine(workspaceName) }),
      about,
      facts: [
        [say('link_alert_link'), about],
        [say('link_alert_what'), say(`link_alert_${alert.reason}`)],
      ],
      steps: {
        heading: say('link_alert_now'),
        items: [say('link_alert_step_code'), say('link_alert_step_approve'), say('link_alert_step_off')],
      },
      button: {
        label: say('link_alert_button'),
        address: `${publicUrl}/app/${workspaceId}/live/permanent-links/${alert.link_id}`,
      },
      note: say('link_alert_once'),
    },
    context,
  );
}
