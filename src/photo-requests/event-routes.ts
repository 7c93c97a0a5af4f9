import { invalidParameter } from '../platform/errors.ts';
import { apiKey } from '../platform/http/access.ts';
import { DEFAULT_LIMIT, decodeCursor, pageEnvelope } from '../platform/http/pages.ts';
import { errorResponses, success } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { isId } from '../platform/ids.ts';
import type { EventFeed } from './event-feed.ts';
import { eventListResponse, listEventsQuery } from './event-schema.ts';

export function eventRoutes(app: App, { eventFeed }: { eventFeed: EventFeed }): void {
  app.get(
    '/events',
    {
      // Events tell nothing that the requests themselves do not.
      config: { access: apiKey('photo_requests:read') },
      schema: {
        operationId: 'listEvents',
        summary: 'List what happened in the last 30 days, newest first or oldest first',
        tags: ['Events'],
        querystring: listEventsQuery,
        response: {
          200: success('One page of events.', eventListResponse),
          ...errorResponses(400, 401, 403, 429),
        },
      },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor, ...given } = request.query;
      const { after: afterId, order = 'desc' } = given;
      if (afterId !== undefined && !isId('event', afterId))
        throw invalidParameter({ after: ['Must be the id of an event, such as evt_….'] });
      const filters = {
        type: given.event,
        requestId: given.photo_request_id,
        from: given.created_after,
        to: given.created_before,
        afterId,
        order,
      };
      const list = { kind: 'event' as const, owner: request.caller, filters };
      const after = decodeCursor(list, cursor);
      const rows = await eventFeed.list(request.caller, filters, { limit, after });
      return pageEnvelope(request, list, { rows, limit }, (event) => event);
    },
  );
}
