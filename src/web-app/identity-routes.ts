import type { FastifyRequest } from 'fastify';
import { PUBLIC } from '../api-keys/access.ts';
import type { Device } from '../identity/sessions.ts';
import { toWireTime } from '../platform/clock.ts';
import { envelope } from '../platform/http/envelope.ts';
import { idParams } from '../route-group.ts';
import type { Services } from '../services.ts';
import { planOf } from '../workspaces/plans.ts';
import { SIGNED_IN, type WebRouteGroup } from './access.ts';
import { createSessionCookie } from './identity-cookie.ts';
import {
  codeBody,
  emptyAnswer,
  optionsAnswer,
  passwordBody,
  sessionAnswer,
  sessionsAnswer,
  setUpBody,
  signInAnswer,
  signInBody,
  signUpAnswer,
  signUpBody,
} from './identity-schema.ts';
import { accountKey, brake, brakeFailures, limitSuccesses } from './identity-throttle.ts';

/** Signing up, in and out, and the sessions that come of it. */
export const identityRoutes: WebRouteGroup = (app, services, rateLimiter) => {
  const { signIn, signUp, setUp } = services.identity;
  const cookie = createSessionCookie(services.publicUrl);

  app.get(
    '/options',
    { config: { access: PUBLIC }, schema: { response: { 200: optionsAnswer } } },
    async (request) => envelope(request, optionsOf(services)),
  );

  app.post(
    '/sign-up',
    { config: { access: PUBLIC }, schema: { body: signUpBody, response: { 201: signUpAnswer } } },
    async (request, reply) => {
      await brake(rateLimiter, 'signUps', [request.ip]);
      const { email, password, name, workspace_name: workspaceName, invitation } = request.body;
      reply.code(201);
      if (invitation === undefined && services.signUp === 'open' && services.mailConfigured === true) {
        const { allowed } = await rateLimiter.take('mailedLinks', accountKey(`sign-up:${email}`));
        // Beyond what anybody needs, the answer stays and the mail does not go.
        if (!allowed) return envelope(request, { verification_required: true });
      }
      const token = await signUp.signUp(
        { email, password, name, workspaceName, invitation },
        deviceOf(request),
        cookie.read(request),
      );
      if (token !== null) cookie.set(reply, token);
      return envelope(request, { verification_required: token === null });
    },
  );

  app.post(
    '/set-up',
    { config: { access: PUBLIC }, schema: { body: setUpBody, response: { 201: emptyAnswer } } },
    async (request, reply) => {
      await brake(rateLimiter, 'signUps', [request.ip]);
      const { token, email, password, workspace_name: workspaceName } = request.body;
      cookie.set(reply, await setUp.complete({ token, email, password, workspaceName }, deviceOf(request)));
      reply.code(201);
      return envelope(request, {});
    },
  );

  app.post(
    '/sign-in',
    { config: { access: PUBLIC }, schema: { body: signInBody, response: { 200: signInAnswer } } },
    async (request, reply) => {
      const { email, password } = request.body;
      const account = accountKey(email);
      const begin = () => signIn.begin(email, password, deviceOf(request), cookie.read(request));
      const { token, needsSecondFactor } = await limitSuccesses(rateLimiter, 'signIns', account, () =>
        brakeFailures(rateLimiter, 'failedSignIns', [request.ip, account], begin),
      );
      cookie.set(reply, token);
      return envelope(request, { second_factor_required: needsSecondFactor });
    },
  );

  app.post(
    '/sign-in/second-factor',
    { config: { access: PUBLIC }, schema: { body: codeBody, response: { 200: emptyAnswer } } },
    async (request, reply) => {
      const pending = await signIn.pending(cookie.read(request));
      const token = await brakeFailures(rateLimiter, 'wrongSecondFactors', [accountKey(pending.userId)], () =>
        signIn.finish(pending, request.body.code, deviceOf(request)),
      );
      cookie.set(reply, token);
      return envelope(request, {});
    },
  );

  app.post(
    '/sign-out',
    { config: { access: PUBLIC }, schema: { response: { 200: emptyAnswer } } },
    async (request, reply) => {
      await signIn.signOut(cookie.read(request));
      cookie.clear(reply);
      return envelope(request, {});
    },
  );

  app.post(
    '/sign-out-everywhere',
    { config: { access: SIGNED_IN }, schema: { response: { 200: emptyAnswer } } },
    async (request, reply) => {
      await signIn.signOutEverywhere(request.webSession);
      cookie.clear(reply);
      return envelope(request, {});
    },
  );
};

/** The session one is in, and the other ones. */
export const sessionRoutes: WebRouteGroup = (app, services, rateLimiter) => {
  const { signIn, sessions, account } = services.identity;
  const cookie = createSessionCookie(services.publicUrl);

  app.get(
    '/session',
    { config: { access: SIGNED_IN }, schema: { response: { 200: sessionAnswer } } },
    async (request) => {
      const { user, memberships, recoveryCodes } = await account.view(request.webSession.userId);
      return envelope(request, {
        user: {
          id: user.id,
          email: user.email,
          name: user.name,
          email_verified: user.email_verified_at !== null,
          two_factor: user.two_factor_since !== null,
          recovery_codes_left: recoveryCodes,
        },
        workspaces: memberships.map(({ id, name, role, plan, time_zone }) => ({
          id,
          name,
          role,
          plan: planOf(plan).id,
          time_zone,
        })),
        ...optionsOf(services),
      });
    },
  );

  app.post(
    '/session/confirm',
    { config: { access: SIGNED_IN }, schema: { body: passwordBody, response: { 200: emptyAnswer } } },
    async (request) => {
      const { webSession } = request;
      await brakeFailures(rateLimiter, 'wrongPasswords', [accountKey(webSession.userId)], () =>
        signIn.confirm(webSession, request.body.password),
      );
      return envelope(request, {});
    },
  );

  app.get(
    '/sessions',
    { config: { access: SIGNED_IN }, schema: { response: { 200: sessionsAnswer } } },
    async (request) => {
      const { userId, sessionId } = request.webSession;
      const rows = await sessions.list(userId);
      return envelope(
        request,
        rows.map((row) => ({
          id: row.id,
          is_current: row.id === sessionId,
          ip_address: row.ip_address,
          user_agent: row.user_agent,
          created_at: toWireTime(row.created_at),
          last_seen_at: toWireTime(row.last_seen_at),
        })),
      );
    },
  );

  app.delete(
    '/sessions/:id',
    { config: { access: SIGNED_IN }, schema: { params: idParams, response: { 200: emptyAnswer } } },
    async (request, reply) => {
      const { webSession } = request;
      await signIn.revoke(webSession, request.params.id);
      if (request.params.id === webSession.sessionId) cookie.clear(reply);
      return envelope(request, {});
    },
  );
};

function optionsOf({ signUp = 'invite', mailConfigured = false }: Services) {
  return { sign_up: signUp, mail_configured: mailConfigured };
}

export function deviceOf(request: FastifyRequest): Device {
  return { ipAddress: request.ip, userAgent: request.headers['user-agent'] ?? '' };
}
