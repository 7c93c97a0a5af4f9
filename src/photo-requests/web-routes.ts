import type { PhoneOptOuts } from '../phone/opt-outs.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import { roundsOf } from '../photos/rounds.ts';
import type { Database } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import { invalidParameter } from '../platform/errors.ts';
import { member } from '../platform/http/access.ts';
import { countAsCall } from '../platform/http/count-as-call.ts';
import { envelope, metaOf } from '../platform/http/envelope.ts';
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, pageEnvelope } from '../platform/http/pages.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import { deletedResponse, success } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { itemParams, WORKSPACE, workspaceParams } from '../platform/http/workspace-route.ts';
import { assigneesOf } from './assignment-repository.ts';
import { createPhotoRequestBody, photoRequestResponse } from './schema.ts';
import { type PhotoRequestService, refuseEmailFields } from './service.ts';
import type { Timeline } from './timeline.ts';
import {
  photoRequestDetailResponse,
  type ShownPhotoRequest,
  searchPhotoRequestsQuery,
  shownRequestListResponse,
} from './web-schema.ts';

export function photoRequestWebRoutes(
  app: App,
  deps: {
    photoRequests: PhotoRequestService;
    database: Database;
    photos: PhotoRepository;
    timeline: Timeline;
    phoneOptOuts: Pick<PhoneOptOuts, 'isOptedOut'>;
    rateLimiter: RateLimiter;
  },
): void {
  const { database, photoRequests, photos, timeline, phoneOptOuts, rateLimiter } = deps;

  /** Unsent photos are the customer's own: they are counted, never shown. Those that wait for review were sent. */
  async function progressMapper(owner: Owner, rows: PhotoRequestRow[]) {
    const toWire = await photoRequests.pageMapper(owner, rows, { withHeld: true });
    const begun = rows.filter(({ status, held_at }) => status === 'in_progress' && held_at === null);
    const counts = await photos.countInRound(owner, begun);
    const assignees = await assigneesOf(
      database,
      owner,
      rows.map(({ id }) => id),
    );
    return (row: PhotoRequestRow): ShownPhotoRequest => ({
      ...toWire(row),
      assignee: assignees.get(row.id) ?? null,
      unsent_photos: counts.get(row.id) ?? row.unsent_photos,
      wanted_photos: roundsOf(row).wanted,
    });
  }

  app.get(
    `${WORKSPACE}/photo-requests`,
    {
      config: { access: member('viewer') },
      schema: {
        params: workspaceParams,
        querystring: searchPhotoRequestsQuery,
        response: { 200: success('One page of photo requests.', shownRequestListResponse) },
      },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor, search, assignee, ...given } = request.query;
      const owner = request.member;
      const filters = assignee === undefined ? given : { ...given, assignee_id: owner.userId };
      if (search !== undefined) {
        // The search goes from the newest on.
        if (filters.order === 'asc')
          throw invalidParameter({ order: ['Must not be asc together with a search.'] });
        const list = { kind: 'photoRequest' as const, owner, filters: { ...filters, search } };
        const after = decodeCursor(list, cursor);
        const { rows, next } = await photoRequests.search(owner, search, filters, { limit, after });
        const toWire = await progressMapper(owner, rows);
        const next_cursor = next === null ? null : encodeCursor(list, next);
        return {
          data: rows.map(toWire),
          meta: { ...metaOf(request), has_more: next !== null, next_cursor },
        };
      }
      const list = { kind: 'photoRequest' as const, owner, filters };
      const after = decodeCursor(list, cursor);
      const rows = await photoRequests.list(owner, filters, { limit, after });
      const toWire = await progressMapper(owner, rows);
      return pageEnvelope(request, list, { rows, limit }, toWire);
    },
  );

  app.post(
    `${WORKSPACE}/photo-requests`,
    {
      config: { access: member('member') },
      preValidation: async (request) => refuseEmailFields(request.member.plan, request.body),
      schema: {
        params: workspaceParams,
        body: createPhotoRequestBody,
        response: { 201: success('The new photo request.', photoRequestResponse) },
      },
    },
    async (request, reply) => {
      const { member } = request;
      await countAsCall(rateLimiter, member);
      const { data } = await photoRequests.create(member, request.body);
      return reply.code(201).send(envelope(request, data));
    },
  );

  app.get(
    `${WORKSPACE}/photo-requests/:id`,
    {
      config: { access: member('viewer') },
      schema: {
        params: itemParams,
        response: { 200: success('The photo request and its activity.', photoRequestDetailResponse) },
      },
    },
    async (request) => {
      const owner = request.member;
      const row = await photoRequests.find(owner, request.params.id);
      const wasSent = row.submitted_at !== null || row.held_at !== null;
      const submitted = wasSent ? await photos.listOf(owner, row.id) : [];
      const toWire = await progressMapper(owner, [row]);
      return envelope(request, {
        request: toWire(row),
        timeline: await timeline(owner, row, submitted),
        is_unsubscribed: await photoRequests.isUnsubscribed(owner, row),
        is_opted_out: row.recipient_phone !== null && (await phoneOptOuts.isOptedOut(row.recipient_phone)),
        keeps_photos: await photoRequests.keepsPhotos(owner, row),
      });
    },
  );

  app.delete(
    `${WORKSPACE}/photo-requests/:id`,
    {
      config: { access: member('member') },
      schema: { params: itemParams, response: { 200: success('Deleted.', deletedResponse) } },
    },
    async (request) => {
      const { id } = request.params;
      await photoRequests.erase(request.member, id);
      return envelope(request, { id, deleted: true as const });
    },
  );
}
