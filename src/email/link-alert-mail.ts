import { accentOf } from './accent.ts';
import { headerText } from './header-text.ts';
import { button, facts, linkLine, numbered, page, paragraph, small } from './layout.ts';
import type { MailContent } from './mail-kinds.ts';
import { bodyLine, type MailParts } from './rendered-mail.ts';
import type { WebhookMailContext } from './webhook-disabled-mail.ts';

/** To an owner: which permanent link is used in an unusual way, what was noticed, and what can be done about it. */
export function linkAlertMail(
  alert: MailContent['link_alert'],
  {
    wording,
    publicUrl,
    serviceName,
    workspaceId,
    workspaceName,
  }: WebhookMailContext & { workspaceId: string },
): MailParts {
  const { say } = wording;
  const workspace = bodyLine(workspaceName);
  const name = bodyLine(alert.link_name);
  const title = say('link_alert_title');
  const intro = say('link_alert_intro', { workspace });
  const pairs: [string, string][] = [
    [say('link_alert_link'), name],
    [say('link_alert_what'), say(`link_alert_${alert.reason}`)],
  ];
  const steps = [say('link_alert_step_code'), say('link_alert_step_approve'), say('link_alert_step_off')];
  const address = `${publicUrl}/app/${workspaceId}/live/permanent-links/${alert.link_id}`;
  const footer = say('webhook_footer', { workspace });
  const accent = accentOf(null);
  return {
    senderName: headerText(serviceName, 100),
    subject: headerText(say('link_alert_subject', { name: headerText(alert.link_name, 80) }), 200),
    text: `${[
      title,
      intro,
      pairs.map(([label, value]) => `${label}: ${value}`).join('\n'),
      [`${say('link_alert_now')}:`, ...steps.map((step, index) => `${index + 1}. ${step}`)].join('\n'),
      `${say('link_alert_button')}:\n${address}`,
      say('link_alert_once'),
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
        numbered(
          say('link_alert_now'),
          steps.map((text) => ({ text })),
        ),
        button(say('link_alert_button'), address, accent),
        linkLine(address),
        small(say('link_alert_once')),
      ],
    }),
  };
}
