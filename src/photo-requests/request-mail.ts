import { accentOf } from '../email/accent.ts';
import { headerName, headerText } from '../email/header-text.ts';
import {
  button,
  caption,
  code,
  facts,
  linkLine,
  numbered,
  page,
  paragraph,
  quote,
  rule,
  small,
} from '../email/layout.ts';
import type { MailContext, MailTemplates } from '../email/render.ts';
import { bodyLine, bodyText, type MailParts } from '../email/rendered-mail.ts';
import type { Wording } from '../email/wording.ts';
import type { PhotoSlot } from '../photos/photo-slots.ts';
import type { Clock } from '../platform/clock.ts';
import type { CustomerUrls } from '../shared/customer-urls.ts';
import { displayCode } from '../shared/short-code.ts';
import { planOf } from '../workspaces/plans.ts';
import type { MailedRequest, MailedRequestRepository } from './mailed-request-repository.ts';
import { statusAt } from './status.ts';

const MAX_NAME = 80;

const OVER = {
  submitted: 'The photos were submitted before the email was sent.',
  expired: 'The photo request expired before the email was sent.',
  canceled: 'The photo request was canceled before the email was sent.',
} as const;

export interface RequestMailContext extends Pick<MailContext, 'wording' | 'serviceName'> {
  urls: CustomerUrls;
}

export function createRequestMailTemplates(deps: {
  requests: Pick<MailedRequestRepository, 'find'>;
  urls: CustomerUrls;
  clock: Clock;
}): Pick<MailTemplates, 'photo_request'> {
  const { requests, urls, clock } = deps;
  return {
    async photo_request({ workspace_id, request_id }, context) {
      const request = await requests.find(workspace_id ?? '', request_id ?? '');
      if (request === undefined) return { pointless: 'The photo request was deleted.' };
      const status = statusAt(request, clock());
      if (status !== 'pending' && status !== 'in_progress') return { pointless: OVER[status] };
      if (request.suspended_at !== null) return { pointless: 'The workspace is suspended.' };
      return photoRequestMail(request, { ...context, urls });
    },
  };
}

/** To the customer: who asks, for what, the way there and until when. */
export function photoRequestMail(request: MailedRequest, context: RequestMailContext): MailParts {
  const { wording, urls, serviceName } = context;
  const workspace = bodyLine(request.workspace_name);
  const name = headerName(request.workspace_name, MAX_NAME);
  const service = headerName(serviceName, MAX_NAME);
  const { say } = wording;
  const content = {
    title: say('request_title', { workspace }),
    instructions: bodyText(request.instructions),
    wishes: wishesOf(request, wording),
    address: urls.requestUrl(request.token),
    until: wording.time(request.expires_at),
    codeHint: say('request_code', { address: urls.codeEntryUrl }),
    code: displayCode(request.unique_code),
    footer: [say('request_expected'), say('request_privacy', { workspace })],
  };
  return {
    senderName: service === '' ? name : headerText(say('sender', { workspace: name, service }), 200),
    subject: headerText(say('request_title', { workspace: name }), 200),
    text: asText(content, wording),
    html: asHtml(content, request.brand_color, wording),
  };
}

type Wishes = { slots: { text: string; remark?: string }[] } | { upTo: string };

interface Content {
  title: string;
  instructions: string;
  wishes: Wishes;
  address: string;
  until: string;
  codeHint: string;
  code: string;
  footer: string[];
}

function wishesOf(request: MailedRequest, { say, count }: Wording): Wishes {
  const slots: PhotoSlot[] = JSON.parse(request.photo_slots);
  if (slots.length === 0) {
    return { upTo: count('request_up_to', planOf(request.workspace_plan).photosPerRequest) };
  }
  return {
    slots: slots.map(({ instructions, is_required }) => ({
      text: bodyLine(instructions),
      ...(is_required ? {} : { remark: say('request_optional') }),
    })),
  };
}

function asText(content: Content, { say }: Wording): string {
  const { title, instructions, wishes, address, until, codeHint, code, footer } = content;
  const wanted =
    'upTo' in wishes
      ? `${wishes.upTo}.`
      : [
          `${say('request_what')}:`,
          ...wishes.slots.map(
            ({ text, remark }, index) => `${index + 1}. ${text}${remark === undefined ? '' : ` (${remark})`}`,
          ),
        ].join('\n');
  return `${[
    title,
    instructions,
    wanted,
    `${say('request_button')}:\n${address}`,
    say('request_preview'),
    `${say('request_until')}: ${until}`,
    `${codeHint}\n${code}`,
    ['-- ', ...footer].join('\n'),
  ].join('\n\n')}\n`;
}

function asHtml(content: Content, brandColor: string | null, wording: Wording): string {
  const { title, instructions, wishes, address, until, codeHint, code: shownCode, footer } = content;
  const { say } = wording;
  const accent = accentOf(brandColor);
  return page({
    wording,
    accent,
    title,
    preview: say('request_preview'),
    footer,
    blocks: [
      quote(instructions),
      'upTo' in wishes ? paragraph(`${wishes.upTo}.`) : numbered(say('request_what'), wishes.slots),
      button(say('request_button'), address, accent),
      caption(say('request_preview')),
      rule,
      facts([[say('request_until'), until]]),
      small(say('request_link')),
      linkLine(address),
      small(codeHint),
      code(shownCode),
    ],
  });
}
