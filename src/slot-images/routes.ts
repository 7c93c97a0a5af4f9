import { MAX_SLOT_IMAGE_BYTES } from '../photos/uploaded-image.ts';
import { apiKey } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { idempotencyClaimOf, sendCreated } from '../platform/http/idempotency.ts';
import { takeImages } from '../platform/http/image-body.ts';
import { DEFAULT_LIMIT, decodeCursor, pageEnvelope } from '../platform/http/pages.ts';
import { deletedResponse, errorResponses, success } from '../platform/http/responses.ts';
import { type App, idParams } from '../platform/http/typed-app.ts';
import { listSlotImagesQuery, slotImageListResponse, slotImageResponse, uploadQuery } from './schema.ts';
import type { SlotImageService } from './service.ts';

const tags = ['Slot images'];

export function slotImageRoutes(app: App, { slotImages }: { slotImages: SlotImageService }): void {
  app.get(
    '/slot-images',
    {
      config: { access: apiKey('photo_requests:read') },
      schema: {
        operationId: 'listSlotImages',
        summary: 'List slot images, newest first',
        tags,
        querystring: listSlotImagesQuery,
        response: {
          200: success('One page of images.', slotImageListResponse),
          ...errorResponses(400, 401, 403, 429),
        },
      },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor, ...filters } = request.query;
      const list = { kind: 'slotImage' as const, owner: request.caller, filters };
      const after = decodeCursor(list, cursor);
      const rows = await slotImages.list(request.caller, filters, { limit, after });
      return pageEnvelope(request, list, { rows, limit }, slotImages.toWire);
    },
  );

  // In a scope of its own: everywhere else below /v1 a body is JSON.
  app.register(async (scope) => {
    takeImages(scope as unknown as App);
    (scope as unknown as App).post(
      '/slot-images',
      {
        config: { access: apiKey('photo_requests:write') },
        // More than an image may have, so that a larger one is refused in words.
        bodyLimit: 2 * MAX_SLOT_IMAGE_BYTES,
        schema: {
          operationId: 'createSlotImage',
          summary: 'Upload an example picture or a guide for photo slots',
          description:
            'Send a PNG or JPEG image of at most 8 MB as the body, with its `Content-Type`. It is redrawn without its metadata, at most 1280 pixels wide or high.',
          tags,
          querystring: uploadQuery,
          response: {
            201: success('The new image.', slotImageResponse),
            ...errorResponses(400, 401, 403, 422, 429),
          },
        },
      },
      async (request, reply) => {
        const { purpose } = request.query;
        const claim = idempotencyClaimOf(request);
        const created = await slotImages.upload(request.caller, { purpose, body: request.body }, claim);
        return sendCreated(request, reply, created);
      },
    );
  });

  app.get(
    '/slot-images/:id',
    {
      config: { access: apiKey('photo_requests:read') },
      schema: {
        operationId: 'getSlotImage',
        summary: 'Get one slot image',
        tags,
        params: idParams,
        response: { 200: success('The image.', slotImageResponse), ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) =>
      envelope(request, slotImages.toWire(await slotImages.find(request.caller, request.params.id))),
  );

  app.delete(
    '/slot-images/:id',
    {
      config: { access: apiKey('photo_requests:write') },
      schema: {
        operationId: 'deleteSlotImage',
        summary: 'Delete a slot image; slots that use it are shown without it',
        tags,
        params: idParams,
        response: { 200: success('Deleted.', deletedResponse), ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) => {
      const { id } = request.params;
      await slotImages.delete(request.caller, id);
      return envelope(request, { id, deleted: true as const });
    },
  );
}
