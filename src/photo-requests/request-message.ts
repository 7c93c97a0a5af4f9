import type { PhoneOptOuts } from '../phone/opt-outs.ts';
import { hasStopNote, type PhoneSettings } from '../phone/settings.ts';
import type { RenderMessage } from '../phone/worker.ts';
import type { Clock } from '../platform/clock.ts';
import type { CustomerUrls } from '../shared/customer-urls.ts';
import { type PhoneTextKind, phoneText } from '../shared/phone-texts.ts';
import type { MailedRequestRepository } from './mailed-request-repository.ts';
import { isSentBack } from './reminders.ts';
import { statusAt } from './status.ts';

const OVER = {
  submitted: 'The photos were submitted before the message was sent.',
  expired: 'The photo request expired before the message was sent.',
  canceled: 'The photo request was canceled before the message was sent.',
} as const;

/** A message to the customer's phone: who asks, for what, and the link. */
export function createRenderMessage(deps: {
  requests: Pick<MailedRequestRepository, 'find'>;
  optOuts: Pick<PhoneOptOuts, 'isOptedOut'>;
  settings: PhoneSettings | undefined;
  urls: CustomerUrls;
  clock: Clock;
}): RenderMessage {
  const { requests, optOuts, settings, urls, clock } = deps;
  return async ({ workspace_id, request_id, kind, channel, recipient, locale }) => {
    const request = await requests.find(workspace_id, request_id);
    if (request === undefined) return { pointless: 'The photo request was deleted.' };
    const status = statusAt(request, clock());
    if (status !== 'pending' && status !== 'in_progress') return { pointless: OVER[status] };
    if (request.held_at !== null) return { pointless: OVER.submitted };
    if (request.suspended_at !== null) return { pointless: 'The workspace is suspended.' };
    if (await optOuts.isOptedOut(recipient)) return { pointless: 'The customer has replied STOP.' };
    const about: PhoneTextKind = kind === 'reminder' && isSentBack(request) ? 'reminder_changes' : kind;
    return {
      text: phoneText({
        kind: about,
        locale,
        business: request.workspace_name,
        link: urls.requestUrl(request.token),
        hasStopNote: hasStopNote(settings, channel),
      }),
    };
  };
}
