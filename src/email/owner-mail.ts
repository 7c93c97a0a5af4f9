import type { Html } from '../pages/html.ts';
import { accentOf } from './accent.ts';
import { headerText } from './header-text.ts';
import { button, command, facts, linkLine, numbered, page, paragraph, small } from './layout.ts';
import type { MailContext, MailTemplate } from './render.ts';
import { bodyLine, type MailParts } from './rendered-mail.ts';

export interface OwnerMailContext extends MailContext {
  workspaceId: string;
  workspaceName: string;
}

/** What an owner is told about something of the workspace that needs a look. */
interface OwnerMail {
  subject: string;
  title: string;
  intro: string;
  /** The name of what it is about. */
  about: string;
  facts: [label: string, value: string][];
  reassurance?: string;
  steps: { heading: string; items: string[] };
  button: { label: string; address: string };
  /** Below the button, with a command where there is one. */
  note: string;
  command?: string;
  /** Why this reader gets it, if not as an owner, and where they turn it off. */
  choice?: ReaderChoice;
}

export interface ReaderChoice {
  reason: string;
  label: string;
  off: string;
}

/** A template for the owners of a workspace, from what was kept of the email and what the workspace is called now. */
export function ownerTemplate<Content>(
  workspaces: { find(id: string): Promise<{ name: string } | undefined> },
  render: (content: Content, context: OwnerMailContext) => MailParts,
): MailTemplate {
  return async ({ workspace_id, content }, context) => {
    const workspaceId = workspace_id ?? '';
    const workspace = await workspaces.find(workspaceId);
    if (workspace === undefined) return { pointless: 'The workspace was deleted.' };
    return render(JSON.parse(content), { ...context, workspaceId, workspaceName: workspace.name });
  };
}

/** The same content twice, as text and as HTML, in one order. */
export function ownerMail(
  mail: OwnerMail,
  { wording, serviceName, workspaceName }: OwnerMailContext,
): MailParts {
  const { title, intro, about, reassurance, steps, note } = mail;
  const accent = accentOf(null);
  const { choice } = mail;
  const footer = choice?.reason ?? wording.say('webhook_footer', { workspace: bodyLine(workspaceName) });
  const off = choice === undefined ? '' : `\n${choice.label}:\n${choice.off}`;
  const blocks: { text: string; html: Html[] }[] = [
    { text: intro, html: [paragraph(intro)] },
    {
      text: mail.facts.map(([label, value]) => `${label}: ${value.replaceAll('\n', ', ')}`).join('\n'),
      html: [facts(mail.facts)],
    },
    ...(reassurance === undefined ? [] : [{ text: reassurance, html: [paragraph(reassurance)] }]),
    {
      text: [`${steps.heading}:`, ...steps.items.map((step, index) => `${index + 1}. ${step}`)].join('\n'),
      html: [
        numbered(
          steps.heading,
          steps.items.map((text) => ({ text })),
        ),
      ],
    },
    {
      text: `${mail.button.label}:\n${mail.button.address}`,
      html: [button(mail.button.label, mail.button.address, accent), linkLine(mail.button.address)],
    },
    mail.command === undefined
      ? { text: note, html: [small(note)] }
      : { text: `${note}\n${mail.command}`, html: [small(note), command(mail.command)] },
  ];
  return {
    senderName: headerText(serviceName, 100),
    subject: headerText(mail.subject, 200),
    ...(choice !== undefined && { unsubscribeUrl: choice.off }),
    text: `${[title, ...blocks.map(({ text }) => text), `-- \n${footer}${off}`].join('\n\n')}\n`,
    html: page({
      wording,
      accent,
      title,
      preview: about,
      footer: [footer],
      ...(choice !== undefined && { footerLink: { label: choice.label, address: choice.off } }),
      blocks: blocks.flatMap(({ html }) => html),
    }),
  };
}
