import type { FastifyReply, FastifyRequest, preValidationHookHandler } from 'fastify';
import { requireConfirmation } from '../audit/confirmation.ts';
import { createSessionCookie } from '../identity/cookies.ts';
import type { Identity } from '../identity/identity.ts';
import type { Member, WebSession } from '../identity/member.ts';
import { isTouchDue, type LiveSession } from '../identity/sessions.ts';
import { applyThrottle } from '../identity/throttle.ts';
import type { Clock } from '../platform/clock.ts';
import type { Environment } from '../platform/db/tables.ts';
import { invalidParameter, notFound, ServiceError } from '../platform/errors.ts';
import { type Access, SIGNED_IN } from '../platform/http/access.ts';
import { takeNoBodyForEmpty } from '../platform/http/body.ts';
import { refuseBrokenQuery } from '../platform/http/broken-requests.ts';
import { incomingOnly } from '../platform/http/incoming-only.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import type { App } from '../platform/http/typed-app.ts';
import { isStorableText } from '../platform/text.ts';
import type { Role } from '../shared/roles.ts';
import { hasRole } from '../shared/roles.ts';
import { callLimitsOf } from '../workspaces/call-limits.ts';
import { planOf } from '../workspaces/plans.ts';
import { createForgeryCheck } from './forgery.ts';

export interface SessionApiDeps {
  identity: Pick<Identity, 'sessions'>;
  rateLimiter: RateLimiter;
  publicUrl: string;
  isProduction?: boolean | undefined;
  clock: Clock;
}

const WORKSPACE_ROUTE = /^\/app\/api\/workspaces\/:workspace(\/|$)/;
const READING = ['GET', 'HEAD'];

/** Lets a call of the web application in, or refuses it before its body is read. */
function createAuthenticateSession({ identity, rateLimiter, publicUrl, clock }: SessionApiDeps) {
  const cookie = createSessionCookie(publicUrl);

  async function findMember(request: FastifyRequest, session: WebSession): Promise<Member> {
    const { workspace: workspaceId = '' } = request.params as { workspace?: string };
    const row = await identity.sessions.findMembership(session.userId, workspaceId);
    // The same response for a workspace of others and for none at all.
    if (row === undefined) throw notFound('The workspace');
    if (row.suspended_at !== null && !isReading(request)) {
      throw new ServiceError('workspace_restricted', 'This workspace is suspended.');
    }
    return {
      ...session,
      workspaceId,
      environment: environmentOf(request),
      role: row.role,
      workspaceName: row.name,
      plan: planOf(row.plan),
      usage: row,
      callLimits: callLimitsOf(row),
    };
  }

  async function findSession(request: FastifyRequest): Promise<LiveSession> {
    const found = await identity.sessions.find(cookie.read(request));
    if (found === undefined) throw notSignedIn();
    if (found.awaitsSecondFactor) throw secondFactorRequired();
    return found;
  }

  async function check(request: FastifyRequest, access: Access, found: LiveSession): Promise<void> {
    request.webSession = sessionOf(found, request);
    if (access.kind === 'member') {
      request.member = await findMember(request, request.webSession);
      if (!hasRole(request.member.role, access.role)) throw roleTooLow(access.role);
    } else if (access.kind !== 'signed_in') {
      throw notSignedIn();
    }
    if (access.confirmed) requireConfirmation(found, clock());
  }

  return {
    async beforeTheBody(request: FastifyRequest, reply: FastifyReply, access: Access): Promise<void> {
      if (access.kind === 'public') return refuseUnstorable(request);
      const found = await findSession(request);
      await applyThrottle(rateLimiter, isReading(request) ? 'webReads' : 'webChanges', [found.userId]);
      if (isTouchDue(found, clock())) await identity.sessions.touch(found, request.log);
      refuseUnstorable(request);
      await check(request, access, found);
      reply.header('vary', 'Cookie');
    },

    /** A body can take its time, and who sends it may have lost the right to meanwhile. */
    async afterTheBody(request: FastifyRequest, access: Access): Promise<void> {
      if (access.kind === 'public' || isReading(request)) return;
      await check(request, access, await findSession(request));
    },
  };
}

function isReading({ method }: FastifyRequest): boolean {
  return READING.includes(method);
}

/** Nothing of ours has such a name, and not every database takes one to look. */
function refuseUnstorable({ params }: FastifyRequest): void {
  if (!Object.values(params as Record<string, string>).every(isStorableText)) throw notFound('This address');
}

function sessionOf(found: LiveSession, request: FastifyRequest): WebSession {
  const { id, userId, email, name, confirmedAt } = found;
  return { sessionId: id, userId, email, name, confirmedAt, ipAddress: request.ip };
}

function environmentOf(request: FastifyRequest): Environment {
  const { environment = 'live' } = request.query as { environment?: unknown };
  if (environment === 'live' || environment === 'test') return environment;
  throw invalidParameter({ environment: ['Must be one of: live, test.'] });
}

/**
 * Registers everything below /app/api. Every call is checked for forgery, then for who makes it; also one to an address
 * that does not exist.
 */
export function webAppScope(
  app: App,
  deps: SessionApiDeps,
  addRoutes: (app: App) => void,
  options: { keepsSchemas?: boolean } = {},
): void {
  const authenticate = createAuthenticateSession(deps);
  const refuseForgery = createForgeryCheck(deps);
  app.decorateRequest('webSession');
  app.decorateRequest('member');

  app.addHook('onRoute', (route) => {
    const access = declaredAccess(route.config?.access, `${route.method} ${route.url}`, route.url);
    if (options.keepsSchemas !== true && route.schema !== undefined)
      route.schema = incomingOnly(route.schema);
    route.onRequest = [
      async (request: FastifyRequest, reply: FastifyReply) => {
        refuseForgery(request);
        await authenticate.beforeTheBody(request, reply, access);
      },
      route.onRequest ?? [],
    ].flat();
    route.preValidation = [
      async (request: FastifyRequest) => authenticate.afterTheBody(request, access),
      refuseBrokenQuery,
      takeNoBodyForEmpty(route.schema),
      route.preValidation ?? [],
    ].flat() as preValidationHookHandler[];
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    await authenticate.beforeTheBody(request, reply, SIGNED_IN);
    throw notFound('This address');
  });
  app.setNotFoundHandler(() => {});
  addRoutes(app);
}

/** A route that forgets to say whose it is, or of which workspace, keeps the app from starting. */
function declaredAccess(access: Access | undefined, route: string, url: string): Access {
  if (access === undefined || !['public', 'signed_in', 'member'].includes(access.kind)) {
    throw new Error(`${route} must declare access for the web application`);
  }
  if ((access.kind === 'member') !== WORKSPACE_ROUTE.test(url)) {
    throw new Error(`${route} must be below /app/api/workspaces/:workspace exactly when it is for members`);
  }
  return access;
}

function notSignedIn(): ServiceError {
  return new ServiceError('unauthorized', 'You are not signed in.');
}

function secondFactorRequired(): ServiceError {
  return new ServiceError(
    'second_factor_required',
    'Enter the code from your authenticator app to continue.',
  );
}

function roleTooLow(role: Role): ServiceError {
  return new ServiceError('insufficient_permission', `Only ${ALLOWED[role]} of the workspace can do this.`);
}

const ALLOWED: Record<Role, string> = {
  viewer: 'members',
  member: 'members, admins and owners',
  admin: 'admins and owners',
  owner: 'owners',
};
