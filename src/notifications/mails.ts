import { accentOf } from '../email/accent.ts';
import { headerText } from '../email/header-text.ts';
import { button, linkLine, page, paragraph } from '../email/layout.ts';
import type { DigestItem, MailContent } from '../email/mail-kinds.ts';
import type { MailContext, MailTemplate, MailTemplates, Pointless } from '../email/render.ts';
import { bodyLine, type MailParts } from '../email/rendered-mail.ts';
import type { Database } from '../platform/db/database.ts';
import type { HappeningKind, MailRow } from '../platform/db/tables.ts';
import type { Secrets } from '../platform/secrets.ts';
import { displayCode } from '../shared/short-code.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import { choicesOf, concerns, type Topic, waysOfTelling } from './choices.ts';
import { createRecipientRepository } from './recipient-repository.ts';
import { type Switch, switchOffAddress } from './switch-off.ts';
import type { ToldRequest, ToldRequests } from './told-requests.ts';

interface Written {
  subject: string;
  title: string;
  lines: string[];
  button: { label: string; address: string };
}

interface Receiver {
  workspaceId: string;
  workspaceName: string;
  userId: string;
  /** Whether emails about it still are for them. */
  wants: (kind: HappeningKind) => boolean;
}

export interface NotificationMailDeps {
  database: Database;
  publicUrl: string;
  secrets: Pick<Secrets, 'sign'>;
  workspaces: Pick<WorkspaceRepository, 'find'>;
  requests: ToldRequests;
}

/**
 * Emails to members name a request by its code and say nothing of what is in it: what is erased here would stay in a
 * mailbox. They are in English, as the web application is.
 */
export function createNotificationMailTemplates(
  deps: NotificationMailDeps,
): Pick<MailTemplates, 'notification' | 'notification_digest'> {
  const { requests } = deps;
  const addressed = createReceiverCheck(deps);

  const notification: MailTemplate = async (row, context) => {
    const content: MailContent['notification'] = JSON.parse(row.content);
    const receiver = await addressed(row, content.user_id, content.topic as Topic);
    if ('pointless' in receiver) return receiver;
    const { request_id, note_id } = content;
    const found = await requests.find(receiver.workspaceId, request_id === null ? [] : [request_id]);
    const request = request_id === null ? undefined : found.get(request_id);
    if (request_id !== null && request === undefined) return { pointless: 'The request was deleted.' };
    if (note_id !== null && !(await requests.hasNote(receiver.workspaceId, note_id)))
      return { pointless: 'The note was deleted.' };
    const written = notificationText(content, { ...receiver, request, context });
    return letter(written, receiver, { what: content.topic as Topic, context, secrets: deps.secrets });
  };

  const notification_digest: MailTemplate = async (row, context) => {
    const content: MailContent['notification_digest'] = JSON.parse(row.content);
    const receiver = await addressed(row, content.user_id, null);
    if ('pointless' in receiver) return receiver;
    const ids = content.items.flatMap(({ request_id }) => request_id ?? []);
    const found = await requests.find(receiver.workspaceId, ids);
    const items = content.items.filter(
      ({ request_id, happening }) =>
        receiver.wants(happening) && (request_id === null || found.has(request_id)),
    );
    if (items.length === 0) return { pointless: 'Nothing of it is there or wanted any more.' };
    const beyond = content.total - content.items.length;
    const lines = [
      ...items.map((item) => digestLine(item, codeOf(found.get(item.request_id ?? '')))),
      ...(beyond > 0 ? [`And ${beyond} more.`] : []),
    ];
    const count = items.length + beyond;
    const workspace = receiver.workspaceName;
    const written = {
      subject: `${count} ${count === 1 ? 'update' : 'updates'} in ${headerText(workspace, 80)}`,
      title: `Since yesterday in ${workspace}`,
      lines,
      button: {
        label: 'Open notifications',
        address: `${context.publicUrl}/app/${receiver.workspaceId}/live/notifications`,
      },
    };
    return letter(written, receiver, { what: 'digest', context, secrets: deps.secrets });
  };

  return { notification, notification_digest };
}

/** Whether an email is still for whom it was written: they may have left, have another role, or want it no longer. */
export function createReceiverCheck({
  database,
  workspaces,
}: Pick<NotificationMailDeps, 'database' | 'workspaces'>) {
  const recipients = createRecipientRepository(database);
  return async (
    row: Pick<MailRow, 'workspace_id' | 'recipient'>,
    userId: string,
    topic: Topic | null,
  ): Promise<Receiver | Pointless> => {
    const workspaceId = row.workspace_id ?? '';
    const workspace = await workspaces.find(workspaceId);
    const member = await recipients.find(workspaceId, userId);
    if (workspace === undefined) return { pointless: 'The workspace was deleted.' };
    if (member === undefined) return { pointless: 'The recipient left the workspace.' };
    if (member.email !== row.recipient) return { pointless: 'The recipient has another address now.' };
    const choices = choicesOf(member.choices);
    // Right away or as a summary was decided before; whether at all may have changed since.
    if (topic !== null && (!concerns(topic, member.role) || choices[topic].email === 'off'))
      return { pointless: 'The recipient does not want it.' };
    const wants = (kind: HappeningKind) => waysOfTelling(kind, choices, member.role).email !== null;
    return { workspaceId, workspaceName: bodyLine(workspace.name), userId, wants };
  };
}

/** A visit to a permanent link that waits for approval is found at its link. */
function pageOf(request: ToldRequest | undefined): string {
  if (request === undefined) return '';
  const { id, permanent_link_id, submitted_at } = request;
  return permanent_link_id !== null && submitted_at === null
    ? `permanent-links/${permanent_link_id}`
    : `photo-requests/${id}`;
}

function codeOf(request: ToldRequest | undefined): string {
  return request === undefined ? '' : displayCode(request.unique_code);
}

function notificationText(
  content: MailContent['notification'],
  about: Receiver & { request: ToldRequest | undefined; context: MailContext },
): Written {
  const { request, workspaceId, workspaceName, context } = about;
  const code = codeOf(request);
  const home = `${context.publicUrl}/app/${workspaceId}/${content.environment}`;
  const openRequest = { label: 'Open request', address: `${home}/${pageOf(request)}` };
  const by = bodyLine(content.by ?? '');
  switch (content.happening) {
    case 'submitted':
      return {
        subject: `Photos received: ${code}`,
        title: 'Photos received',
        lines: [`A customer submitted photos for request ${code} in ${workspaceName}.`],
        button: openRequest,
      };
    case 'review':
      return {
        subject: `Photos to review: ${code}`,
        title: 'Photos are waiting for your review',
        lines: [
          `A customer submitted photos for request ${code} in ${workspaceName}. Someone has to review them.`,
        ],
        button: { label: 'Open review', address: openRequest.address },
      };
    case 'mentioned':
      return {
        subject: `${headerText(content.by ?? '', 100)} mentioned you: ${code}`,
        title: 'You were mentioned',
        lines: [`${by} mentioned you in a note on request ${code} in ${workspaceName}.`],
        button: { label: 'Read the note', address: openRequest.address },
      };
    case 'assigned':
      return {
        subject: `${headerText(content.by ?? '', 100)} assigned you: ${code}`,
        title: 'A request was assigned to you',
        lines: [`${by} assigned request ${code} in ${workspaceName} to you.`],
        button: openRequest,
      };
    case 'archive_failing':
      return archiveText(content, `${home}/archive`, about);
    case 'quota':
      return quotaText(content, `${home}/plan`, about);
  }
}

function archiveText(
  { archive, environment }: MailContent['notification'],
  address: string,
  { workspaceName }: Receiver,
): Written {
  const name = archive?.name ?? '';
  const from = environment === 'test' ? `${workspaceName} (test mode)` : workspaceName;
  const button = { label: 'Open archive', address };
  const reason = `The reason: ${bodyLine(archive?.reason ?? '')}`;
  if (archive?.is_given_up)
    return {
      subject: `Files are missing in your archive: ${headerText(name, 80)}`,
      title: 'Files are missing in your archive',
      lines: [
        `Files of ${from} could not be copied to ${bodyLine(name)} for three days and are not tried again. ${reason}`,
        'Once the cause is fixed, choose “Resend failed” on the archive page.',
      ],
      button,
    };
  return {
    subject: `Archive stopped working: ${headerText(name, 80)}`,
    title: 'Your archive stopped working',
    lines: [
      `Files of ${from} can’t be copied to ${bodyLine(name)}. ${reason}`,
      'They wait and are tried again for three days. Check the archive or its settings.',
    ],
    button,
  };
}

function quotaText(
  { quota }: MailContent['notification'],
  address: string,
  about: Receiver & { context: MailContext },
): Written {
  const { percent = 0, limit = 0, resets_at = null } = quota ?? {};
  const isUsedUp = percent >= 100;
  const resets =
    resets_at === null
      ? 'This quota does not renew.'
      : `It starts again on ${about.context.wording.time(resets_at)}.`;
  const used = `${about.workspaceName} has used ${isUsedUp ? 'all' : `${percent}%`} of its ${limit} photos.`;
  return {
    subject: isUsedUp
      ? `Photo quota used up: ${about.workspaceName}`
      : `Photo quota nearly used up: ${about.workspaceName}`,
    title: isUsedUp ? 'Your photo quota is used up' : 'Your photo quota is nearly used up',
    lines: [used, isUsedUp ? `Customers can’t send photos until there is room again. ${resets}` : resets],
    button: { label: 'Open plan and usage', address },
  };
}

function digestLine({ happening, by, endpoint, archive, percent }: DigestItem, code: string): string {
  switch (happening) {
    case 'submitted':
      return `Photos received: ${code}`;
    case 'review':
      return `Photos to review: ${code}`;
    case 'mentioned':
      return `${bodyLine(by ?? '')} mentioned you: ${code}`;
    case 'assigned':
      return `${bodyLine(by ?? '')} assigned you: ${code}`;
    case 'endpoint_failing':
      return `Webhook endpoint disabled: ${bodyLine(endpoint?.name ?? '')}`;
    case 'archive_failing':
      return archive?.is_given_up
        ? `Files are missing in your archive: ${bodyLine(archive.name)}`
        : `Archive stopped working: ${bodyLine(archive?.name ?? '')}`;
    case 'quota':
      return `${percent}% of the photo quota used`;
  }
}

function letter(
  { subject, title, lines, button: main }: Written,
  { workspaceId, userId, workspaceName }: Receiver,
  options: { what: Switch; context: MailContext; secrets: Pick<Secrets, 'sign'> },
): MailParts {
  const { what, context, secrets } = options;
  const { wording, publicUrl, serviceName } = context;
  const off = switchOffAddress({ publicUrl, secrets }, { workspaceId, userId, what });
  const why = `You’re receiving this because you are a member of ${workspaceName}.`;
  const accent = accentOf(null);
  const text = [
    title,
    ...lines,
    `${main.label}:\n${main.address}`,
    `-- \n${why}\nTurn off these emails:\n${off}`,
  ];
  return {
    senderName: headerText(serviceName, 100),
    subject: headerText(subject, 200),
    unsubscribeUrl: off,
    text: `${text.join('\n\n')}\n`,
    html: page({
      wording,
      accent,
      title,
      preview: lines[0] ?? title,
      footer: [why],
      footerLink: { label: 'Turn off these emails', address: off },
      blocks: [...lines.map(paragraph), button(main.label, main.address, accent), linkLine(main.address)],
    }),
  };
}
