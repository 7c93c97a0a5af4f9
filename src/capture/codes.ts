import type { Clock } from '../platform/clock.ts';
import { ServiceError } from '../platform/errors.ts';
import { type Challenge, type Proof, type Proofs, proofRequired } from '../platform/http/proof-of-work.ts';
import { type RateLimiter, rateLimited } from '../platform/http/rate-limit.ts';
import { parseCode } from '../shared/short-code.ts';
import type { CaptureRepository } from './repository.ts';
import { type CaptureTarget, linkTarget, requestTarget } from './targets.ts';

export function createCodeEntry(deps: {
  repository: Pick<CaptureRepository, 'findRequestByCode' | 'findLinkByCode'>;
  rateLimiter: RateLimiter;
  proofs: Proofs;
  clock: Clock;
}) {
  const { repository, rateLimiter, proofs, clock } = deps;

  async function find(typed: string): Promise<CaptureTarget | undefined> {
    const code = parseCode(typed);
    if (code === undefined) return undefined;
    const request = await repository.findRequestByCode(code);
    if (request !== undefined) return requestTarget(request, clock());
    const link = await repository.findLinkByCode(code);
    return link === undefined ? undefined : linkTarget(link, clock());
  }

  /**
   * Counts before the code is looked up, or many guesses at once would all be let through. The address has a limit;
   * the installation has none that strangers could use up: beyond what is usual, an attempt costs work.
   */
  async function count(address: string, proof: Proof | undefined): Promise<void> {
    const own = await rateLimiter.take('wrongCodes', address);
    if (!own.allowed) throw rateLimited(own);
    const total = await rateLimiter.take('wrongCodesInTotal', address);
    if (total.allowed || (proof !== undefined && (await proofs.accepts('code', address, proof)))) return;
    await rateLimiter.giveBack('wrongCodesInTotal', address);
    // A wrong answer still counts for its address: checking it is work for us.
    if (proof?.answer === undefined) await rateLimiter.giveBack('wrongCodes', address);
    throw proofRequired(proofs.challenge('code', address, total));
  }

  return {
    /** The path behind a code as someone typed it; the same refusal for one that never was, is over or was deleted. */
    async pathOf(typed: string, address: string, proof?: Proof): Promise<string> {
      await count(address, proof);
      const target = await find(typed);
      // Someone who has just submitted and types the code again is told so.
      if (target === undefined || target.status === 'expired' || target.status === 'closed') {
        throw new ServiceError('not_found', 'We don’t recognize this code. Check it and try again.');
      }
      await rateLimiter.giveBack('wrongCodes', address);
      await rateLimiter.giveBack('wrongCodesInTotal', address);
      return target.kind === 'request' ? `/r/${target.key}` : `/p/${target.key}`;
    },

    /** What the page can work on while the code is typed; undefined in ordinary times. */
    async challengeFor(address: string): Promise<Challenge | undefined> {
      const total = await rateLimiter.peek('wrongCodesInTotal', address);
      return total.remaining > 0 ? undefined : proofs.challenge('code', address, total);
    },
  };
}
