import { normalizedNumber } from '../phone/number.ts';
import { isMessagingService, type PhoneSettings } from '../phone/settings.ts';

const MIN_SECRET_LENGTH = 32;
/** What phones show in place of a number: up to 11 letters and digits. */
const SENDER_NAME = /^(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}$/;
const FORMS =
  'must be file:, an https:// URL of your own gateway, or twilio://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com';

/** Undefined: no messages to phones. */
export function readPhoneSettings(
  value: (name: string) => string | undefined,
  fault: (name: string, text: string) => undefined,
): PhoneSettings | undefined {
  const text = value('SMS_URL');
  const [smsFrom, whatsappFrom, secret] = ['SMS_FROM', 'WHATSAPP_FROM', 'SMS_SECRET'].map(value);
  if (text === undefined) {
    for (const name of ['SMS_FROM', 'WHATSAPP_FROM', 'SMS_SECRET'])
      if (value(name) !== undefined) fault(name, 'must be set together with SMS_URL');
    return undefined;
  }
  if (text === 'file:') return { kind: 'files' };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  switch (url?.protocol) {
    case 'https:':
    case 'http:':
      if (secret === undefined || secret.length < MIN_SECRET_LENGTH)
        return fault(
          'SMS_SECRET',
          `must have at least ${MIN_SECRET_LENGTH} characters when SMS_URL is a gateway`,
        );
      if (url.username !== '')
        return fault('SMS_URL', 'must not hold a user name; calls are signed with SMS_SECRET');
      return { kind: 'gateway', url: text, secret };
    case 'twilio:':
    case 'twilio+http:':
      break;
    default:
      return fault('SMS_URL', FORMS);
  }
  const { username, password, host, pathname } = url;
  if (username === '' || password === '' || host === '' || !['', '/'].includes(pathname))
    return fault('SMS_URL', FORMS);
  if (smsFrom === undefined && whatsappFrom === undefined)
    return fault('SMS_FROM', 'or WHATSAPP_FROM must be set when SMS_URL is Twilio');
  if (smsFrom !== undefined && !isSender(smsFrom))
    fault(
      'SMS_FROM',
      'must be a phone number such as +14155550123, a name of up to 11 letters, or a messaging service id',
    );
  if (whatsappFrom !== undefined && normalizedNumber(whatsappFrom) !== whatsappFrom)
    fault('WHATSAPP_FROM', 'must be a phone number such as +14155550123');
  return {
    kind: 'twilio',
    baseUrl: `${url.protocol === 'twilio:' ? 'https' : 'http'}://${host}`,
    accountSid: decodeURIComponent(username),
    authToken: decodeURIComponent(password),
    smsFrom,
    whatsappFrom,
  };
}

function isSender(from: string): boolean {
  return isMessagingService(from) || SENDER_NAME.test(from) || /^\+?\d{3,15}$/.test(from);
}
