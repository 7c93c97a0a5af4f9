import { apiKeyWebRoutes } from './api-keys/web-routes.ts';
import { archiveWebRoutes } from './archive/web-routes.ts';
import { auditWebRoutes } from './audit/web-routes.ts';
import { logoWebRoutes } from './branding/logo-web-routes.ts';
import { heldSubmissionWebRoutes } from './held-submissions/web-routes.ts';
import { accountWebRoutes, twoFactorWebRoutes } from './identity/account-web-routes.ts';
import { invitationWebRoutes, memberWebRoutes } from './identity/member-web-routes.ts';
import { identityWebRoutes, sessionWebRoutes } from './identity/web-routes.ts';
import { mailTextWebRoutes } from './mail-texts/web-routes.ts';
import { noteWebRoutes } from './notes/web-routes.ts';
import { notificationWebRoutes } from './notifications/web-routes.ts';
import { overviewWebRoutes } from './overview/web-routes.ts';
import { permanentLinkWebRoutes } from './permanent-links/web-routes.ts';
import { photoRequestActionWebRoutes } from './photo-requests/action-web-routes.ts';
import { photoRequestWebRoutes } from './photo-requests/web-routes.ts';
import { evidencePolicyWebRoutes } from './photos/evidence/policy-web-routes.ts';
import type { RateLimiter } from './platform/http/rate-limit.ts';
import type { App } from './platform/http/typed-app.ts';
import { downloadWebRoutes } from './reports/download-web-routes.ts';
import { returnWebRoutes } from './returns/web-routes.ts';
import { reviewWebRoutes } from './reviews/web-routes.ts';
import { sampleSubmissionWebRoutes } from './sample-submissions/web-routes.ts';
import type { Platform, Services } from './services.ts';
import { slotImageWebRoutes } from './slot-images/web-routes.ts';
import { templateWebRoutes } from './templates/web-routes.ts';
import { liveWebRoutes } from './web-app/live-routes.ts';
import { deliveryWebRoutes } from './webhooks/delivery/delivery-web-routes.ts';
import { endpointActionWebRoutes } from './webhooks/endpoints/endpoint-action-web-routes.ts';
import { endpointWebRoutes } from './webhooks/endpoints/endpoint-web-routes.ts';
import { settingsWebRoutes } from './workspaces/web-routes.ts';

/** What routes may use of the outside world. */
export type WebPlatform = Pick<
  Platform,
  | 'database'
  | 'storage'
  | 'clock'
  | 'publicUrl'
  | 'version'
  | 'signUp'
  | 'mailConfigured'
  | 'isProduction'
  | 'corsOrigins'
  | 'metrics'
>;

/** Every route below /app/api. */
export function addSessionRoutes(
  app: App,
  services: Services,
  platform: WebPlatform,
  rateLimiter: RateLimiter,
): void {
  const { publicUrl, signUp = 'invite', mailConfigured = false, clock } = platform;
  const { identity, challenges, workspaces, photoRequests } = services;
  const { webhookEndpoints, deliveryLog } = services;
  const { phoneAbilities } = services;
  const site = { publicUrl, signUp, mailConfigured, phoneAbilities };
  const accounts = { identity, challenges, rateLimiter, ...site, clock };
  identityWebRoutes(app, accounts);
  sessionWebRoutes(app, accounts);
  accountWebRoutes(app, accounts);
  twoFactorWebRoutes(app, { identity, rateLimiter });
  memberWebRoutes(app, { identity, rateLimiter });
  invitationWebRoutes(app, { identity });
  auditWebRoutes(app, { audit: services.audit });
  const { overview, stats, templates, slotImages } = services;
  overviewWebRoutes(app, { overview, workspaces, stats, templates, slotImages });
  photoRequestWebRoutes(app, { photoRequests, teamView: services.teamView, rateLimiter });
  const { notifications } = services;
  noteWebRoutes(app, { notes: services.notes, assignments: services.assignments });
  notificationWebRoutes(app, { notifications });
  photoRequestActionWebRoutes(app, { photoRequests });
  reviewWebRoutes(app, { reviews: services.reviews });
  sampleSubmissionWebRoutes(app, { sampleSubmissions: services.sampleSubmissions });
  downloadWebRoutes(app, { downloads: services.downloads });
  const { permanentLinks, heldSubmissions } = services;
  permanentLinkWebRoutes(app, { permanentLinks, photoRequests });
  heldSubmissionWebRoutes(app, { permanentLinks, heldSubmissions });
  templateWebRoutes(app, { templates: services.templates });
  slotImageWebRoutes(app, { slotImages: services.slotImages });
  apiKeyWebRoutes(app, { apiKeys: services.apiKeys, clock });
  endpointWebRoutes(app, { webhookEndpoints, deliveryLog });
  endpointActionWebRoutes(app, { webhookEndpoints });
  deliveryWebRoutes(app, { deliveryLog, webhookEndpoints, webhookTests: services.webhookTests });
  evidencePolicyWebRoutes(app, { evidencePolicies: services.evidencePolicies });
  settingsWebRoutes(app, { workspaces });
  logoWebRoutes(app, { brands: services.brands });
  returnWebRoutes(app, { returns: services.returns });
  mailTextWebRoutes(app, { mailTexts: services.mailTexts, rateLimiter });
  const { archiveSettings, archiveCopies } = services;
  archiveWebRoutes(app, { archiveSettings, archiveCopies, photoRequests, rateLimiter });
  const { database, metrics } = platform;
  liveWebRoutes(app, {
    database,
    overview,
    photoRequests,
    deliveryLog,
    notifications,
    identity,
    metrics,
    clock,
  });
}
