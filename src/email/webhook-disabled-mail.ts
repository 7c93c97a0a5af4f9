import { accentOf } from './accent.ts';
import { headerText } from './header-text.ts';
import { button, command, facts, linkLine, numbered, page, paragraph, small } from './layout.ts';
import type { MailContent } from './mail-kinds.ts';
import { bodyLine, type MailParts } from './rendered-mail.ts';
import type { Wording } from './wording.ts';

const PRODUCT = 'Shutterpost';

export interface WebhookMailContext {
  wording: Wording;
  publicUrl: string;
  serviceName: string;
  workspaceId: string;
  workspaceName: string;
}

/** To an owner: which endpoint we switched off, why, what waits, and how it goes on. */
export function webhookDisabledMail(
  endpoint: MailContent['webhook_disabled'],
  { wording, publicUrl, serviceName, workspaceId, workspaceName }: WebhookMailContext,
): MailParts {
  const { say, count, time } = wording;
  const workspace = bodyLine(workspaceName);
  const name = bodyLine(endpoint.endpoint_name);
  const since = endpoint.failing_since;
  const title = say('webhook_title');
  const intro = say('webhook_intro', { service: PRODUCT, workspace });
  const pairs: [string, string][] = [
    [say('webhook_endpoint'), `${name}\n${withoutQuery(endpoint.url)}`],
    [say('webhook_reason'), say(`webhook_${endpoint.reason}`)],
    ...(since === null ? [] : [[say('webhook_since'), time(since)] satisfies [string, string]]),
    [say('webhook_waiting'), count('webhook_held', endpoint.held)],
  ];
  const steps = [say('webhook_step_check'), say('webhook_step_enable')];
  const dashboard = `${publicUrl}/app/${workspaceId}/live/webhooks`;
  const enable = `shutterpost webhook enable --id ${endpoint.endpoint_id}`;
  const footer = say('webhook_footer', { workspace });
  const accent = accentOf(null);
  return {
    senderName: headerText(serviceName, 100),
    subject: headerText(say('webhook_subject', { name: headerText(endpoint.endpoint_name, 80) }), 200),
    text: `${[
      title,
      intro,
      pairs.map(([label, value]) => `${label}: ${value.replaceAll('\n', ', ')}`).join('\n'),
      say('webhook_kept'),
      [`${say('webhook_what_now')}:`, ...steps.map((step, index) => `${index + 1}. ${step}`)].join('\n'),
      `${say('webhook_button')}:\n${dashboard}`,
      `${say('webhook_command')}\n${enable}`,
      `-- \n${footer}`,
    ].join('\n\n')}\n`,
    html: page({
      wording,
      accent,
      title,
      preview: name,
      footer: [footer],
      blocks: [
        paragraph(intro),
        facts(pairs),
        paragraph(say('webhook_kept')),
        numbered(
          say('webhook_what_now'),
          steps.map((text) => ({ text })),
        ),
        button(say('webhook_button'), dashboard, accent),
        linkLine(dashboard),
        small(say('webhook_command')),
        command(enable),
      ],
    }),
  };
}

/** Some receivers have a password behind the question mark. */
function withoutQuery(url: string): string {
  return bodyLine(url.split(/[?#]/)[0] ?? '');
}
