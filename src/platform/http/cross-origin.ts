import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Access } from './access.ts';
import type { App } from './typed-app.ts';

/** Which web pages of others may read something: their origins, or `*` for all. Empty: none. */
export type CorsOrigins = readonly string[];

const METHODS = 'GET, HEAD';
const REQUEST_HEADERS = 'if-none-match, if-range, range';
const RESPONSE_HEADERS =
  'accept-ranges, content-disposition, content-length, content-range, etag, x-request-id';
const PREFLIGHT_SECONDS = 86_400;

/** Whether the page that calls may read the response. */
export function isAllowedOrigin(request: Pick<FastifyRequest, 'headers'>, origins: CorsOrigins): boolean {
  const { origin } = request.headers;
  return origin !== undefined && (origins.includes('*') || origins.includes(origin));
}

/**
 * Lets web pages of these origins read what a GET route sends, refusals too, and responds to their preflights. Never with
 * credentials: what is served so needs none.
 */
export function shareAcrossOrigins(
  app: App,
  url: string,
  { access, origins }: { access: Access; origins: CorsOrigins },
): { onRequest?: onRequestHookHandler } {
  if (origins.length === 0) return {};

  function allow(request: Pick<FastifyRequest, 'headers'>, reply: FastifyReply): boolean {
    // Also where nothing is allowed: a cache must not give one origin what it got for another.
    reply.header('vary', 'origin');
    if (!isAllowedOrigin(request, origins)) return false;
    reply
      .header('access-control-allow-origin', origins.includes('*') ? '*' : request.headers.origin)
      .header('access-control-expose-headers', RESPONSE_HEADERS);
    return true;
  }

  app.options(url, { config: { access }, schema: { hide: true } }, async (request, reply) => {
    if (allow(request, reply as unknown as FastifyReply)) {
      reply
        .header('access-control-allow-methods', METHODS)
        .header('access-control-allow-headers', REQUEST_HEADERS)
        .header('access-control-max-age', PREFLIGHT_SECONDS);
    }
    return reply.code(204).send();
  });
  return {
    onRequest: (request, reply, done) => {
      allow(request, reply);
      done();
    },
  };
}
