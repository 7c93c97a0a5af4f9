import type { Clock } from '../platform/clock.ts';
import { ServiceError } from '../platform/errors.ts';
import { type RateLimiter, rateLimited } from '../platform/http/rate-limit.ts';
import { parseCode } from './addresses.ts';
import type { CaptureRepository } from './repository.ts';
import { type CaptureTarget, linkTarget, requestTarget } from './targets.ts';

export interface CodeEntry {
  /** The path behind a code as somebody typed it; the same refusal for one that never was, is over or was deleted. */
  pathOf(typed: string, address: string): Promise<string>;
}

export function createCodeEntry(deps: {
  repository: CaptureRepository;
  rateLimiter: RateLimiter;
  clock: Clock;
}): CodeEntry {
  const { repository, rateLimiter, clock } = deps;

  async function find(typed: string): Promise<CaptureTarget | undefined> {
    const code = parseCode(typed);
    if (code === undefined) return undefined;
    const request = await repository.findRequestByCode(code);
    if (request !== undefined) return requestTarget(request, clock());
    const link = await repository.findLinkByCode(code);
    return link === undefined ? undefined : linkTarget(link, clock());
  }

  return {
    async pathOf(typed, address) {
      // Counted before it is looked up, or many guesses at once would all be let through.
      const rate = await rateLimiter.take('wrongCodes', address);
      if (!rate.allowed) throw rateLimited(rate);
      const target = await find(typed);
      // Somebody who has just submitted and types the code again is told so.
      if (target === undefined || target.status === 'expired' || target.status === 'closed') {
        throw new ServiceError('not_found', 'This code is not known.');
      }
      await rateLimiter.giveBack('wrongCodes', address);
      return target.kind === 'request' ? `/r/${target.key}` : `/p/${target.key}`;
    },
  };
}
