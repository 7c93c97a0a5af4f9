import { z } from 'zod';
import { callProvider } from './call-provider.ts';
import { STATUS_PATH } from './paths.ts';
import { isMessagingService, type TwilioSettings } from './settings.ts';
import { MessageRefusedError, type OutgoingMessage, type PhoneTransport } from './transport.ts';

const OPTED_OUT = 21_610;
/** They speak of our sender or of a full queue, which pass or which the operator can mend. */
const PASSING = [21_603, 21_606, 21_611, 21_659, 21_660, 63_007];

const failureBody = z.object({ code: z.number().catch(0), message: z.string().catch('') });

/** https://www.twilio.com/docs/messaging/api/message-resource */
export function openTwilio(
  settings: TwilioSettings,
  { publicUrl, limitMs }: { publicUrl: string; limitMs?: number | undefined },
): PhoneTransport {
  const { baseUrl, accountSid, authToken } = settings;
  const url = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  // Twilio takes no message with a callback that it cannot reach.
  const canCallBack = new URL(publicUrl).hostname !== 'localhost';

  function formOf({ id, channel, recipient, text }: OutgoingMessage): URLSearchParams {
    const from = channel === 'sms' ? settings.smsFrom : settings.whatsappFrom;
    if (from === undefined) throw new Error(`There is no sender for ${channel}.`);
    const address = (number: string) => (channel === 'whatsapp' ? `whatsapp:${number}` : number);
    return new URLSearchParams({
      To: address(recipient),
      ...(isMessagingService(from) ? { MessagingServiceSid: from } : { From: address(from) }),
      Body: text,
      // With our id: the callback may be faster than the response.
      ...(canCallBack && { StatusCallback: `${publicUrl}${STATUS_PATH}?id=${id}` }),
    });
  }

  return {
    kind: 'twilio',
    async send(message) {
      const body = formOf(message).toString();
      const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
      const response = await callProvider(url, { headers, body }, limitMs);
      if (response.status >= 200 && response.status < 300) return;
      const { code, message: reason } = failureBody.catch({ code: 0, message: '' }).parse(response.body);
      const text = `The provider responded with ${response.status}${code === 0 ? '' : `, code ${code}`}${reason === '' ? '.' : `: ${reason}`}`;
      if (response.status === 400 && !PASSING.includes(code))
        throw new MessageRefusedError(text, { isOptOut: code === OPTED_OUT });
      throw new Error(text);
    },
  };
}
