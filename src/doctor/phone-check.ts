import type { PhoneSettings } from '../phone/settings.ts';
import type { DoctorContext } from './context.ts';
import { type Check, failure, ok, skipped, warning } from './finding.ts';

const ANSWER_MS = 8_000;
const REMEDY =
  'Check SMS_URL and its credentials, and that this machine may connect (docs/guides/phone-messages.md).';

/** Signs in to the provider; no message is sent. */
export function phoneCheck({ config }: DoctorContext): Check {
  const { phone, publicUrl } = config;
  return {
    name: 'phone messages',
    remedy: REMEDY,
    async run() {
      if (phone === undefined) return skipped('SMS_URL is not set, so no messages are sent to phones');
      if (phone.kind === 'files')
        return warning(
          'SMS_URL is file:, so messages are written to files and never sent.',
          'Set SMS_URL to a provider to send them (docs/guides/phone-messages.md).',
        );
      const status = await knock(phone);
      if (phone.kind === 'twilio' && status !== 200)
        return failure(`Twilio responds with ${status} to the account in SMS_URL.`, REMEDY);
      if (new URL(publicUrl).protocol !== 'https:')
        return warning(
          'The provider is reached, but cannot call back safely: PUBLIC_URL is not https.',
          'Set PUBLIC_URL to the https:// address under which the provider reaches this server.',
        );
      return ok(phone.kind === 'twilio' ? 'Twilio knows the account' : 'the gateway responds');
    },
  };
}

async function knock(phone: Exclude<PhoneSettings, { kind: 'files' }>): Promise<number> {
  const init = { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'manual' as const };
  if (phone.kind === 'gateway') {
    const response = await fetch(phone.url, { ...init, method: 'OPTIONS' });
    await response.body?.cancel();
    return response.status;
  }
  const { baseUrl, accountSid, authToken } = phone;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const url = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}.json`;
  const response = await fetch(url, { ...init, headers: { authorization } });
  await response.body?.cancel();
  return response.status;
}
