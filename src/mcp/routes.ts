import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticate } from '../api-keys/authenticate.ts';
import { ServiceError } from '../platform/errors.ts';
import { ANY_KEY } from '../platform/http/access.ts';
import type { App } from '../platform/http/typed-app.ts';
import type { ApiResponse, CallApi } from './server.ts';
import type { ToolCalls } from './tool-calls.ts';

interface McpDeps {
  authenticate: Authenticate;
  toolCalls: ToolCalls;
  publicUrl: string;
}

const BEARER = /^Bearer (shp_\S+)$/i;

/**
 * Tools for language models, by the Model Context Protocol. Each of them is a call of `/v1` with the caller's own key: what
 * a key may do, how often, and what is checked is decided there.
 */
export function mcpRoutes(app: App, deps: McpDeps): void {
  const { authenticate, publicUrl } = deps;

  app.post(
    '/mcp',
    {
      config: { access: ANY_KEY },
      schema: { hide: true },
      onRequest: async (request, reply) => {
        takeBearer(request);
        await authenticate(request, reply, ANY_KEY);
      },
    },
    async (request, reply) => {
      refuseOtherOrigins(request, publicUrl);
      // Loaded when the first one asks: most installations have no one who does.
      const { answerMessage } = await import('./server.ts');
      const message = new Request(`${publicUrl}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: request.headers.accept ?? '',
          ...(typeof request.headers['mcp-protocol-version'] === 'string' && {
            'mcp-protocol-version': request.headers['mcp-protocol-version'],
          }),
        },
      });
      const response = await answerMessage(message, request.body, callerOf(app, request, deps));
      reply.code(response.status);
      const type = response.headers.get('content-type');
      if (type !== null) reply.header('content-type', type);
      return reply.send(await response.text());
    },
  );

  // There is nothing to listen to, and no session to end.
  for (const method of ['GET', 'DELETE'] as const) {
    app.route({
      method,
      url: '/mcp',
      config: { access: ANY_KEY },
      schema: { hide: true },
      onRequest: async (request, reply) => {
        takeBearer(request);
        await authenticate(request, reply, ANY_KEY);
      },
      handler: async (_request, reply) => reply.code(405).header('allow', 'POST').send(),
    });
  }
}

/** Clients of the protocol send tokens in this header, where the API takes none. */
function takeBearer(request: FastifyRequest): void {
  const key = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (key === undefined) return;
  delete request.headers.authorization;
  request.headers['x-api-key'] ??= key;
}

/** A page of someone else's, in the browser of someone who has a server on their own machine. */
function refuseOtherOrigins({ headers }: FastifyRequest, publicUrl: string): void {
  if (headers.origin !== undefined && headers.origin !== new URL(publicUrl).origin)
    throw new ServiceError('workspace_restricted', 'Calls from this origin are not allowed.');
}

function callerOf(app: App, request: FastifyRequest, { toolCalls }: McpDeps): CallApi {
  return async ({ tool, method, path, body }) => {
    const response = await (app as unknown as FastifyInstance).inject({
      method,
      url: path,
      remoteAddress: request.ip,
      headers: { 'x-api-key': request.headers['x-api-key'] as string },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const found: ApiResponse = { status: response.statusCode, body: response.json() };
    const { id: subjectId } = (found.body.data ?? {}) as { id?: string };
    await toolCalls.record(request.caller, { tool, status: found.status, subjectId });
    return found;
  };
}
