import { headerText } from '../../email/header-text.ts';
import type { MailContent } from '../../email/mail-kinds.ts';
import { type OwnerMailContext, ownerMail, ownerTemplate } from '../../email/owner-mail.ts';
import type { MailTemplates } from '../../email/render.ts';
import { bodyLine, type MailParts } from '../../email/rendered-mail.ts';
import type { WorkspaceRepository } from '../../workspaces/repository.ts';

const PRODUCT = 'Shutterpost';

export function createEndpointMailTemplates(deps: {
  workspaces: Pick<WorkspaceRepository, 'find'>;
}): Pick<MailTemplates, 'webhook_disabled'> {
  return { webhook_disabled: ownerTemplate(deps.workspaces, webhookDisabledMail) };
}

/** To an owner: which endpoint was disabled, why, what waits, and what to do. */
export function webhookDisabledMail(
  endpoint: MailContent['webhook_disabled'],
  context: OwnerMailContext,
): MailParts {
  const { wording, publicUrl, workspaceId, workspaceName } = context;
  const { say, count, time } = wording;
  const about = bodyLine(endpoint.endpoint_name);
  const since = endpoint.failing_since;
  return ownerMail(
    {
      subject: say('webhook_subject', { name: headerText(endpoint.endpoint_name, 80) }),
      title: say('webhook_title'),
      intro: say('webhook_intro', { service: PRODUCT, workspace: bodyLine(workspaceName) }),
      about,
      facts: [
        [say('webhook_endpoint'), `${about}\n${withoutQuery(endpoint.url)}`],
        [say('webhook_reason'), say(`webhook_${endpoint.reason}`)],
        ...(since === null ? [] : [[say('webhook_since'), time(since)] satisfies [string, string]]),
        [say('webhook_waiting'), count('webhook_held', endpoint.held)],
      ],
      reassurance: say('webhook_kept'),
      steps: {
        heading: say('webhook_what_now'),
        items: [say('webhook_step_check'), say('webhook_step_enable')],
      },
      button: { label: say('webhook_button'), address: `${publicUrl}/app/${workspaceId}/live/webhooks` },
      note: say('webhook_command'),
      command: `shutterpost webhook enable --id ${endpoint.endpoint_id}`,
    },
    context,
  );
}

/** Some receivers have a password behind the question mark. */
function withoutQuery(url: string): string {
  return bodyLine(url.split(/[?#]/)[0] ?? '');
}
