import fastify, {
  type FastifyInstance,
  type onRequestAsyncHookHandler,
  type preValidationHookHandler,
} from 'fastify';
import { redactKeys } from './api-keys/key-format.ts';
import { openApiRoutes } from './api-reference/routes.ts';
import { captureAssetRoutes } from './capture/asset-routes.ts';
import { captureCallRoutes } from './capture/call-routes.ts';
import { capturePageRoutes } from './capture/page-routes.ts';
import type { Assets } from './capture/pages/index.ts';
import { uploadProbeRoutes } from './capture/upload-probe.ts';
import { contentCredentialRoutes } from './content-credentials/routes.ts';
import { documentationRoutes } from './documentation/routes.ts';
import { heldSubmissionRoutes } from './held-submissions/routes.ts';
import { memberRoutes } from './identity/routes.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { noteRoutes } from './notes/routes.ts';
import { switchOffPageRoutes } from './notifications/page-routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { pageErrorRoutes } from './pages/page-error-routes.ts';
import { permanentLinkRoutes } from './permanent-links/routes.ts';
import { phoneProviderRoutes } from './phone/routes.ts';
import { photoRequestActionRoutes } from './photo-requests/action-routes.ts';
import { eventRoutes } from './photo-requests/event-routes.ts';
import { eventStreamRoutes } from './photo-requests/event-stream-routes.ts';
import { photoRequestRoutes } from './photo-requests/routes.ts';
import { photoRoutes } from './photos/routes.ts';
import { notFound } from './platform/errors.ts';
import { ANY_KEY, requireDeclaredAccess } from './platform/http/access.ts';
import { acceptJsonBodies, MAX_BODY_BYTES, takeNoBodyForEmpty } from './platform/http/body.ts';
import { escapeBrokenPath, pathOfTarget, refuseBrokenQuery } from './platform/http/broken-requests.ts';
import { createTraceError } from './platform/http/error-body.ts';
import { createErrorHandler } from './platform/http/error-handler.ts';
import { frameEveryCall } from './platform/http/every-call.ts';
import { cleanForwardedFor, createProxyWarning, trustedProxies } from './platform/http/forwarded-for.ts';
import { incomingOnly } from './platform/http/incoming-only.ts';
import { HTTP_LIMITS, type HttpLimits } from './platform/http/limits.ts';
import type { RateLimiter } from './platform/http/rate-limit.ts';
import { ZOD_COMPILERS } from './platform/http/schema-compilers.ts';
import { guardServer, serverOptions } from './platform/http/server-guard.ts';
import { isBelow } from './platform/http/surfaces.ts';
import type { App } from './platform/http/typed-app.ts';
import { noteUnknownNames } from './platform/http/unknown-names.ts';
import type { Log } from './platform/log.ts';
import { redactTokens } from './platform/tokens.ts';
import { downloadRoutes } from './reports/download-routes.ts';
import { reviewRoutes } from './reviews/routes.ts';
import { sampleSubmissionRoutes } from './sample-submissions/routes.ts';
import { probeRoutes, serviceStatusRoutes } from './service-status/routes.ts';
import type { Services } from './services.ts';
import { addSessionRoutes, type WebPlatform } from './session-routes.ts';
import { slotImageRoutes } from './slot-images/routes.ts';
import { statsRoutes } from './stats/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { webAppScope } from './web-app/access.ts';
import type { WebAppAssets } from './web-app/page-assets.ts';
import { webAppPageRoutes } from './web-app/page-routes.ts';
import { webhookDeliveryRoutes } from './webhooks/delivery/routes.ts';
import { webhookEndpointRoutes } from './webhooks/endpoints/routes.ts';

const MAX_ADDRESS_LENGTH = 16_384;
const UNSUBSCRIBE_TOKEN = /(\/unsubscribe\/)[^/\s]+/gi;

export interface AppOptions {
  services: Services;
  platform: WebPlatform;
  rateLimiter: RateLimiter;
  /** The customer's pages as built; without them there are no pages. */
  assets?: Assets | undefined;
  /** The web application as built; without it there are no pages below /app. */
  webApp?: WebAppAssets | undefined;
  log: Log;
  trustProxy: number | string[];
  limits?: HttpLimits;
  /** In PEM. Undefined: plain HTTP. */
  certificate?: { key: string; cert: string } | undefined;
  /** In the tests every response is held against its schema; outside, zod on the way out costs too much. */
  checkResponses?: boolean;
  /** Called before the routes are added, for whoever watches the calls. */
  observe?: ((app: FastifyInstance) => void) | undefined;
  /** Called before the routes are added, which then keep their whole schemas; the OpenAPI generator reads them. */
  prepare?: (app: FastifyInstance) => Promise<void>;
}

/** Builds the server without listening. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { services, platform, rateLimiter, assets, webApp, log, trustProxy, limits = HTTP_LIMITS } = options;
  const newRequestId = () => services.ids.next('apiCall');
  const trace = createTraceError(platform.publicUrl);
  const { http, ...server } = serverOptions(limits, { trace, newRequestId });
  const warnOfProxy = createProxyWarning(log);
  const app = fastify({
    loggerInstance: log,
    logController: new fastify.LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    genReqId: newRequestId,
    ...server,
    trustProxy: trustedProxies(trustProxy),
    bodyLimit: MAX_BODY_BYTES,
    // Long ids are not found like any other; Node bounds the whole address.
    routerOptions: { maxParamLength: MAX_ADDRESS_LENGTH },
    // The first of us to see a request.
    rewriteUrl(request) {
      if (trustProxy === 0) warnOfProxy(request);
      else cleanForwardedFor(request);
      return escapeBrokenPath(pathOfTarget(request.url ?? '/'));
    },
    schemaController: ZOD_COMPILERS,
    ...(options.certificate === undefined ? { http } : { https: { ...http, ...options.certificate } }),
  }) as unknown as FastifyInstance;

  app.setErrorHandler(createErrorHandler(trace));
  app.setNotFoundHandler(() => {
    throw notFound('This address');
  });
  app.decorateRequest('caller');
  app.decorateRequest('loaded', null);
  app.decorateRequest('rawBody', null);
  app.decorateRequest('unknownNames');
  app.decorateRequest('cameFrom');
  app.decorateRequest('currentCall');
  acceptJsonBodies(app);
  requireDeclaredAccess(app);
  frameEveryCall(app, log, redactSecrets);
  guardServer(app, { limits, log, health: services.health, metrics: platform.metrics });
  options.observe?.(app);
  // An address that does not exist is not found whatever its body would have been, so the body is not even read.
  app.addHook('onRequest', (request, _reply, done) => {
    const path = request.raw.url ?? '';
    const isOurs = !isBelow(path, '/v1') && !isBelow(path, '/app/api');
    done(request.is404 && isOurs ? notFound('This address') : undefined);
  });
  await options.prepare?.(app);

  const keepsSchemas = options.checkResponses === true || options.prepare !== undefined;
  const root = app as unknown as App;
  const { storage, clock, publicUrl } = platform;
  const { health, photos, photoLinks, postponedDecoding, isUploadProbe } = services;
  const capture = services.customerSideWith(rateLimiter);
  probeRoutes(root, { health });
  uploadProbeRoutes(root, { isUploadProbe });
  documentationRoutes(root, { publicUrl });
  const authenticate = services.authenticateWith(rateLimiter);
  mcpRoutes(root, { authenticate, toolCalls: services.toolCalls, publicUrl });
  const { corsOrigins = [] } = platform;
  const fileNameOf = services.downloads.photoName;
  photoRoutes(root, { photoLinks, photos, postponedDecoding, storage, clock, fileNameOf, corsOrigins });
  contentCredentialRoutes(root, { credentials: services.credentials });
  pageErrorRoutes(root, { rateLimiter, redactSecrets });
  phoneProviderRoutes(root, { phoneCallbacks: services.phoneCallbacks });
  switchOffPageRoutes(root, { switchingOff: services.switchingOff });
  await app.register(async (scope) =>
    captureCallRoutes(scope as unknown as App, { capture, postponedDecoding, storage, rateLimiter }),
  );
  if (assets !== undefined) {
    const { urls, slotImages } = services;
    await app.register(async (scope) =>
      captureAssetRoutes(scope as unknown as App, { storage, slotImages, assets }),
    );
    await app.register(async (scope) =>
      capturePageRoutes(scope as unknown as App, {
        capture,
        urls,
        clock,
        rateLimiter,
        assets,
        credentials: services.credentials,
        unsubscribing: services.unsubscribing,
      }),
    );
  }
  await app.register(
    async (api) => {
      // Each route gets its checks bound to what it declares: looking that up at every call costs more than the checks.
      api.addHook('onRoute', (route) => {
        const access = route.config?.access ?? ANY_KEY;
        if (!keepsSchemas && route.schema !== undefined) route.schema = incomingOnly(route.schema);
        const identify: onRequestAsyncHookHandler = (request, reply) => authenticate(request, reply, access);
        route.onRequest = [identify, route.onRequest ?? []].flat() as onRequestAsyncHookHandler[];
        route.preValidation = [
          refuseBrokenQuery,
          takeNoBodyForEmpty(route.schema),
          noteUnknownNames(route.schema),
          route.preValidation ?? [],
        ].flat() as preValidationHookHandler[];
      });
      // Behind authentication too: no one without a key learns which addresses exist. An address that does not exist is
      // not found whatever its body would have been, so the body is not even read.
      api.addHook('onRequest', (request, reply, done) => {
        if (!request.is404) return done();
        authenticate(request, reply, ANY_KEY).then(() => done(notFound('This address')), done);
      });
      api.setNotFoundHandler(() => {});
      apiRoutes(api as unknown as App, services, platform);
    },
    { prefix: '/v1' },
  );
  const { isProduction, signUp = 'invite', mailConfigured = false } = platform;
  const { identity } = services;
  await app.register(
    async (scope) =>
      webAppScope(
        scope as unknown as App,
        { identity, rateLimiter, publicUrl, isProduction, clock },
        (sessionApi) => addSessionRoutes(sessionApi, services, platform, rateLimiter),
        { keepsSchemas },
      ),
    { prefix: '/app/api' },
  );
  if (webApp !== undefined) {
    await app.register(async (scope) =>
      webAppPageRoutes(scope as unknown as App, webApp, { signUp, mailConfigured }),
    );
  }
  await app.ready();
  return app;
}

/** For log lines: keys of API clients, and tokens of customers' addresses. */
function redactSecrets(text: string): string {
  return redactTokens(redactKeys(text)).replace(UNSUBSCRIBE_TOKEN, '$1[redacted]');
}

/** Every route below /v1. */
function apiRoutes(
  app: App,
  services: Services,
  { clock, version, publicUrl, corsOrigins = [], database, metrics }: WebPlatform,
): void {
  const { photoRequests, photoRequestRepository, permanentLinks, permanentLinkRepository } = services;
  const { health, stats, sampleSubmissions, webhookEndpoints, deliveryLog } = services;
  serviceStatusRoutes(app, { clock, health, version });
  statsRoutes(app, { stats });
  photoRequestRoutes(app, { photoRequests, photoRequestRepository, teamView: services.teamView });
  photoRequestActionRoutes(app, { photoRequests });
  noteRoutes(app, { notes: services.notes, assignments: services.assignments });
  downloadRoutes(app, { downloads: services.downloads });
  const { eventFeed, stillAdmits } = services;
  eventRoutes(app, { eventFeed });
  eventStreamRoutes(app, { eventFeed, stillAdmits, database, clock, metrics });
  reviewRoutes(app, { reviews: services.reviews });
  permanentLinkRoutes(app, { permanentLinks, permanentLinkRepository });
  heldSubmissionRoutes(app, { permanentLinks, heldSubmissions: services.heldSubmissions });
  const { members } = services.identity;
  memberRoutes(app, { members });
  notificationRoutes(app, { members, notifications: services.notifications });
  templateRoutes(app, { templates: services.templates });
  slotImageRoutes(app, { slotImages: services.slotImages });
  webhookEndpointRoutes(app, { webhookEndpoints, deliveryLog });
  webhookDeliveryRoutes(app, { webhookEndpoints, deliveryLog, webhookTests: services.webhookTests });
  sampleSubmissionRoutes(app, { sampleSubmissions });
  openApiRoutes(app, { publicUrl, corsOrigins });
}
