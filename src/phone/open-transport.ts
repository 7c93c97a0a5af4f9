import type { Clock } from '../platform/clock.ts';
import { openMessageFolder } from './file-transport.ts';
import { openGateway } from './gateway-transport.ts';
import type { PhoneSettings } from './settings.ts';
import type { PhoneTransport } from './transport.ts';
import { openTwilio } from './twilio-transport.ts';

export function openPhoneTransport(
  settings: PhoneSettings | undefined,
  options: {
    folder: string;
    publicUrl: string;
    clock: Clock;
    /** How long one call may take; shorter in the tests. */
    limitMs?: number;
  },
): PhoneTransport {
  if (settings?.kind === 'twilio') return openTwilio(settings, options);
  if (settings?.kind === 'gateway') return openGateway(settings, options);
  if (settings?.kind === 'files') return openMessageFolder(options.folder);
  return {
    kind: 'files',
    // Of messages that were queued before the setting was taken away.
    send: () => Promise.reject(new Error('SMS_URL is not set.')),
  };
}
