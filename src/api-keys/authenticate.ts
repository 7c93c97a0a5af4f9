import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../platform/errors.ts';
import type { Access, LoadByKey } from '../platform/http/access.ts';
import { type RateLimiter, type RateState, rateLimited } from '../platform/http/rate-limit.ts';
import { networkList } from '../platform/ip-address.ts';
import type { Scope } from '../shared/scopes.ts';
import type { Caller } from './caller.ts';
import { type CallerColumns, toCaller } from './caller-repository.ts';
import { containsKey, createKeyHasher } from './key-format.ts';
import type { LastUsed } from './last-used.ts';
import type { ApiKeyRepository } from './repository.ts';

export type Authenticate = (request: FastifyRequest, reply: FastifyReply, access: Access) => Promise<void>;

/** Lets a call in, or refuses it before its body is read: key, rate, workspace, plan, scope, in this order. */
export function createAuthenticate(deps: {
  repository: ApiKeyRepository;
  lastUsed: LastUsed;
  rateLimiter: RateLimiter;
}): Authenticate {
  const { repository, lastUsed, rateLimiter } = deps;
  const hashOf = createKeyHasher();

  async function findCaller(
    request: FastifyRequest,
    load: LoadByKey | null,
  ): Promise<CallerColumns | undefined> {
    const key = keyOf(request);
    const hash = key === undefined ? undefined : hashOf(key);
    if (hash === undefined) return undefined;
    const row =
      load === null
        ? await repository.findCaller(hash)
        : ((await load(hash, request)) as CallerColumns | undefined);
    return row?.caller_is_active === 1 ? row : undefined;
  }

  return async (request, reply, access) => {
    if (access.kind !== 'api_key') {
      setRateHeaders(reply, await rateLimiter.peek('failedAuthentications', request.ip));
      return;
    }

    const row = await findCaller(request, access.load).catch(async (error: unknown) => {
      // Even the response that the database is away carries the headers.
      setRateHeaders(reply, await rateLimiter.peek('failedAuthentications', request.ip));
      throw error;
    });
    if (row === undefined) {
      const failures = await rateLimiter.take('failedAuthentications', request.ip);
      setRateHeaders(reply, failures);
      throw failures.allowed ? unauthorized(request) : rateLimited(failures);
    }

    const caller = toCaller(row);
    const taken = rateLimiter.takeCall(caller.workspaceId, caller.callLimits);
    const rate = taken instanceof Promise ? await taken : taken;
    setRateHeaders(reply, rate);
    if (!rate.allowed) throw rateLimited(rate);

    if (!lastUsed.isFresh(caller)) await lastUsed.record(caller, request.log);
    admit(caller, request.ip, access.scope);
    request.caller = caller;
    request.loaded = row;
  };
}

/** Whether a call that was let in, and goes on for long, would still be let in. */
export type StillAdmits = (request: FastifyRequest, scope: Scope) => Promise<boolean>;

export function createStillAdmits(repository: Pick<ApiKeyRepository, 'findCaller'>): StillAdmits {
  const hashOf = createKeyHasher();
  return async (request, scope) => {
    const hash = hashOf(keyOf(request) ?? '');
    const row = hash === undefined ? undefined : await repository.findCaller(hash);
    if (row?.caller_is_active !== 1) return false;
    try {
      admit(toCaller(row), request.ip, scope);
      return true;
    } catch (error) {
      if (error instanceof ServiceError) return false;
      throw error;
    }
  };
}

/** Spec 5.1 and 5.9: a key counts in its header alone; one that travels in the address is refused. */
function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['x-api-key'];
  if (typeof key !== 'string') return undefined;
  return misplacedKey(request) === undefined ? key : undefined;
}

/** Where a key was put that has to be considered leaked, whether or not it is a real one. */
function misplacedKey(request: FastifyRequest): string | undefined {
  if (containsKey(request.raw.url ?? '')) return 'the URL';
  if (containsKey(request.headers.authorization ?? '')) return 'the Authorization header';
  return undefined;
}

function admit(caller: Caller, address: string, scope: Scope | null): void {
  if (caller.isSuspended) {
    throw new ServiceError('workspace_restricted', 'This workspace is suspended.');
  }
  if (caller.ipAllowList !== null && !networkList(caller.ipAllowList).includes(address)) {
    throw new ServiceError(
      'workspace_restricted',
      'This workspace does not accept API calls from your IP address.',
    );
  }
  if (!caller.plan.apiEnabled) {
    throw new ServiceError(
      'plan_upgrade_required',
      `The ${caller.plan.name} plan does not include API access.`,
    );
  }
  if (scope !== null && !caller.scopes.includes(scope)) {
    throw new ServiceError('insufficient_permission', `This API key lacks the permission ${scope}.`);
  }
}

/** Spec 8. */
function setRateHeaders(reply: FastifyReply, state: RateState): void {
  reply.header('x-ratelimit-limit', state.limit);
  reply.header('x-ratelimit-remaining', state.remaining);
  reply.header('x-ratelimit-reset', state.resetAt);
}

/** What a key looks like is no secret; which keys exist is, so every cause that depends on it has the same text. */
function unauthorized(request: FastifyRequest): ServiceError {
  const place = misplacedKey(request);
  if (place === undefined) {
    return new ServiceError(
      'unauthorized',
      'The API key is missing or invalid. Send an active key in the X-API-Key header.',
    );
  }
  const advice = place === 'the URL' ? ' URLs end up in logs, so regenerate that key.' : '';
  return new ServiceError(
    'unauthorized',
    `Calls with an API key in ${place} are refused. Send it in the X-API-Key header only.${advice}`,
  );
}
