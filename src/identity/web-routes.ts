import { type Clock, toWireTime } from '../platform/clock.ts';
import { PUBLIC, SIGNED_IN } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { type Challenges, createProofs } from '../platform/http/proof-of-work.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import { type App, idParams } from '../platform/http/typed-app.ts';
import { planOf } from '../workspaces/plans.ts';
import { type BrowserDeps, createBrowsers } from './browsers.ts';
import type { Identity } from './identity.ts';
import { normalEmail } from './sign-in.ts';
import { createSignInThrottle } from './sign-in-throttle.ts';
import type { SignUpMode } from './sign-up-mode.ts';
import { accountKey, applyThrottle, limitFailures } from './throttle.ts';
import {
  codeBody,
  emptyResponse,
  optionsResponse,
  passwordBody,
  sessionResponse,
  sessionsResponse,
  setUpBody,
  signInBody,
  signInResponse,
  signUpBody,
  signUpResponse,
} from './web-schema.ts';

/** Each group of routes names the parts that it calls. */
export interface IdentityRouteDeps<Part extends keyof Identity> extends BrowserDeps {
  identity: Pick<Identity, Part> & BrowserDeps['identity'];
  challenges: Challenges;
  rateLimiter: RateLimiter;
  signUp: SignUpMode;
  mailConfigured: boolean;
  phoneAbilities: { sms: boolean; whatsapp: boolean; stop_note: boolean };
  clock: Clock;
}

/** Signing up, in and out, and the sessions that come of it. */
export function identityWebRoutes(app: App, deps: IdentityRouteDeps<'signIn' | 'signUp' | 'setUp'>): void {
  const { rateLimiter } = deps;
  const { signIn, signUp, setUp, knownDevices } = deps.identity;
  const browsers = createBrowsers(deps);
  const throttle = createSignInThrottle(rateLimiter, createProofs(deps.challenges, rateLimiter));

  app.get(
    '/options',
    { config: { access: PUBLIC }, schema: { response: { 200: optionsResponse } } },
    async (request) => envelope(request, optionsOf(deps)),
  );

  app.post(
    '/sign-up',
    { config: { access: PUBLIC }, schema: { body: signUpBody, response: { 201: signUpResponse } } },
    async (request, reply) => {
      await applyThrottle(rateLimiter, 'signUps', [request.ip]);
      const { email, password, name, workspace_name: workspaceName, invitation } = request.body;
      reply.code(201);
      if (invitation === undefined && deps.signUp === 'open' && deps.mailConfigured) {
        await applyThrottle(rateLimiter, 'openSignUps', [request.ip]);
        const { allowed } = await rateLimiter.take('mailedLinks', accountKey(`sign-up:${email}`));
        // Beyond what anyone needs, the response stays and the email does not go.
        if (!allowed) return envelope(request, { verification_required: true });
      }
      const device = browsers.deviceOf(request);
      const token = await signUp.signUp(
        { email, password, name, workspaceName, invitation },
        device,
        browsers.sessionOf(request),
      );
      if (token !== null) browsers.setSignedIn(reply, token, device);
      return envelope(request, { verification_required: token === null });
    },
  );

  app.post(
    '/set-up',
    { config: { access: PUBLIC }, schema: { body: setUpBody, response: { 201: emptyResponse } } },
    async (request, reply) => {
      await applyThrottle(rateLimiter, 'signUps', [request.ip]);
      const { token, email, password, workspace_name: workspaceName } = request.body;
      const device = browsers.deviceOf(request);
      const session = await setUp.complete({ token, email, password, workspaceName }, device);
      browsers.setSignedIn(reply, session, device);
      reply.code(201);
      return envelope(request, {});
    },
  );

  app.post(
    '/sign-in',
    { config: { access: PUBLIC }, schema: { body: signInBody, response: { 200: signInResponse } } },
    async (request, reply) => {
      const { email, password, proof } = request.body;
      const device = browsers.deviceOf(request);
      const { token, needsSecondFactor } = await throttle.signIn(
        {
          account: email,
          ipAddress: request.ip,
          deviceToken: device.token,
          isKnownDevice: await knownDevices.isKnown(device.token, { email: normalEmail(email) }),
          proof,
        },
        (attempt) => signIn.begin({ email, password }, device, browsers.sessionOf(request), attempt),
      );
      if (needsSecondFactor) browsers.setPending(reply, token);
      else browsers.setSignedIn(reply, token, device);
      return envelope(request, { second_factor_required: needsSecondFactor });
    },
  );

  app.post(
    '/sign-in/second-factor',
    { config: { access: PUBLIC }, schema: { body: codeBody, response: { 200: emptyResponse } } },
    async (request, reply) => {
      const pending = await signIn.pending(browsers.sessionOf(request));
      const device = browsers.deviceOf(request);
      const { code } = request.body;
      const token = await throttle.secondFactor(
        pending,
        {
          code,
          ipAddress: request.ip,
          deviceToken: device.token,
          isKnownDevice: await knownDevices.isKnown(device.token, pending),
        },
        () => signIn.finish(pending, code, device),
        () => signIn.warnOfSecondFactors(pending),
      );
      browsers.setSignedIn(reply, token, device);
      return envelope(request, {});
    },
  );

  app.post(
    '/sign-out',
    { config: { access: PUBLIC }, schema: { response: { 200: emptyResponse } } },
    async (request, reply) => {
      await signIn.signOut(browsers.sessionOf(request));
      browsers.signOut(reply);
      return envelope(request, {});
    },
  );

  app.post(
    '/sign-out-everywhere',
    { config: { access: SIGNED_IN }, schema: { response: { 200: emptyResponse } } },
    async (request, reply) => {
      await signIn.signOutEverywhere(request.webSession);
      browsers.clear(reply);
      return envelope(request, {});
    },
  );
}

/** The session one is in, and the other ones. */
export function sessionWebRoutes(app: App, deps: IdentityRouteDeps<'signIn' | 'sessions' | 'account'>): void {
  const { rateLimiter } = deps;
  const { signIn, sessions, account } = deps.identity;
  const browsers = createBrowsers(deps);

  app.get(
    '/session',
    { config: { access: SIGNED_IN }, schema: { response: { 200: sessionResponse } } },
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
        ...optionsOf(deps),
        phone: deps.phoneAbilities,
      });
    },
  );

  app.post(
    '/session/confirm',
    { config: { access: SIGNED_IN }, schema: { body: passwordBody, response: { 200: emptyResponse } } },
    async (request) => {
      const { webSession } = request;
      await limitFailures(rateLimiter, [['wrongPasswords', webSession.sessionId]], () =>
        signIn.confirm(webSession, request.body.password),
      );
      return envelope(request, {});
    },
  );

  app.get(
    '/sessions',
    { config: { access: SIGNED_IN }, schema: { response: { 200: sessionsResponse } } },
    async (request) => {
      const { userId, sessionId } = request.webSession;
      const rows = await sessions.list(userId);
      const shown = rows.map((row) => ({
        id: row.id,
        is_current: row.id === sessionId,
        ip_address: row.ip_address,
        user_agent: row.user_agent,
        created_at: toWireTime(row.created_at),
        last_seen_at: toWireTime(row.last_seen_at),
      }));
      return envelope(request, shown);
    },
  );

  app.delete(
    '/sessions/:id',
    { config: { access: SIGNED_IN }, schema: { params: idParams, response: { 200: emptyResponse } } },
    async (request, reply) => {
      const { webSession } = request;
      await signIn.revoke(webSession, request.params.id);
      if (request.params.id === webSession.sessionId) browsers.clear(reply);
      return envelope(request, {});
    },
  );
}

function optionsOf({ signUp, mailConfigured }: Pick<IdentityRouteDeps<never>, 'signUp' | 'mailConfigured'>) {
  return { sign_up: signUp, mail_configured: mailConfigured };
}
