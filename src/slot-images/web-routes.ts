import { MAX_SLOT_IMAGE_BYTES } from '../photos/uploaded-image.ts';
import { member } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { DEFAULT_LIMIT, decodeCursor, pageEnvelope } from '../platform/http/pages.ts';
import { deletedResponse, success } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { itemParams, WORKSPACE, workspaceParams } from '../platform/http/workspace-route.ts';
import { listSlotImagesQuery, slotImageListResponse, slotImageResponse, uploadQuery } from './schema.ts';
import type { SlotImageService } from './service.ts';

/** Images as bodies are taken by the routes of the settings already. */
export function slotImageWebRoutes(app: App, { slotImages }: { slotImages: SlotImageService }): void {
  app.get(
    `${WORKSPACE}/slot-images`,
    {
      config: { access: member('viewer') },
      schema: {
        params: workspaceParams,
        querystring: listSlotImagesQuery,
        response: { 200: success('One page of images.', slotImageListResponse) },
      },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor, ...filters } = request.query;
      const list = { kind: 'slotImage' as const, owner: request.member, filters };
      const after = decodeCursor(list, cursor);
      const rows = await slotImages.list(request.member, filters, { limit, after });
      return pageEnvelope(request, list, { rows, limit }, slotImages.toWire);
    },
  );

  app.post(
    `${WORKSPACE}/slot-images`,
    {
      config: { access: member('member') },
      bodyLimit: 2 * MAX_SLOT_IMAGE_BYTES,
      schema: {
        params: workspaceParams,
        querystring: uploadQuery,
        response: { 201: success('The new image.', slotImageResponse) },
      },
    },
    async (request, reply) => {
      const { purpose } = request.query;
      const { data } = await slotImages.upload(request.member, { purpose, body: request.body });
      return reply.code(201).send(envelope(request, data));
    },
  );

  app.delete(
    `${WORKSPACE}/slot-images/:id`,
    {
      config: { access: member('member') },
      schema: { params: itemParams, response: { 200: success('Deleted.', deletedResponse) } },
    },
    async (request) => {
      const { id } = request.params;
      await slotImages.delete(request.member, id);
      return envelope(request, { id, deleted: true as const });
    },
  );
}
