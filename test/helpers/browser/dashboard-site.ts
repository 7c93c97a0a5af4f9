import { join } from 'node:path';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { ServiceError } from '../../../src/platform/errors.ts';
import { createTraceError } from '../../../src/platform/http/error-body.ts';
import { createErrorHandler } from '../../../src/platform/http/error-handler.ts';
import type { App } from '../../../src/platform/http/typed-app.ts';
import { loadWebAppAssets } from '../../../src/web-app/page-assets.ts';
import { webAppPageRoutes } from '../../../src/web-app/page-routes.ts';
import { PASSWORD } from '../app/web-browser.ts';
import { overviewOf, PICTURE } from './dashboard-data.ts';

const WEB_BUILD = join(import.meta.dirname, '../../../web/dist/app');

export { PASSWORD };
export const EMAIL = 'ada@example.com';
export const HARBOUR = 'ws_harbour';

/** The web application's pages over an answering machine: what the frame does, apart from what the server does. */
export interface DashboardSite {
  url: string;
  state: DashboardState;
  /** Back to how it was at first. */
  reset(): void;
  /** Sends an event to every open page. */
  emit(event: string): void;
  /** Ends the event streams of all open pages. */
  endStreams(): void;
  close(): Promise<void>;
}

export interface DashboardState {
  signedIn: boolean;
  confirmed: boolean;
  twoFactor: boolean;
  /** Answers of the overview. */
  overview: 'busy' | 'new' | 'broken';
  submissions: number;
}

export async function startDashboardSite(): Promise<DashboardSite> {
  const state = atFirst();
  const app = fastify({ forceCloseConnections: true }) as unknown as FastifyInstance;
  app.setValidatorCompiler(validatorCompiler);
  app.setErrorHandler(createErrorHandler(createTraceError('https://photos.example.com')));
  const assets = await loadWebAppAssets(WEB_BUILD);
  webAppPageRoutes(app as unknown as App, assets, { signUp: 'open', mailConfigured: true });
  app.get('/picture', (_request, reply) => reply.header('content-type', 'image/svg+xml').send(PICTURE));
  const streams = new Set<FastifyReply>();
  await app.register(async (scope) => answeringMachine(scope, state, streams), { prefix: '/app/api' });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    state,
    reset: () => Object.assign(state, atFirst()),
    emit: (event) => {
      for (const reply of streams) reply.raw.write(`event: ${event}\ndata: {}\n\n`);
    },
    endStreams: () => {
      for (const reply of streams) reply.raw.end();
    },
    close: () => app.close(),
  };
}

function atFirst(): DashboardState {
  return { signedIn: true, confirmed: false, twoFactor: false, overview: 'busy', submissions: 6 };
}

async function answeringMachine(app: FastifyInstance, state: DashboardState, streams: Set<FastifyReply>) {
  const data = (value: unknown) => ({ data: value, meta: { request_id: 'req_1' } });
  app.addHook('onRequest', async (request) => {
    const path = request.url.replace('/app/api', '');
    if (request.method !== 'GET' && request.headers['x-shutterpost'] !== '1')
      throw new ServiceError('insufficient_permission', 'The header is missing.');
    const open = /^\/(sign-in|reset-password|sign-up)/.test(path);
    if (!open && !state.signedIn) throw new ServiceError('unauthorized', 'Please sign in.');
  });

  app.get('/session', async () => data(sessionOf(state)));
  app.post('/sign-in', async (request, reply) => {
    const { password } = request.body as { password: string };
    if (password !== PASSWORD)
      return reply.code(401).send({
        error: { code: 'sign_in_failed', message: 'Incorrect email or password.', details: {} },
        meta: { request_id: 'req_1' },
      });
    state.signedIn = !state.twoFactor;
    return data({ second_factor_required: state.twoFactor });
  });
  app.post('/sign-in/second-factor', async () => {
    state.signedIn = true;
    return data({});
  });
  app.post('/sign-out', async () => {
    state.signedIn = false;
    return data({});
  });
  app.post('/session/confirm', async (request, reply) => {
    const { password } = request.body as { password: string };
    if (password !== PASSWORD)
      return reply.code(401).send({
        error: { code: 'sign_in_failed', message: 'Incorrect password.', details: {} },
        meta: { request_id: 'req_1' },
      });
    state.confirmed = true;
    return data({});
  });
  app.post('/account/two-factor/begin', async (_request, reply) => {
    if (state.confirmed)
      return data({ secret: 'JBSWY3DPEHPK3PXP', otpauth_url: 'otpauth://', qr_svg: PICTURE });
    return reply.code(403).send({
      error: { code: 'confirmation_required', message: 'Confirm your password.', details: {} },
      meta: { request_id: 'req_1' },
    });
  });
  app.post('/account/two-factor/enable', async () => {
    state.twoFactor = true;
    return data({ recovery_codes: ['7h2k-93mp-w4xz', 'q8nt-5b1v-c6ye'] });
  });
  app.get('/sessions', async () => data(SESSIONS));
  app.get('/workspaces/:workspace/overview', async (request) => {
    if (state.overview === 'broken') throw new ServiceError('service_unavailable', 'Out of order.');
    const { environment } = request.query as { environment: string };
    return data(overviewOf(environment === 'test' || state.overview === 'new' ? null : state.submissions));
  });
  // Every page has the bell, and browsers have few connections that could wait for ever.
  app.get('/workspaces/:workspace/notifications/unread', async () => data({ unread: 0 }));
  // A page that the pointer passes on its way is read beforehand, which takes connections as well.
  app.get('/workspaces/:workspace/archive', async () => data(null));
  app.get('/workspaces/:workspace/archive/copies', async () => data([]));
  // The other pages have tests of their own; here they wait for ever, and show that they do.
  app.get('/workspaces/:workspace/*', (_request, reply) => void reply.hijack());
  app.get('/workspaces/:workspace/events', (request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    reply.raw.write(': here\n\n');
    streams.add(reply);
    request.raw.on('close', () => streams.delete(reply));
  });
}

function sessionOf({ twoFactor }: DashboardState) {
  return {
    user: {
      id: 'user_1',
      email: EMAIL,
      name: 'Ada Lovelace',
      email_verified: false,
      two_factor: twoFactor,
      recovery_codes_left: 10,
    },
    workspaces: [
      {
        id: HARBOUR,
        name: 'Harbour Insurance',
        role: 'owner',
        plan: 'professional',
        time_zone: 'Europe/Berlin',
      },
      { id: 'ws_viewed', name: 'Nordlicht', role: 'viewer', plan: 'developer_free' },
    ],
    sign_up: 'open',
    mail_configured: true,
    phone: { sms: true, whatsapp: true, stop_note: true },
  };
}

const SESSIONS = [
  {
    id: 'sess_1',
    is_current: true,
    ip_address: '192.0.2.7',
    user_agent: 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/145.0',
    created_at: '2026-11-01T09:00:00.000Z',
    last_seen_at: '2026-11-15T09:00:00.000Z',
  },
  {
    id: 'sess_2',
    is_current: false,
    ip_address: '198.51.100.4',
    user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1',
    created_at: '2026-11-10T09:00:00.000Z',
    last_seen_at: '2026-11-14T18:00:00.000Z',
  },
];
