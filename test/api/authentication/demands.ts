/**
 * What every route of the service demands of whoever calls it, written by hand. A route that is added, or that demands
 * something else from now on, is entered here by whoever decided so; nothing here is derived from the code.
 */

/** Of a member of the workspace in the address; each role may do what those before it may. */
const ROLES = ['viewer', 'member', 'admin', 'owner'] as const;
type Role = (typeof ROLES)[number];

/** `+ password`: given within the last minutes. */
export type Demand =
  | 'nothing'
  | 'customer session'
  | 'signed link'
  | 'signature of the phone provider'
  | 'any API key'
  | `API key with ${string}`
  | 'sign-in'
  | 'sign-in + password'
  | Role
  | `${Role} + password`;

/** The API, by key. */
export const API_DEMANDS: Record<string, Demand> = {
  'GET /v1/status': 'any API key',
  'GET /v1/ping': 'any API key',
  'GET /v1/stats': 'API key with stats:read',
  'GET /v1/photo-requests': 'API key with photo_requests:read',
  'POST /v1/photo-requests': 'API key with photo_requests:write',
  'GET /v1/photo-requests/:id': 'API key with photo_requests:read',
  'DELETE /v1/photo-requests/:id': 'API key with photo_requests:write',
  'POST /v1/photo-requests/:id/cancel': 'API key with photo_requests:write',
  'POST /v1/photo-requests/:id/extend': 'API key with photo_requests:write',
  'POST /v1/photo-requests/:id/resend-email': 'API key with photo_requests:write',
  'POST /v1/photo-requests/:id/resend-sms': 'API key with photo_requests:write',
  'POST /v1/photo-requests/:id/reopen': 'API key with photo_requests:write',
  'POST /v1/photo-requests/:id/remind': 'API key with photo_requests:write',
  'PUT /v1/photo-requests/:id/reminders': 'API key with photo_requests:write',
  'POST /v1/photo-requests/:id/review': 'API key with photo_requests:write',
  'GET /v1/photo-requests/:id/photos.zip': 'API key with photo_requests:read',
  'GET /v1/photo-requests/:id/report.pdf': 'API key with photo_requests:read',
  'GET /v1/events': 'API key with photo_requests:read',
  'GET /v1/permanent-links': 'API key with permanent_links:read',
  'POST /v1/permanent-links': 'API key with permanent_links:write',
  'GET /v1/permanent-links/:id': 'API key with permanent_links:read',
  'PATCH /v1/permanent-links/:id': 'API key with permanent_links:write',
  'DELETE /v1/permanent-links/:id': 'API key with permanent_links:write',
  'GET /v1/permanent-links/:id/access-code': 'API key with permanent_links:write',
  'GET /v1/permanent-links/:id/held-submissions': 'API key with permanent_links:read',
  'POST /v1/permanent-links/:id/held-submissions/:submission_id/approve':
    'API key with permanent_links:write',
  'POST /v1/permanent-links/:id/held-submissions/:submission_id/reject': 'API key with permanent_links:write',
  'GET /v1/templates': 'API key with photo_requests:read',
  'POST /v1/templates': 'API key with photo_requests:write',
  'GET /v1/templates/:id': 'API key with photo_requests:read',
  'PATCH /v1/templates/:id': 'API key with photo_requests:write',
  'DELETE /v1/templates/:id': 'API key with photo_requests:write',
  'POST /v1/templates/:id/duplicate': 'API key with photo_requests:write',
  'GET /v1/slot-images': 'API key with photo_requests:read',
  'POST /v1/slot-images': 'API key with photo_requests:write',
  'GET /v1/slot-images/:id': 'API key with photo_requests:read',
  'DELETE /v1/slot-images/:id': 'API key with photo_requests:write',
  'GET /v1/webhook-endpoints': 'API key with webhooks:read',
  'POST /v1/webhook-endpoints': 'API key with webhooks:write',
  'GET /v1/webhook-endpoints/:id': 'API key with webhooks:read',
  'PATCH /v1/webhook-endpoints/:id': 'API key with webhooks:write',
  'DELETE /v1/webhook-endpoints/:id': 'API key with webhooks:write',
  'POST /v1/webhook-endpoints/:id/rotate-secret': 'API key with webhooks:write',
  'POST /v1/webhook-endpoints/:id/activate-secret': 'API key with webhooks:write',
  'POST /v1/webhook-endpoints/:id/test': 'API key with webhooks:write',
  'POST /v1/webhook-endpoints/:id/replay': 'API key with webhooks:write',
  'GET /v1/webhook-endpoints/:id/deliveries': 'API key with webhooks:read',
  'GET /v1/webhook-endpoints/:id/deliveries/:delivery_id': 'API key with webhooks:read',
  'POST /v1/webhook-endpoints/:id/deliveries/:delivery_id/replay': 'API key with webhooks:write',
  'POST /v1/test-helpers/photo-requests/:id/submit': 'API key with photo_requests:write',
};

/** The web application's calls, by session, below /app/api. */
export const SESSION_DEMANDS: Record<string, Demand> = {
  'GET /options': 'nothing',
  'POST /sign-up': 'nothing',
  'POST /set-up': 'nothing',
  'POST /sign-in': 'nothing',
  'POST /sign-in/second-factor': 'nothing',
  'POST /sign-out': 'nothing',
  'POST /verify-email': 'nothing',
  'POST /reset-password/request': 'nothing',
  'POST /reset-password': 'nothing',
  'GET /invitations/:token': 'nothing',

  'POST /invitations/:token/accept': 'sign-in',
  'POST /sign-out-everywhere': 'sign-in',
  'GET /session': 'sign-in',
  'POST /session/confirm': 'sign-in',
  'GET /sessions': 'sign-in',
  'DELETE /sessions/:id': 'sign-in',
  'PATCH /account': 'sign-in',
  'POST /account/password': 'sign-in',
  'POST /account/verify-email': 'sign-in',
  'POST /workspaces': 'sign-in',
  'POST /account/two-factor/begin': 'sign-in + password',
  'POST /account/two-factor/enable': 'sign-in + password',
  'POST /account/two-factor/disable': 'sign-in + password',
  'POST /account/two-factor/recovery-codes': 'sign-in + password',

  'GET /workspaces/:workspace/overview': 'viewer',
  'GET /workspaces/:workspace/plan': 'viewer',
  'GET /workspaces/:workspace/events': 'viewer',
  'GET /workspaces/:workspace/members': 'viewer',
  'GET /workspaces/:workspace/settings': 'viewer',
  'GET /workspaces/:workspace/settings/live-proof': 'viewer',
  'GET /workspaces/:workspace/settings/mail-texts': 'viewer',
  'GET /workspaces/:workspace/settings/return-secret': 'viewer',
  'GET /workspaces/:workspace/photo-requests': 'viewer',
  'GET /workspaces/:workspace/photo-requests/:id': 'viewer',
  'GET /workspaces/:workspace/photo-requests/:id/photos.zip': 'viewer',
  'GET /workspaces/:workspace/photo-requests/:id/report.pdf': 'viewer',
  'GET /workspaces/:workspace/permanent-links': 'viewer',
  'GET /workspaces/:workspace/permanent-links/:id': 'viewer',
  'GET /workspaces/:workspace/permanent-links/:id/submissions': 'viewer',
  'GET /workspaces/:workspace/permanent-links/:id/held-submissions': 'viewer',
  'GET /workspaces/:workspace/templates': 'viewer',
  'GET /workspaces/:workspace/templates/:id': 'viewer',
  'GET /workspaces/:workspace/slot-images': 'viewer',
  'POST /workspaces/:workspace/leave': 'viewer + password',

  'GET /workspaces/:workspace/notifications': 'viewer',
  'GET /workspaces/:workspace/notifications/unread': 'viewer',
  'POST /workspaces/:workspace/notifications/read': 'viewer',
  'POST /workspaces/:workspace/notifications/:id/read': 'viewer',
  'GET /workspaces/:workspace/notification-choices': 'viewer',
  'PATCH /workspaces/:workspace/notification-choices': 'viewer',
  'GET /workspaces/:workspace/reviews': 'viewer',
  'POST /workspaces/:workspace/photo-requests': 'member',
  'POST /workspaces/:workspace/photo-requests/:id/review': 'member',
  'POST /workspaces/:workspace/photo-requests/:id/notes': 'member',
  'PATCH /workspaces/:workspace/photo-requests/:id/notes/:note': 'member',
  'DELETE /workspaces/:workspace/photo-requests/:id/notes/:note': 'member',
  'PUT /workspaces/:workspace/photo-requests/:id/assignee': 'member',
  'DELETE /workspaces/:workspace/photo-requests/:id': 'member',
  'POST /workspaces/:workspace/photo-requests/:id/cancel': 'member',
  'POST /workspaces/:workspace/photo-requests/:id/extend': 'member',
  'POST /workspaces/:workspace/photo-requests/:id/resend-email': 'member',
  'POST /workspaces/:workspace/photo-requests/:id/resend-sms': 'member',
  'POST /workspaces/:workspace/photo-requests/:id/reopen': 'member',
  'POST /workspaces/:workspace/photo-requests/:id/remind': 'member',
  'PUT /workspaces/:workspace/photo-requests/:id/reminders': 'member',
  'POST /workspaces/:workspace/photo-requests/:id/simulate': 'member',
  'POST /workspaces/:workspace/permanent-links': 'member',
  'PATCH /workspaces/:workspace/permanent-links/:id': 'member',
  'DELETE /workspaces/:workspace/permanent-links/:id': 'member',
  'GET /workspaces/:workspace/permanent-links/:id/access-code': 'member',
  'POST /workspaces/:workspace/templates': 'member',
  'PATCH /workspaces/:workspace/templates/:id': 'member',
  'DELETE /workspaces/:workspace/templates/:id': 'member',
  'POST /workspaces/:workspace/templates/:id/duplicate': 'member',
  'POST /workspaces/:workspace/slot-images': 'member',
  'DELETE /workspaces/:workspace/slot-images/:id': 'member',
  'POST /workspaces/:workspace/held-submissions/:id/approve': 'member',
  'POST /workspaces/:workspace/held-submissions/:id/reject': 'member',

  'GET /workspaces/:workspace/audit-log': 'admin',
  'GET /workspaces/:workspace/invitations': 'admin',
  'POST /workspaces/:workspace/invitations': 'admin + password',
  'DELETE /workspaces/:workspace/invitations/:id': 'admin',
  'PATCH /workspaces/:workspace/members/:user': 'admin + password',
  'DELETE /workspaces/:workspace/members/:user': 'admin + password',
  'GET /workspaces/:workspace/api-keys': 'admin',
  'POST /workspaces/:workspace/api-keys': 'admin + password',
  'PATCH /workspaces/:workspace/api-keys/:id': 'admin',
  'POST /workspaces/:workspace/api-keys/:id/regenerate': 'admin + password',
  'DELETE /workspaces/:workspace/api-keys/:id': 'admin + password',
  // Some changes of settings demand the password too: confirmation.test.ts.
  'PATCH /workspaces/:workspace/settings': 'admin',
  'PATCH /workspaces/:workspace/settings/live-proof': 'admin',
  'PUT /workspaces/:workspace/settings/mail-texts': 'admin',
  'POST /workspaces/:workspace/settings/mail-texts/reset': 'admin',
  'POST /workspaces/:workspace/settings/mail-texts/preview': 'admin',
  'POST /workspaces/:workspace/settings/mail-texts/trial': 'admin',
  'POST /workspaces/:workspace/settings/return-secret/rotate': 'admin + password',
  'POST /workspaces/:workspace/settings/return-secret/activate': 'admin + password',
  'GET /workspaces/:workspace/settings/return-secret/secrets': 'owner + password',
  'PUT /workspaces/:workspace/settings/logo': 'admin',
  'DELETE /workspaces/:workspace/settings/logo': 'admin',
  'GET /workspaces/:workspace/webhooks': 'admin',
  'POST /workspaces/:workspace/webhooks': 'admin + password',
  'GET /workspaces/:workspace/webhooks/:id': 'admin',
  'PATCH /workspaces/:workspace/webhooks/:id': 'admin',
  'DELETE /workspaces/:workspace/webhooks/:id': 'admin + password',
  'POST /workspaces/:workspace/webhooks/:id/enable': 'admin',
  'POST /workspaces/:workspace/webhooks/:id/disable': 'admin',
  'POST /workspaces/:workspace/webhooks/:id/rotate': 'admin + password',
  'POST /workspaces/:workspace/webhooks/:id/activate-secret': 'admin + password',
  'POST /workspaces/:workspace/webhooks/:id/test': 'admin',
  'POST /workspaces/:workspace/webhooks/:id/replay': 'admin',
  'GET /workspaces/:workspace/webhooks/deliveries': 'admin',
  'GET /workspaces/:workspace/webhooks/deliveries/:id': 'admin',
  'POST /workspaces/:workspace/webhooks/deliveries/:id/replay': 'admin',
  'GET /workspaces/:workspace/webhooks/:id/secret': 'owner + password',
};

/** Pages, files, probes and what customers' pages call. */
export const OPEN_DEMANDS: Record<string, Demand> = {
  'GET /healthz': 'nothing',
  'GET /readyz': 'nothing',
  'GET /v1/openapi.json': 'nothing',
  'GET /docs': 'nothing',
  'GET /docs/:page': 'nothing',
  'GET /docs/assets/*': 'nothing',
  'GET /docs/images/:image': 'nothing',
  'GET /docs/collection.json': 'nothing',
  'GET /docs/reference': 'nothing',
  'GET /docs/reference/start.js': 'nothing',
  'GET /docs/reference/:file': 'nothing',
  'GET /llms.txt': 'nothing',
  'POST /mcp': 'any API key',
  'GET /mcp': 'any API key',
  'DELETE /mcp': 'any API key',
  'GET /': 'nothing',
  'GET /code': 'nothing',
  'GET /CODE': 'nothing',
  'GET /Code': 'nothing',
  'POST /code': 'nothing',
  'GET /verify': 'nothing',
  'GET /VERIFY': 'nothing',
  'GET /Verify': 'nothing',
  'GET /r/:token': 'nothing',
  'GET /R/:key': 'nothing',
  'GET /r/:token/qr.svg': 'nothing',
  'GET /p/:slug': 'nothing',
  'GET /P/:key': 'nothing',
  'POST /p/:slug': 'nothing',
  'GET /p/:slug/qr.svg': 'nothing',
  'GET /notifications/off/:token': 'nothing',
  'POST /notifications/off/:token': 'nothing',
  'GET /unsubscribe/:token': 'signed link',
  'POST /unsubscribe/:token': 'signed link',
  'POST /unsubscribe/:token/undo': 'signed link',
  'GET /assets/*': 'nothing',
  'GET /logos/:file': 'nothing',
  'GET /slot-images/:file': 'nothing',
  'GET /.well-known/shutterpost-ca.pem': 'nothing',
  'GET /app': 'nothing',
  'GET /app/*': 'nothing',
  'GET /app/assets/*': 'nothing',
  'POST /page-errors': 'nothing',
  'POST /capture/sessions': 'nothing',
  'POST /capture/handovers/preview': 'nothing',

  'GET /capture/session': 'customer session',
  'GET /capture/return': 'customer session',
  'GET /capture/receipt': 'customer session',
  'GET /embed/shutterpost-capture.js': 'nothing',
  'POST /capture/handovers': 'customer session',
  'PUT /capture/photos/:clientId': 'customer session',
  'DELETE /capture/photos/:clientId': 'customer session',
  'POST /capture/challenges': 'customer session',
  'POST /capture/submission': 'customer session',

  'GET /photos/:file': 'signed link',
  'GET /capture/thumbnails/:file': 'signed link',
  'PUT /probe/upload': 'signed link',

  'POST /phone/status': 'signature of the phone provider',
  'POST /phone/inbound': 'signature of the phone provider',
};

/** The role that a demand names, if any. */
export function roleIn(demand: Demand): Role | undefined {
  return ROLES.find((role) => demand === role || demand === `${role} + password`);
}

export function demandsPassword(demand: Demand): boolean {
  return demand.endsWith(' + password');
}

/** The permission that a demand names; null where any key will do. */
export function scopeIn(demand: Demand): string | null {
  return /^API key with (.+)$/.exec(demand)?.[1] ?? null;
}
