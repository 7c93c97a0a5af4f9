import { headerText } from '../../email/header-text.ts';
import { MAX_HELD_COUNTED, type MailContent } from '../../email/mail-kinds.ts';
import {
  type OwnerMailContext,
  ownerMail,
  ownerTemplate,
  type ReaderChoice,
} from '../../email/owner-mail.ts';
import type { MailTemplates } from '../../email/render.ts';
import { bodyLine, type MailParts } from '../../email/rendered-mail.ts';
import { createReceiverCheck, type NotificationMailDeps } from '../../notifications/mails.ts';
import { switchOffAddress } from '../../notifications/switch-off.ts';

const PRODUCT = 'Shutterpost';

export function createEndpointMailTemplates(
  deps: Omit<NotificationMailDeps, 'requests'>,
): Pick<MailTemplates, 'webhook_disabled'> {
  const receiverOf = createReceiverCheck(deps);
  const template = (choice?: ReaderChoice) =>
    ownerTemplate<MailContent['webhook_disabled']>(deps.workspaces, (content, context) =>
      webhookDisabledMail(content, context, choice),
    );
  return {
    webhook_disabled: async (row, context) => {
      const { user_id: userId }: MailContent['webhook_disabled'] = JSON.parse(row.content);
      if (userId === undefined) return template()(row, context);
      const what = 'endpoint_failing';
      const receiver = await receiverOf(row, userId, what);
      if ('pointless' in receiver) return receiver;
      const off = switchOffAddress(deps, { workspaceId: receiver.workspaceId, userId, what });
      const choice = {
        reason: `You’re receiving this because you look after ${receiver.workspaceName}.`,
        label: 'Turn off these emails',
        off,
      };
      return template(choice)(row, context);
    },
  };
}

/** To whoever looks after a workspace: which endpoint was disabled, why, what waits, and what to do. */
export function webhookDisabledMail(
  endpoint: MailContent['webhook_disabled'],
  context: OwnerMailContext,
  choice?: ReaderChoice,
): MailParts {
  const { wording, publicUrl, workspaceId, workspaceName } = context;
  const { say, count, time } = wording;
  const about = bodyLine(endpoint.endpoint_name);
  const since = endpoint.failing_since;
  const held =
    endpoint.held > MAX_HELD_COUNTED
      ? say('webhook_held_over', { count: MAX_HELD_COUNTED })
      : count('webhook_held', endpoint.held);
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
        [say('webhook_waiting'), held],
      ],
      reassurance: say('webhook_kept'),
      steps: {
        heading: say('webhook_what_now'),
        items: [say('webhook_step_check'), say('webhook_step_enable')],
      },
      button: { label: say('webhook_button'), address: `${publicUrl}/app/${workspaceId}/live/webhooks` },
      note: say('webhook_command'),
      command: `shutterpost webhook enable --id ${endpoint.endpoint_id}`,
      ...(choice !== undefined && { choice }),
    },
    context,
  );
}

/** Some receivers have a password behind the question mark. */
function withoutQuery(url: string): string {
  return bodyLine(url.split(/[?#]/)[0] ?? '');
}
