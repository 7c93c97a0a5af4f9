import type { FastifyRequest } from 'fastify';
import { PHONE_PROVIDER } from '../platform/http/access.ts';
import type { App } from '../platform/http/typed-app.ts';
import type { PhoneCallbacks, ProviderCall } from './callbacks.ts';
import { INBOUND_PATH, STATUS_PATH } from './paths.ts';

const MAX_BYTES = 16_384;

/** Where the provider of phone messages calls us. Whatever it signed gets the same response, known to us or not. */
export function phoneProviderRoutes(app: App, { phoneCallbacks }: { phoneCallbacks: PhoneCallbacks }): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The very text is signed.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    const calls = scope as unknown as App;
    const config = { access: PHONE_PROVIDER };

    calls.post(STATUS_PATH, { config }, async (request, reply) => {
      await phoneCallbacks.takeStatus(callOf(request as never));
      return reply.code(204).send();
    });

    calls.post(INBOUND_PATH, { config }, async (request, reply) => {
      await phoneCallbacks.takeInbound(callOf(request as never));
      return reply.code(204).send();
    });
  });
}

function callOf({ originalUrl, headers, body }: FastifyRequest): ProviderCall {
  return { target: originalUrl, headers, body: typeof body === 'string' ? body : '' };
}
