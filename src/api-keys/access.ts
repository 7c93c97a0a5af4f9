import type { FastifyInstance } from 'fastify';
import type { Role } from '../platform/db/tables.ts';
import type { Caller, CallerColumns } from './caller.ts';
import type { Scope } from './scopes.ts';

/** Who may call a route. Every route declares one; the app does not start with a route that does not. */
export type Access =
  | { kind: 'public' }
  | { kind: 'capture_session' }
  | { kind: 'signed_link' }
  | { kind: 'metrics_token' }
  | { kind: 'signed_in'; confirmed: boolean }
  | { kind: 'member'; role: Role; confirmed: boolean }
  | { kind: 'api_key'; scope: Scope | null; load: LoadCaller | null };

/** Finds the caller and, in the same round trip, the object that the address names. */
export type LoadCaller = (keyHash: string, id: string) => Promise<CallerColumns | undefined>;

export const PUBLIC: Access = { kind: 'public' };

/** The script of a customer's page, with the token of its session. */
export const CAPTURE_SESSION: Access = { kind: 'capture_session' };

/** Whoever has an address that we signed. */
export const SIGNED_LINK: Access = { kind: 'signed_link' };

/** Whoever watches the service for its operator. */
export const METRICS_TOKEN: Access = { kind: 'metrics_token' };

/** Any active key of a workspace in good standing will do. */
export const ANY_KEY: Access = { kind: 'api_key', scope: null, load: null };

export function apiKey(scope: Scope, load: LoadCaller | null = null): Access {
  return { kind: 'api_key', scope, load };
}

export function requireDeclaredAccess(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined) {
      throw new Error(`${route.method} ${route.url} does not declare who may call it (config.access)`);
    }
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    /** Set by authentication on every route behind an API key. */
    caller: Caller;
    /** What the route's `load` found beside the caller. */
    loaded: unknown;
  }
}
