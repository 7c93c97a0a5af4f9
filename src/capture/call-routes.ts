import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PostponedDecoding } from '../photos/postponed-decoding.ts';
import { placeOf } from '../photos/rounds.ts';
import { invalidParameter, ServiceError } from '../platform/errors.ts';
import { CAPTURE_SESSION, PUBLIC } from '../platform/http/access.ts';
import { type RateLimiter, rateLimited } from '../platform/http/rate-limit.ts';
import type { App } from '../platform/http/typed-app.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { MAX_PHOTO_BYTES } from '../shared/photo-limits.ts';
import type { CaptureSession } from './capture-session.ts';
import type { CustomerSide } from './customer-side.ts';
import { handedOver } from './handovers.ts';
import { tooLarge } from './receive-file.ts';
import {
  CLIENT_ID,
  challengeBody,
  clientIdParams,
  handoverPreviewBody,
  openSessionBody,
  submissionBody,
} from './schema.ts';
import { thumbnailRoute } from './thumbnail-route.ts';
import { readSentTicket, readUploadHeaders } from './upload-headers.ts';

/** What the script of the customer's page calls. Internal: only our own pages use it. */
export function captureCallRoutes(
  app: App,
  deps: {
    capture: CustomerSide;
    postponedDecoding: PostponedDecoding;
    storage: Storage;
    rateLimiter: RateLimiter;
  },
): void {
  const { capture, rateLimiter } = deps;
  const { sessions, wayBack } = capture;
  app.decorateRequest('captureSession');
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.access !== CAPTURE_SESSION) return;
    const token = request.headers['x-capture-session'];
    const session = await sessions.find(typeof token === 'string' ? token : '');
    // It can still see how far the other device is, and nothing else.
    if (session.isHandedOver && request.method !== 'GET') throw handedOver();
    request.captureSession = session;
  });

  async function throttle(address: string): Promise<void> {
    const rate = await rateLimiter.take('captureSessions', address);
    if (!rate.allowed) throw rateLimited(rate);
  }

  app.post(
    '/capture/sessions',
    { config: { access: PUBLIC }, schema: { body: openSessionBody } },
    async (request, reply) => {
      await throttle(request.ip);
      const { kind, key, previous, handover, round, edition } = request.body;
      reply.code(201);
      const page = {
        kind,
        key,
        previous: previous ?? undefined,
        handover: handover ?? undefined,
        round: round ?? undefined,
        edition: edition ?? undefined,
      };
      return { data: await capture.open(page, { address: request.ip, cookies: request.headers.cookie }) };
    },
  );

  app.post('/capture/handovers', { config: { access: CAPTURE_SESSION } }, async (request, reply) => {
    await throttle(request.ip);
    reply.code(201);
    return { data: await capture.offerHandover(request.captureSession) };
  });

  app.post(
    '/capture/handovers/preview',
    { config: { access: PUBLIC }, schema: { body: handoverPreviewBody } },
    async (request) => {
      await throttle(request.ip);
      return { data: await capture.previewHandover(request.body) };
    },
  );

  app.get('/capture/session', { config: { access: CAPTURE_SESSION } }, async (request) => ({
    data: { state: await sessions.stateOf(request.captureSession) },
  }));

  app.get('/capture/return', { config: { access: CAPTURE_SESSION } }, async (request) => ({
    data: await wayBack.ofSession(request.captureSession),
  }));

  app.get('/capture/receipt', { config: { access: CAPTURE_SESSION } }, async (request) => ({
    data: await wayBack.receipt(request.captureSession),
  }));

  app.post(
    '/capture/challenges',
    { config: { access: CAPTURE_SESSION }, schema: { body: challengeBody } },
    async (request) => ({
      data: { asked: await capture.challenge(request.captureSession, request.body) },
    }),
  );

  app.delete(
    '/capture/photos/:clientId',
    { config: { access: CAPTURE_SESSION }, schema: { params: clientIdParams } },
    async (request) => {
      const clientId = clientIdOf(request.params.clientId);
      await capture.deletePhoto(request.captureSession, clientId, readSentTicket(request.headers));
      return { data: { client_id: clientId, deleted: true } };
    },
  );

  app.post(
    '/capture/submission',
    { config: { access: CAPTURE_SESSION }, schema: { body: submissionBody } },
    async (request) => {
      const { photos, location, answers } = request.body;
      const submission = {
        clientIds: photos ?? [],
        answers: answers ?? {},
        location:
          location == null
            ? null
            : { latitude: location.lat, longitude: location.lng, accuracy: location.accuracy ?? null },
      };
      await capture.submit(request.captureSession, submission, request.ip);
      return { data: { state: await sessions.stateOf(request.captureSession) } };
    },
  );

  app.register(async (scope) => uploadRoute(scope as never, capture));
  thumbnailRoute(app, deps);
}

/** In a scope of its own: here, and only here, a body is not parsed but streamed. */
function uploadRoute(app: App, { upload, thumbnails }: Pick<CustomerSide, 'upload' | 'thumbnails'>): void {
  (app as unknown as FastifyInstance).removeAllContentTypeParsers();
  app.addContentTypeParser('image/jpeg', (_request, body, done) => done(null, body));
  app.addContentTypeParser('*', (_request, body, done) => {
    body.resume();
    done(new ServiceError('photo_not_jpeg', 'A photo must be sent as image/jpeg.'));
  });

  app.put(
    '/capture/photos/:clientId',
    {
      config: { access: CAPTURE_SESSION, takesTime: true },
      schema: { params: clientIdParams },
      onRequest: async (request, reply) => {
        // Before the first byte is read; the connection cannot be used again after it.
        if (Number(request.headers['content-length'] ?? 0) <= MAX_PHOTO_BYTES) return;
        reply.header('connection', 'close');
        throw tooLarge();
      },
    },
    async (request, reply) => {
      const sent = {
        ...readUploadHeaders(request.headers),
        clientId: clientIdOf(request.params.clientId),
        body: bodyOf(request as never),
      };
      const bytes = Number(request.headers['content-length'] ?? MAX_PHOTO_BYTES);
      const from = { address: request.ip, bytes, log: request.log };
      const { photo, isNew, tickets } = await upload(request.captureSession, sent, from).catch(
        (error: unknown) => {
          // Whoever sends without end is not listened to any longer.
          if (error instanceof ServiceError && error.code === 'photo_too_large') {
            reply.header('connection', 'close');
          }
          throw error;
        },
      );
      reply.code(isNew ? 201 : 200);
      return {
        data: {
          id: photo.id,
          client_id: photo.client_id,
          slot_index: placeOf(photo),
          sha256: photo.sha256,
          bytes: photo.bytes,
          width: photo.width,
          height: photo.height,
          thumbnail_url: thumbnails.url(request.captureSession, photo.id),
          hint: photo.hint,
        },
        tickets,
      };
    },
  );
}

function bodyOf(request: FastifyRequest): Readable {
  if (request.body === undefined || request.body === null) {
    throw new ServiceError('photo_not_jpeg', 'The body contains no photo.');
  }
  return request.body as Readable;
}

function clientIdOf(text: string): string {
  if (!CLIENT_ID.test(text)) {
    throw invalidParameter({ client_id: ['Must have 22 characters of the base64url alphabet.'] });
  }
  return text;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route that declares CAPTURE_SESSION. */
    captureSession: CaptureSession;
  }
}
