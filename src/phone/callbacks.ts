import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { PhoneMessageStatus } from '../platform/db/tables.ts';
import { notFound, ServiceError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import type { PhoneOptOuts } from './opt-outs.ts';
import { createPhoneMessageRepository } from './repository.ts';
import {
  type GatewaySettings,
  isMessagingService,
  type PhoneSettings,
  type TwilioSettings,
} from './settings.ts';
import { isSame, isSigned, twilioSignature } from './signature.ts';
import { describe, type PhonedRequests } from './worker.ts';

/** A call as it came. */
export interface ProviderCall {
  /** The path with its query. */
  target: string;
  headers: Record<string, unknown>;
  body: string;
}

interface StatusNews {
  id: string;
  status: Exclude<PhoneMessageStatus, 'queued'>;
  error: string | null;
}

interface Inbound {
  id: string;
  from: string;
  text: string;
}

/** https://www.twilio.com/docs/messaging/api/message-resource#message-status-values; others are no news. */
const TWILIO_STATUSES: Record<string, StatusNews['status']> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
};

const gatewayStatus = z.object({
  id: z.string(),
  status: z.enum(['sent', 'delivered', 'failed']),
  error: z.string().nullish(),
});
const gatewayInbound = z.object({ from: z.string(), text: z.string() });

export type PhoneCallbacks = ReturnType<typeof createPhoneCallbacks>;

/** What the provider tells us. Only what it signed counts; what it tells a second time changes nothing. */
export function createPhoneCallbacks(deps: {
  database: Database;
  settings: PhoneSettings | undefined;
  requests: PhonedRequests;
  optOuts: PhoneOptOuts;
  publicUrl: string;
  clock: Clock;
}) {
  const { database, settings, requests, optOuts, publicUrl, clock } = deps;
  const messages = createPhoneMessageRepository(database);

  function formOf({ target, headers, body }: ProviderCall, twilio: TwilioSettings): URLSearchParams {
    const form = new URLSearchParams(body);
    const expected = twilioSignature(twilio.authToken, publicUrl + target, form);
    const given = headers['x-twilio-signature'];
    if (typeof given !== 'string' || !isSame(given, expected)) throw notSigned();
    return form;
  }

  function jsonOf({ headers, body }: ProviderCall, gateway: GatewaySettings): { id: string; json: unknown } {
    if (!isSigned(gateway.secret, headers, body, clock())) throw notSigned();
    try {
      return { id: headers['webhook-id'], json: JSON.parse(body) };
    } catch {
      throw new ServiceError('invalid_json', 'The request body is not valid JSON.');
    }
  }

  function statusOf(call: ProviderCall): StatusNews | undefined {
    if (settings?.kind === 'twilio') {
      const form = formOf(call, settings);
      const status = TWILIO_STATUSES[form.get('MessageStatus') ?? ''];
      const id = new URL(call.target, 'http://provider').searchParams.get('id') ?? '';
      const code = form.get('ErrorCode') ?? '';
      const error =
        status === 'failed' ? `The message was not delivered${code === '' ? '' : ` (code ${code})`}.` : null;
      return status === undefined ? undefined : { id, status, error };
    }
    if (settings?.kind !== 'gateway') throw notFound('This address');
    const { success, data } = gatewayStatus.safeParse(jsonOf(call, settings).json);
    return success
      ? { ...data, error: data.status === 'failed' ? (data.error ?? 'The message was not delivered.') : null }
      : undefined;
  }

  function inboundOf(call: ProviderCall): Inbound | undefined {
    if (settings?.kind === 'twilio') {
      const form = formOf(call, settings);
      const value = (name: string) => form.get(name) ?? '';
      if (!isToUs(settings, form)) return undefined;
      return { id: value('MessageSid'), from: numberOf(value('From')), text: value('Body') };
    }
    if (settings?.kind !== 'gateway') throw notFound('This address');
    const { id, json } = jsonOf(call, settings);
    const { success, data } = gatewayInbound.safeParse(json);
    return success ? { id, from: data.from, text: data.text } : undefined;
  }

  return {
    async takeStatus(call: ProviderCall): Promise<void> {
      const news = statusOf(call);
      if (news === undefined || !isId('phoneMessage', news.id)) return;
      await database.write(async (trx) => {
        const recipient = await messages.recipientOf(trx, news.id);
        if (recipient === undefined) return;
        const error = news.error === null ? null : describe(news.error, recipient);
        const message = await messages.advance(trx, news.id, { ...news, error, now: clock() });
        if (message === undefined || !(await messages.isNewest(trx, message))) return;
        const request = { workspaceId: message.workspace_id, requestId: message.request_id };
        await requests.setSmsStatus(trx, request, news.status);
      });
    },

    async takeInbound(call: ProviderCall): Promise<void> {
      const inbound = inboundOf(call);
      if (inbound === undefined || inbound.id === '' || !/^\+\d{6,15}$/.test(inbound.from)) return;
      await optOuts.obey(inbound);
    },
  };
}

/** One account may have many numbers: what is written to another of them is not ours. */
function isToUs({ accountSid, smsFrom, whatsappFrom }: TwilioSettings, form: URLSearchParams): boolean {
  if (form.get('AccountSid') !== accountSid) return false;
  if (smsFrom !== undefined && isMessagingService(smsFrom) && form.get('MessagingServiceSid') === smsFrom)
    return true;
  const to = form.get('To') ?? '';
  return to === smsFrom || (whatsappFrom !== undefined && to === `whatsapp:${whatsappFrom}`);
}

function numberOf(address: string): string {
  return address.replace(/^whatsapp:/, '');
}

function notSigned(): ServiceError {
  return new ServiceError('unauthorized', 'The signature is not valid.');
}
