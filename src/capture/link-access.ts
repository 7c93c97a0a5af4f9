import type { AccessCodes } from '../permanent-links/access-codes.ts';
import type { LinkAlerts } from '../permanent-links/alerts.ts';
import type { Clock } from '../platform/clock.ts';
import { ServiceError } from '../platform/errors.ts';
import { type RateLimiter, rateLimited } from '../platform/http/rate-limit.ts';
import { networkOf } from '../platform/ip-address.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { CaptureTarget } from './targets.ts';

/** Whoever entered the code is not asked again for so long. */
const LETS_IN_MS = 24 * 3_600_000;

export type LinkAccess = ReturnType<typeof createLinkAccess>;

/** Asks visitors of a protected permanent link for its code, and remembers in a cookie who knew it. */
export function createLinkAccess(deps: {
  codes: AccessCodes;
  alerts: LinkAlerts;
  secrets: Pick<Secrets, 'sign' | 'verify'>;
  publicUrl: string;
  rateLimiter: RateLimiter;
  clock: Clock;
}) {
  const { codes, alerts, secrets, publicUrl, rateLimiter, clock } = deps;
  const isSecure = publicUrl.startsWith('https:');
  const nameOf = ({ permanentLinkId }: CaptureTarget) =>
    `${isSecure ? '__Host-' : ''}access_${permanentLinkId}`;
  /** The code as it is stored is part of it: with a new code, everyone is asked again. */
  const claimOf = (link: CaptureTarget, until: number) =>
    `${link.permanentLinkId} ${until} ${link.accessCode}`;

  function isAdmitted(link: CaptureTarget, cookies: string | undefined): boolean {
    if (link.accessCode === null) return true;
    const name = `${nameOf(link)}=`;
    const pair = (cookies ?? '').split(';').find((part) => part.trim().startsWith(name));
    const [untilText = '', signature = ''] = pair?.trim().slice(name.length).split('.') ?? [];
    const until = Number(untilText);
    return until > clock() && secrets.verify('link-access', claimOf(link, until), signature);
  }

  return {
    isAdmitted,

    requireAdmitted(link: CaptureTarget, cookies: string | undefined): void {
      if (isAdmitted(link, cookies)) return;
      throw new ServiceError(
        'access_code_required',
        'This link requires an access code. Open it again to enter the code.',
      );
    },

    /** The cookie for someone who typed the right code; undefined for a wrong one. */
    async enter(
      link: CaptureTarget,
      typed: string,
      from: { address: string; isFramed: boolean },
    ): Promise<string | undefined> {
      const { address, isFramed } = from;
      const key = `${link.permanentLinkId} ${networkOf(address)}`;
      // Counted before it is compared, or many guesses at once would all be let through.
      const rate = await rateLimiter.take('wrongAccessCodes', key);
      if (!rate.allowed) {
        const told = { owner: link.owner, linkId: link.permanentLinkId ?? '' };
        await alerts.raise(told, 'wrong_codes', rateLimiter);
        throw rateLimited(rate);
      }
      const row = { id: link.permanentLinkId ?? '', access_code: link.accessCode };
      if (!codes.isRight(row, typed)) return undefined;
      await rateLimiter.giveBack('wrongAccessCodes', key);
      const until = clock() + LETS_IN_MS;
      const value = `${until}.${secrets.sign('link-access', claimOf(link, until))}`;
      // In a frame browsers keep it only for the site around the frame. They demand Secure, also where localhost is enough.
      const site = isFramed
        ? 'SameSite=None; Secure; Partitioned'
        : `SameSite=Lax${isSecure ? '; Secure' : ''}`;
      return `${nameOf(link)}=${value}; Path=/; HttpOnly; ${site}; Max-Age=${LETS_IN_MS / 1000}`;
    },
  };
}
