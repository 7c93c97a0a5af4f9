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
import type { MailContext, MailTemplate, MailTemplates } from '../email/render.ts';
import { bodyLine, bodyText, type MailParts } from '../email/rendered-mail.ts';
import type { Wording } from '../email/wording.ts';
import { type PhotoSlot, slotsOf } from '../photos/photo-slots.ts';
import { roundsOf } from '../photos/rounds.ts';
import type { Clock } from '../platform/clock.ts';
import type { CustomerUrls } from '../shared/customer-urls.ts';
import { displayCode } from '../shared/short-code.ts';
import { translatedSlot, translationIn, translationsOf } from '../templates/translations.ts';
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
}): Pick<MailTemplates, 'photo_request' | 'changes_requested'> {
  const { requests, urls, clock } = deps;
  const template =
    (contentOf: ContentOf): MailTemplate =>
    async ({ workspace_id, request_id }, context) => {
      const request = await requests.find(workspace_id ?? '', request_id ?? '');
      if (request === undefined) return { pointless: 'The photo request was deleted.' };
      const status = statusAt(request, clock());
      if (status !== 'pending' && status !== 'in_progress') return { pointless: OVER[status] };
      if (request.suspended_at !== null) return { pointless: 'The workspace is suspended.' };
      return requestMail(request, contentOf, { ...context, urls });
    };
  return {
    photo_request: template(askedContent),
    // Where the team has withdrawn what it asked for, the request is submitted again.
    changes_requested: template(askedAgainContent),
  };
}

/** To the customer: who asks, for what, the way there and until when. */
export function photoRequestMail(request: MailedRequest, context: RequestMailContext): MailParts {
  return requestMail(request, askedContent, context);
}

function requestMail(request: MailedRequest, contentOf: ContentOf, context: RequestMailContext): MailParts {
  const { wording, urls, serviceName } = context;
  const workspace = bodyLine(request.workspace_name);
  const name = headerName(request.workspace_name, MAX_NAME);
  const service = headerName(serviceName, MAX_NAME);
  const { say } = wording;
  const asked = contentOf(request, wording);
  const content: Content = {
    ...asked,
    title: say(asked.title, { workspace }),
    address: urls.requestUrl(request.token),
    until: wording.time(request.expires_at),
    codeHint: say('request_code', { address: urls.codeEntryUrl }),
    code: displayCode(request.unique_code),
    footer: [say('request_expected'), say('request_privacy', { workspace })],
  };
  return {
    senderName: service === '' ? name : headerText(say('sender', { workspace: name, service }), 200),
    subject: headerText(say(asked.title, { workspace: name }), 200),
    text: asText(content, wording),
    html: asHtml(content, request.brand_color, wording),
  };
}

type Wishes = { slots: { text: string; remark?: string }[] } | { upTo: string };

/** What is asked for, and in which words. */
interface Asked {
  title: string;
  /** In the words of the business; null: it says nothing. */
  instructions: string | null;
  what: string;
  wishes: Wishes;
  button: string;
  preview: string;
}

type ContentOf = (request: MailedRequest, wording: Wording) => Asked;

interface Content extends Asked {
  address: string;
  until: string;
  codeHint: string;
  code: string;
  footer: string[];
}

function askedContent(request: MailedRequest, wording: Wording): Asked {
  const { say } = wording;
  const texts = translationIn(translationsOf(request), wording.lang);
  return {
    title: 'request_title',
    instructions: bodyText(texts?.instructions ?? request.instructions),
    what: say('request_what'),
    wishes: wishesOf(request, wording),
    button: say('request_button'),
    preview: say('request_preview'),
  };
}

/** Each photo that is to be taken again, and why. */
function askedAgainContent(request: MailedRequest, { say, lang }: Wording): Asked {
  const { decisions } = roundsOf(request);
  const slots = slotsIn(request, lang);
  const decision = decisions.at(-1);
  return {
    title: 'changes_title',
    instructions: decision?.message == null ? null : bodyText(decision.message),
    what: say('changes_what'),
    wishes: {
      slots: (decision?.slots ?? []).map(({ slot_index, reason, message }) => {
        const text = slots[slot_index]?.instructions ?? say('changes_photo', { number: slot_index + 1 });
        const why = [reason === 'other' ? null : say(`reason_${reason}`), message].filter(
          (part) => part !== null,
        );
        return { text: bodyLine(text), remark: bodyLine(why.join(' ')) };
      }),
    },
    button: say('changes_button'),
    preview: say('changes_preview'),
  };
}

/** As the customer reads them. */
function slotsIn(request: MailedRequest, lang: string): PhotoSlot[] {
  const texts = translationIn(translationsOf(request), lang);
  return slotsOf(request).map((slot, index) => translatedSlot(slot, index, texts));
}

function wishesOf(request: MailedRequest, { say, count, lang }: Wording): Wishes {
  const slots = slotsIn(request, lang);
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
  const { title, instructions, what, wishes, button, preview, address, until, codeHint, code, footer } =
    content;
  const wanted =
    'upTo' in wishes
      ? `${wishes.upTo}.`
      : [
          `${what}:`,
          ...wishes.slots.map(
            ({ text, remark }, index) => `${index + 1}. ${text}${remark === undefined ? '' : ` (${remark})`}`,
          ),
        ].join('\n');
  return `${[
    title,
    ...(instructions === null ? [] : [instructions]),
    wanted,
    `${button}:\n${address}`,
    preview,
    `${say('request_until')}: ${until}`,
    `${codeHint}\n${code}`,
    ['-- ', ...footer].join('\n'),
  ].join('\n\n')}\n`;
}

function asHtml(content: Content, brandColor: string | null, wording: Wording): string {
  const {
    title,
    instructions,
    what,
    wishes,
    preview,
    address,
    until,
    codeHint,
    code: shownCode,
    footer,
  } = content;
  const { say } = wording;
  const accent = accentOf(brandColor);
  return page({
    wording,
    accent,
    title,
    preview,
    footer,
    blocks: [
      ...(instructions === null ? [] : [quote(instructions)]),
      'upTo' in wishes ? paragraph(`${wishes.upTo}.`) : numbered(what, wishes.slots),
      button(content.button, address, accent),
      caption(preview),
      rule,
      facts([[say('request_until'), until]]),
      small(say('request_link')),
      linkLine(address),
      small(codeHint),
      code(shownCode),
    ],
  });
}
