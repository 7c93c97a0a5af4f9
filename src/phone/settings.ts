import type { PhoneChannel } from '../platform/db/tables.ts';

/** Who brings messages to phones, as the operator set it. */
export type PhoneSettings = TwilioSettings | GatewaySettings | { kind: 'files' };

export interface TwilioSettings {
  kind: 'twilio';
  baseUrl: string;
  accountSid: string;
  authToken: string;
  /** A number, a name of letters, or the id of a messaging service. Undefined: no SMS. */
  smsFrom: string | undefined;
  /** A number. Undefined: no WhatsApp. */
  whatsappFrom: string | undefined;
}

/** Any other provider, behind a service that takes our signed calls. */
export interface GatewaySettings {
  kind: 'gateway';
  url: string;
  secret: string;
}

export type PhoneChannels = Record<PhoneChannel, boolean>;

export function channelsOf(settings: PhoneSettings | undefined): PhoneChannels {
  if (settings === undefined) return { sms: false, whatsapp: false };
  if (settings.kind !== 'twilio') return { sms: true, whatsapp: true };
  return { sms: settings.smsFrom !== undefined, whatsapp: settings.whatsappFrom !== undefined };
}

const NAME_OF_LETTERS = /[A-Za-z]/;
const MESSAGING_SERVICE = /^MG[0-9a-f]{32}$/;

export function isMessagingService(from: string): boolean {
  return MESSAGING_SERVICE.test(from);
}

/** No one can answer to a name, and in WhatsApp a sender is blocked by a button. */
export function hasStopNote(settings: PhoneSettings | undefined, channel: PhoneChannel): boolean {
  if (settings === undefined || channel === 'whatsapp') return false;
  const from = settings.kind === 'twilio' ? (settings.smsFrom ?? '') : '';
  return isMessagingService(from) || !NAME_OF_LETTERS.test(from);
}
