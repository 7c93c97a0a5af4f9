import type { WebRouteGroup } from './access.ts';
import { apiKeyRoutes } from './api-key-routes.ts';
import { auditRoutes } from './audit-routes.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { downloadRoutes } from './download-routes.ts';
import { accountRoutes, twoFactorRoutes } from './identity-account-routes.ts';
import { identityRoutes, sessionRoutes } from './identity-routes.ts';
import { liveRoutes } from './live-routes.ts';
import { invitationRoutes, membersRoutes } from './members-routes.ts';
import { overviewRoutes } from './overview-routes.ts';
import { permanentLinkWebRoutes } from './permanent-link-routes.ts';
import { photoRequestActionRoutes } from './photo-request-action-routes.ts';
import { photoRequestWebRoutes } from './photo-request-routes.ts';
import { settingsRoutes } from './settings-routes.ts';
import { webhookActionRoutes } from './webhook-action-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** Everything below /app/api. */
export const WEB_ROUTES: readonly WebRouteGroup[] = [
  identityRoutes,
  sessionRoutes,
  accountRoutes,
  twoFactorRoutes,
  membersRoutes,
  invitationRoutes,
  auditRoutes,
  overviewRoutes,
  photoRequestWebRoutes,
  photoRequestActionRoutes,
  downloadRoutes,
  permanentLinkWebRoutes,
  apiKeyRoutes,
  webhookRoutes,
  webhookActionRoutes,
  deliveryRoutes,
  settingsRoutes,
  liveRoutes,
];
