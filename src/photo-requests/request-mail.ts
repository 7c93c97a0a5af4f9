import { accentOf } from '../email/accent.ts';
import { type CustomerMailKind, originalTexts } from '../email/customer-mails.ts';
import { headerName, headerText } from '../email/header-text.ts';
import {
  button,
  code,
  facts,
  linked,
  linkLine,
  numbered,
  page,
  paragraph,
  quote,
  rule,
  small,
} from '../email/layout.ts';
import type { MailTextRepository } from '../email/mail-text-repository.ts';
import { effectiveTexts, type PlaceholderValues, type SpokenTexts, speak } from '../email/own-words.ts';
import type { MailContext, MailTemplate, MailTemplates } from '../email/render.ts';
import { bodyLine, bodyText, type MailParts } from '../email/rendered-mail.ts';
import type { Unsubscribing } from '../email/unsubscribing.ts';
import type { Wording } from '../email/wording.ts';
import { type PhotoSlot, slotsOf } from '../photos/photo-slots.ts';
import { roundsOf } from '../photos/rounds.ts';
import type { Clock } from '../platform/clock.ts';
import { cutToCharacters } from '../platform/text.ts';
import type { CustomerUrls } from '../shared/customer-urls.ts';
import type { MailField } from '../shared/mail-texts.ts';
import { displayCode } from '../shared/short-code.ts';
import { translatedSlot, translationIn, translationsOf } from '../templates/translations.ts';
import { planOf } from '../workspaces/plans.ts';
import type { MailedRequest, MailedRequestRepository } from './mailed-request-repository.ts';
import { isSentBack } from './reminders.ts';
import { statusAt } from './status.ts';

const MAX_NAME = 80;

const OVER = {
  submitted: 'The photos were submitted before the email was sent.',
  expired: 'The photo request expired before the email was sent.',
  canceled: 'The photo request was canceled before the email was sent.',
} as const;

export interface RequestMailContext extends Pick<MailContext, 'wording' | 'serviceName'> {
  urls: CustomerUrls;
  unsubscribeUrl: string;
  /** The workspace's words for this email, as far as it has some. */
  own?: Partial<Record<MailField, string | null>> | undefined;
}

export function createRequestMailTemplates(deps: {
  requests: Pick<MailedRequestRepository, 'find'>;
  mailTexts: Pick<MailTextRepository, 'find'>;
  unsubscribing: Pick<Unsubscribing, 'subscriptionOf' | 'isUnsubscribed' | 'link'>;
  urls: CustomerUrls;
  clock: Clock;
}): Pick<MailTemplates, 'photo_request' | 'changes_requested' | 'reminder'> {
  const { requests, mailTexts, unsubscribing, urls, clock } = deps;
  const template =
    (kindOf: (request: MailedRequest) => CustomerMailKind): MailTemplate =>
    async ({ workspace_id, request_id, recipient, locale }, context) => {
      const workspaceId = workspace_id ?? '';
      const request = await requests.find(workspaceId, request_id ?? '');
      if (request === undefined) return { pointless: 'The photo request was deleted.' };
      const status = statusAt(request, clock());
      if (status !== 'pending' && status !== 'in_progress') return { pointless: OVER[status] };
      if (request.held_at !== null) return { pointless: OVER.submitted };
      if (request.suspended_at !== null) return { pointless: 'The workspace is suspended.' };
      if (await unsubscribing.isUnsubscribed(unsubscribing.subscriptionOf(workspaceId, recipient)))
        return { pointless: 'The customer has unsubscribed.' };
      const unsubscribeUrl = unsubscribing.link(workspaceId, recipient, locale);
      const kind = kindOf(request);
      const own = await mailTexts.find({ workspaceId, kind, lang: context.wording.lang });
      return customerMail(kind, request, { ...context, urls, unsubscribeUrl, own });
    };
  return {
    photo_request: template(() => 'photo_request'),
    // Where the team has withdrawn what it asked for, the request is submitted again.
    changes_requested: template(() => 'changes_requested'),
    // What was asked for last, once more.
    reminder: template((request) => (isSentBack(request) ? 'reminder_changes' : 'reminder')),
  };
}

/** To the customer: who asks, for what, the way there and until when. */
export function customerMail(
  kind: CustomerMailKind,
  request: MailedRequest,
  context: RequestMailContext,
): MailParts {
  const { wording, urls, serviceName, unsubscribeUrl } = context;
  const workspace = bodyLine(request.workspace_name);
  const name = headerName(request.workspace_name, MAX_NAME);
  const service = headerName(serviceName, MAX_NAME);
  const { say, lang } = wording;
  const address = urls.requestUrl(request.token);
  const values: PlaceholderValues = {
    business: workspace,
    customer_name: shownName(JSON.parse(request.metadata).customer_name),
    reference: shownName(request.external_id),
    expires_at: wording.time(request.expires_at),
    link: address,
    code: displayCode(request.unique_code),
  };
  const texts = effectiveTexts(kind, lang, context.own);
  const spoken = (filled: PlaceholderValues) => speak(texts, originalTexts(kind, lang), wording, filled);
  const content: Content = {
    ...CONTENTS[kind](request, wording),
    ...spoken(values),
    address,
    until: wording.time(request.expires_at),
    codeHint: say('request_code', { address: urls.codeEntryUrl }),
    code: displayCode(request.unique_code),
    footer: [say('request_expected'), say('request_privacy', { workspace })],
    unsubscribe: { label: say('unsubscribe', { workspace }), address: unsubscribeUrl },
  };
  return {
    senderName: service === '' ? name : headerText(say('sender', { workspace: name, service }), 200),
    subject: headerText(spoken({ ...values, business: name }).subject, 200),
    text: asText(content, wording),
    html: asHtml(content, request.brand_color, wording),
    unsubscribeUrl,
  };
}

/** What the business calls its customer or its case, in a line of our own; null: nothing. */
function shownName(text: unknown): string | null {
  const line = typeof text === 'string' ? cutToCharacters(bodyLine(text), MAX_NAME) : '';
  return line === '' ? null : line;
}

type Wishes = { slots: { text: string; remark?: string }[] } | { upTo: string };

/** What is asked for. */
interface Asked {
  /** In the words of the business; null: it says nothing. */
  instructions: string | null;
  what: string;
  wishes: Wishes;
}

type ContentOf = (request: MailedRequest, wording: Wording) => Asked;

interface Content extends Asked, SpokenTexts {
  address: string;
  until: string;
  codeHint: string;
  code: string;
  footer: string[];
  unsubscribe: { label: string; address: string };
}

const CONTENTS: Record<CustomerMailKind, ContentOf> = {
  photo_request: asked,
  changes_requested: askedAgain,
  reminder: asked,
  reminder_changes: askedAgain,
};

function asked(request: MailedRequest, wording: Wording): Asked {
  return {
    instructions: bodyText(
      translationIn(translationsOf(request), wording.lang)?.instructions ?? request.instructions,
    ),
    what: wording.say('request_what'),
    wishes: wishesOf(request, wording),
  };
}

/** Each photo that is to be taken again, and why. */
function askedAgain(request: MailedRequest, { say, lang }: Wording): Asked {
  const { decisions } = roundsOf(request);
  const slots = slotsIn(request, lang);
  const decision = decisions.at(-1);
  return {
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
  };
}

/** In the customer's language, where the business wrote in it. */
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
  const { subject, greeting, paragraphs, instructions, what, wishes, button, address } = content;
  const { until, codeHint, code, footer, unsubscribe } = content;
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
    subject,
    ...(greeting === '' ? [] : [greeting]),
    ...paragraphs,
    ...(instructions === null ? [] : [instructions]),
    wanted,
    `${button}:\n${address}`,
    `${say('request_until')}: ${until}`,
    `${codeHint}\n${code}`,
    ['-- ', ...footer, `${unsubscribe.label}:`, unsubscribe.address].join('\n'),
  ].join('\n\n')}\n`;
}

function asHtml(content: Content, brandColor: string | null, wording: Wording): string {
  const { subject, greeting, paragraphs, instructions, what, wishes, address, until, footer } = content;
  const { say } = wording;
  const accent = accentOf(brandColor);
  return page({
    wording,
    accent,
    title: subject,
    preview: paragraphs[0] ?? greeting,
    footer,
    footerLink: content.unsubscribe,
    blocks: [
      ...(greeting === '' ? [] : [paragraph(greeting)]),
      ...paragraphs.map((text) => paragraph(linked(text, address))),
      ...(instructions === null ? [] : [quote(instructions)]),
      'upTo' in wishes ? paragraph(`${wishes.upTo}.`) : numbered(what, wishes.slots),
      button(content.button, address, accent),
      rule,
      facts([[say('request_until'), until]]),
      small(say('request_link')),
      linkLine(address),
      small(content.codeHint),
      code(content.code),
    ],
  });
}
