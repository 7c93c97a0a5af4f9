import { OPERATOR } from '../audit/actor.ts';
import { toWireTime } from '../platform/clock.ts';
import { required, type ServiceCommand } from './command.ts';

const email = required('ADDRESS');

/** For people who cannot help themselves, as on servers that send no email. */
export const userCommands: ServiceCommand<'identity'>[] = [
  {
    name: 'user reset-password',
    summary: 'Create a link for someone to choose a new password; it works once, for an hour',
    options: { email },
    async run({ identity }, given) {
      const { url, expiresAt } = await identity.passwords.issueReset(OPERATOR, given.text('email'));
      return { url, expires_at: toWireTime(expiresAt) };
    },
  },
  {
    name: 'user disable-two-factor',
    summary: 'Turn off two-factor authentication for someone who lost their phone and recovery codes',
    options: { email },
    async run({ identity }, given) {
      const user = await identity.account.findByEmail(given.text('email'));
      await identity.twoFactor.disable(OPERATOR, { userId: user.id, email: user.email, ipAddress: null });
      return { user_id: user.id, email: user.email, two_factor: false };
    },
  },
];
