import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Role } from '../../shared/roles.ts';
import type { Scope } from '../../shared/scopes.ts';

/** Who may call a route. Every route declares one; the app does not start with a route that does not. */
export type Access =
  | { kind: 'public' }
  | { kind: 'capture_session' }
  | { kind: 'signed_link' }
  | { kind: 'metrics_token' }
  | { kind: 'phone_provider' }
  | { kind: 'signed_in'; confirmed: boolean }
  | { kind: 'member'; role: Role; confirmed: boolean }
  | { kind: 'api_key'; scope: Scope | null; load: LoadByKey | null };

/** Finds the caller by the hash of the API key and, in the same round trip, what the route needs besides. */
export type LoadByKey = (
  keyHash: string,
  call: Pick<FastifyRequest, 'params' | 'headers'>,
) => Promise<object | undefined>;

export const PUBLIC: Access = { kind: 'public' };

/** The script of a customer's page, with the token of its session. */
export const CAPTURE_SESSION: Access = { kind: 'capture_session' };

/** Whoever has an address that we signed. */
export const SIGNED_LINK: Access = { kind: 'signed_link' };

/** Whoever watches the service for its operator. */
export const METRICS_TOKEN: Access = { kind: 'metrics_token' };

/** The provider of phone messages, by its signature. */
export const PHONE_PROVIDER: Access = { kind: 'phone_provider' };

/** Any active key of a workspace in good standing will do. */
export const ANY_KEY: Access = { kind: 'api_key', scope: null, load: null };

export function apiKey(scope: Scope, load: LoadByKey | null = null): Access {
  return { kind: 'api_key', scope, load };
}

/** For routes whose address names an object. */
export function byId(find: (keyHash: string, id: string) => Promise<object | undefined>): LoadByKey {
  return (keyHash, { params }) => find(keyHash, (params as { id: string }).id);
}

/** Anyone who is signed in, member of a workspace or not. */
export const SIGNED_IN: Access = { kind: 'signed_in', confirmed: false };

/** The same, with the password given in the last minutes. */
export const SIGNED_IN_CONFIRMED: Access = { kind: 'signed_in', confirmed: true };

/** Members of the workspace in the address who have at least this role. */
export function member(role: Role, options: { confirmed?: boolean } = {}): Access {
  return { kind: 'member', role, confirmed: options.confirmed ?? false };
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
}
