import { API_DEMANDS, scopeIn } from '../../api/authentication/demands.ts';

export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ApiRoute {
  method: RouteMethod;
  /** As declared: `/v1/photo-requests/:id`. */
  url: string;
  /** null: any active key will do. */
  scope: string | null;
}

/**
 * Every route behind an API key and the one permission it needs. The test helpers, which play a whole customer, and the
 * stream of events need a test key: their own tests try the permissions, and strangers.
 */
export const API_ROUTES: readonly ApiRoute[] = Object.entries(API_DEMANDS)
  .map(([route, demand]) => {
    const [method, url = ''] = route.split(' ');
    return { method: method as RouteMethod, url, scope: scopeIn(demand) };
  })
  .filter(({ url }) => !url.startsWith('/v1/test-helpers/') && url !== '/v1/events/stream');

/** A gray JPEG of 8 by 8 pixels. */
const TINY_IMAGE = Buffer.from(
  '/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z',
  'base64',
);

/** How the object of a list is created where the body is no JSON. */
export function imageFor(
  list: string,
): { path: string; raw: Buffer; headers: Record<string, string> } | undefined {
  if (!list.endsWith('/slot-images')) return undefined;
  return { path: `${list}?purpose=example`, raw: TINY_IMAGE, headers: { 'content-type': 'image/jpeg' } };
}

interface RouteAction {
  body?: object;
  /** What it returns for an object that was just created. */
  status: number;
  /** The same with a test key, where that differs. */
  statusInTest?: number;
}

/** Routes that do something with an object which is there; with their method where several have the address. */
const ACTIONS: Record<string, RouteAction> = {
  '/cancel': { status: 200 },
  '/erase': { status: 200 },
  '/extend': { body: { hours: 1 }, status: 200 },
  '/timeline': { status: 200 },
  '/team-view': { status: 200 },
  'GET /notes': { status: 200 },
  'POST /notes': { body: { text: 'Ask for the left side' }, status: 201 },
  // No one has written one yet.
  'PATCH /notes/:note_id': { body: { text: 'Ask for the right side' }, status: 404 },
  'DELETE /notes/:note_id': { status: 404 },
  '/assignee': { body: { user_id: null }, status: 200 },
  '/reminders': { body: { reminders: [] }, status: 200 },
  // It is open, and no one has a recipient or a submission yet.
  '/reopen': { body: { hours: 1 }, status: 422 },
  '/remind': { status: 422 },
  '/resend-email': { status: 422 },
  '/resend-sms': { status: 422 },
  '/review': { body: { decision: 'approve' }, status: 422 },
  '/photos.zip': { status: 422 },
  '/report.pdf': { status: 422 },
  '/notifications': { status: 200 },
  '/notifications/unread': { status: 200 },
  '/notifications/read': { body: { up_to: 'ntf_1' }, status: 200 },
  // They were told of nothing yet.
  '/notifications/:notification_id/read': { status: 404 },
  'GET /notification-choices': { status: 200 },
  'PATCH /notification-choices': {
    body: { submitted: { app: true, email: 'now' } },
    status: 200,
    statusInTest: 403,
  },
  '/duplicate': { body: {}, status: 201 },
  '/access-code': { status: 200 },
  '/held-submissions': { status: 200 },
  // Nothing was sent through it yet.
  '/held-submissions/:submission_id/approve': { status: 404 },
  '/held-submissions/:submission_id/reject': { status: 404 },
  '/rotate-secret': { status: 200 },
  '/activate-secret': { status: 422 },
  '/test': { status: 200 },
  '/replay': { body: {}, status: 200 },
  '/deliveries': { status: 200 },
  // Nothing was sent to it yet.
  '/deliveries/:delivery_id': { status: 404 },
  '/deliveries/:delivery_id/replay': { status: 404 },
};

/** Undefined for routes that read, create, change or delete. */
export function actionOf({ method, url }: Pick<ApiRoute, 'method' | 'url'>): RouteAction | undefined {
  const [, path = ''] = /\/:id(\/.+)$/.exec(url) ?? [];
  const action = ACTIONS[`${method} ${path}`] ?? ACTIONS[path];
  if (path !== '' && action === undefined) throw new Error(`It is not said what ${method} ${url} does`);
  return action;
}
