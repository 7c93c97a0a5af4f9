import { requireConfirmation } from '../audit/confirmation.ts';
import { PUBLIC, SIGNED_IN, SIGNED_IN_CONFIRMED } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import type { App } from '../platform/http/typed-app.ts';
import { createBrowsers } from './browsers.ts';
import type { Identity } from './identity.ts';
import { accountKey, applyThrottle, limitFailures } from './throttle.ts';
import type { IdentityRouteDeps } from './web-routes.ts';
import {
  accountBody,
  accountResponse,
  changePasswordBody,
  codeBody,
  emptyResponse,
  recoveryCodesResponse,
  resetBody,
  resetRequestBody,
  twoFactorOfferResponse,
  verifiedResponse,
  verifyEmailBody,
  workspaceBody,
  workspaceResponse,
} from './web-schema.ts';

/** One's own account: name, address, password and workspaces. */
export function accountWebRoutes(
  app: App,
  deps: IdentityRouteDeps<'account' | 'emailVerification' | 'passwords'>,
): void {
  const { rateLimiter, clock } = deps;
  const { account, emailVerification, passwords } = deps.identity;
  const browsers = createBrowsers(deps);

  app.patch(
    '/account',
    { config: { access: SIGNED_IN }, schema: { body: accountBody, response: { 200: accountResponse } } },
    async (request) => {
      const { webSession } = request;
      const { name, email } = request.body;
      if (email !== undefined) {
        requireConfirmation(webSession, clock());
        await applyThrottle(rateLimiter, 'mailedLinks', [accountKey(webSession.userId)]);
      }
      const { awaitsVerification } = await account.change(webSession, {
        ...(name === undefined ? {} : { name }),
        ...(email === undefined ? {} : { email }),
      });
      return envelope(request, { awaits_verification: awaitsVerification });
    },
  );

  app.post(
    '/account/password',
    { config: { access: SIGNED_IN }, schema: { body: changePasswordBody, response: { 200: emptyResponse } } },
    async (request, reply) => {
      const { webSession, body } = request;
      const device = browsers.deviceOf(request);
      const token = await limitFailures(rateLimiter, [['wrongPasswords', webSession.sessionId]], () =>
        passwords.change(webSession.userId, { current: body.current, next: body.new }, device),
      );
      browsers.setSignedIn(reply, token, device);
      return envelope(request, {});
    },
  );

  app.post(
    '/account/verify-email',
    { config: { access: SIGNED_IN }, schema: { response: { 200: emptyResponse } } },
    async (request) => {
      await applyThrottle(rateLimiter, 'mailedLinks', [accountKey(request.webSession.userId)]);
      await account.sendVerification(request.webSession.userId);
      return envelope(request, {});
    },
  );

  app.post(
    '/verify-email',
    { config: { access: PUBLIC }, schema: { body: verifyEmailBody, response: { 200: verifiedResponse } } },
    async (request, reply) => {
      const device = browsers.deviceOf(request);
      const verified = await emailVerification.follow(request.body, device, browsers.sessionOf(request));
      if (verified.token !== null) browsers.setSignedIn(reply, verified.token, device);
      return envelope(request, { email: verified.email, password_required: verified.passwordRequired });
    },
  );

  app.post(
    '/reset-password/request',
    { config: { access: PUBLIC }, schema: { body: resetRequestBody, response: { 200: emptyResponse } } },
    async (request) => {
      const { email } = request.body;
      await applyThrottle(rateLimiter, 'mailedLinks', [request.ip]);
      // Beyond what anyone needs, the response stays and the email does not go.
      const { allowed } = await rateLimiter.take('mailedLinks', accountKey(email));
      if (allowed) await passwords.requestReset(email);
      return envelope(request, {});
    },
  );

  app.post(
    '/reset-password',
    { config: { access: PUBLIC }, schema: { body: resetBody, response: { 200: emptyResponse } } },
    async (request, reply) => {
      const device = browsers.deviceOf(request);
      const { token, password } = request.body;
      const { isKnownDevice } = await passwords.reset(token, password, device);
      if (isKnownDevice) browsers.setKnown(reply, device);
      return envelope(request, {});
    },
  );

  app.post(
    '/workspaces',
    { config: { access: SIGNED_IN }, schema: { body: workspaceBody, response: { 201: workspaceResponse } } },
    async (request, reply) => {
      const created = await account.createWorkspace(request.webSession, request.body.name);
      reply.code(201);
      return envelope(request, created);
    },
  );
}

/** The second factor of one's own account; the password was given just before. */
export function twoFactorWebRoutes(
  app: App,
  deps: { identity: Pick<Identity, 'twoFactor'>; rateLimiter: RateLimiter },
): void {
  const { rateLimiter } = deps;
  const { twoFactor } = deps.identity;
  const config = { access: SIGNED_IN_CONFIRMED };

  app.post(
    '/account/two-factor/begin',
    { config, schema: { response: { 200: twoFactorOfferResponse } } },
    async (request) => envelope(request, await twoFactor.begin(request.webSession)),
  );

  app.post(
    '/account/two-factor/enable',
    { config, schema: { body: codeBody, response: { 200: recoveryCodesResponse } } },
    async (request) => {
      const { webSession } = request;
      const codes = await limitFailures(
        rateLimiter,
        [['wrongSecondFactors', webSession.sessionId]],
        () => twoFactor.enable(webSession, request.body.code),
        'validation_error',
      );
      return envelope(request, { recovery_codes: codes });
    },
  );

  app.post(
    '/account/two-factor/disable',
    { config, schema: { response: { 200: emptyResponse } } },
    async (request) => {
      const { webSession } = request;
      await twoFactor.disable(webSession, webSession);
      return envelope(request, {});
    },
  );

  app.post(
    '/account/two-factor/recovery-codes',
    { config, schema: { response: { 200: recoveryCodesResponse } } },
    async (request) =>
      envelope(request, { recovery_codes: await twoFactor.renewRecoveryCodes(request.webSession) }),
  );
}
