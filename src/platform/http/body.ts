import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifySchema, preValidationHookHandler } from 'fastify';
import { onBehalfOf } from '../current-call.ts';
import { ServiceError } from '../errors.ts';

export const MAX_BODY_BYTES = 256 * 1024;

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(;|$)/;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * JSON is the only body /v1 reads. An empty body is no body whatever its content type says: many clients send
 * `Content-Type: application/json` with every DELETE.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  // Fastify refuses a media type it cannot read before it looks whether there is a body at all.
  app.addHook('onRequest', (request, _reply, done) => {
    const type = request.headers['content-type'];
    if (type !== undefined && !MEDIA_TYPE.test(type)) delete request.headers['content-type'];
    done();
  });

  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();

  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return done(compressedBody());
    request.rawBody = body;
    let json: string;
    try {
      json = utf8.decode(body);
    } catch {
      return done(invalidJson('The request body is not valid UTF-8.'));
    }
    // The body arrives in the context of the connection, not in that of the call.
    onBehalfOf(request.currentCall, () =>
      parseJson(request, json, (error, value) =>
        error === null ? done(null, value) : done(invalidJson('The request body is not valid JSON.')),
      ),
    );
  });

  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    done(
      new ServiceError(
        'unsupported_media_type',
        'The request body must be JSON, sent with Content-Type: application/json.',
      ),
    );
  });
}

export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Where a route reads a body, none is an empty one; the JSON `null` is something else. */
export function takeNoBodyForEmpty(schema: FastifySchema | undefined): preValidationHookHandler[] {
  if (schema?.body === undefined) return [];
  return [
    (request, _reply, done) => {
      if (request.rawBody === null) request.body = {};
      done();
    },
  ];
}

function compressedBody(): ServiceError {
  return new ServiceError(
    'unsupported_media_type',
    'Compressed request bodies are not supported. Send the JSON without Content-Encoding.',
  );
}

function invalidJson(message: string): ServiceError {
  return new ServiceError('invalid_json', message);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body may take as long as the server allows any request. */
    takesTime?: boolean;
  }
}
