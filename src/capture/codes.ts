import { statusAt } from '../photo-requests/status.ts';
import type { Clock } from '../platform/clock.ts';
import { ServiceError } from '../platform/errors.ts';
import { type RateLimiter, rateLimited } from '../platform/http/rate-limit.ts';
import { parseCode } from './addresses.ts';
import type { CaptureRepository } from './repository.ts';

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

  async function find(typed: string): Promise<string | undefined> {
    const code = parseCode(typed);
    const found = code === undefined ? undefined : await repository.findByCode(code);
    if (found === undefined) return undefined;
    if ('request' in found) {
      const status = statusAt(found.request, clock());
      // Somebody who has just submitted and types the code again is told so.
      return status === 'expired' || status === 'canceled' ? undefined : `/r/${found.request.token}`;
    }
    const { link } = found;
    const isOver = link.is_active === 0 || (link.expires_at !== null && link.expires_at <= clock());
    return isOver ? undefined : `/p/${link.slug}`;
  }

  return {
    async pathOf(typed, address) {
      // Counted before it is looked up, or many guesses at once would all be let through.
      const rate = await rateLimiter.take('wrongCodes', address);
      if (!rate.allowed) throw rateLimited(rate);
      const path = await find(typed);
      if (path === undefined) throw new ServiceError('not_found', 'This code is not known.');
      await rateLimiter.giveBack('wrongCodes', address);
      return path;
    },
  };
}
