import { z } from 'zod';
import type { StillAdmits } from '../api-keys/authenticate.ts';
import { invalidParameter, ServiceError } from '../platform/errors.ts';
import { apiKey } from '../platform/http/access.ts';
import { errorResponses } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { isId } from '../platform/ids.ts';
import { networkOf } from '../platform/ip-address.ts';
import { EVENT_TYPES, type EventType } from '../webhooks/outbox/event-types.ts';
import { streamEventsHeaders, streamEventsQuery } from './event-schema.ts';
import { createEventStreams, type EventStreamDeps } from './event-stream.ts';

const SCOPE = 'photo_requests:read';

export function eventStreamRoutes(app: App, deps: EventStreamDeps & { stillAdmits: StillAdmits }): void {
  const streams = createEventStreams(deps);
  app.addHook('preClose', async () => streams.endAll());

  app.get(
    '/events/stream',
    {
      config: { access: apiKey(SCOPE), isAlwaysTaken: true, staysOpen: true },
      exposeHeadRoute: false,
      schema: {
        operationId: 'streamEvents',
        summary:
          'Receive events as they happen, to develop behind an address that webhooks don’t reach (test keys only)',
        description:
          'Server-sent events. `id` is the event’s id, `event` its type, and `data` the body of its webhook. Reconnect with `Last-Event-ID`: nothing is lost, but the last events can come again, so process each id once. A workspace can have 5 streams open at once. `shutterpost listen` uses it.',
        tags: ['Events'],
        querystring: streamEventsQuery,
        headers: streamEventsHeaders,
        response: {
          200: {
            description: 'Events, until you or the server close the connection.',
            content: { 'text/event-stream': { schema: z.string() } },
          },
          ...errorResponses(400, 401, 403, 429),
        },
      },
    },
    (request, reply) => {
      const { caller, headers, query } = request;
      if (caller.environment !== 'test')
        throw new ServiceError('insufficient_permission', 'Event streams work with test keys only.');
      const stream = streams.open({
        owner: caller,
        network: networkOf(request.ip),
        types: typesIn(query.events),
        lastEventId: positionIn(headers['last-event-id']),
        mayStay: () => deps.stillAdmits(request, SCOPE),
        log: request.log,
      });
      void reply
        .headers({
          'content-type': 'text/event-stream; charset=utf-8',
          // For proxies that would collect the messages first.
          'x-accel-buffering': 'no',
        })
        .send(stream as never);
    },
  );
}

function typesIn(text: string | undefined): EventType[] | undefined {
  if (text === undefined) return undefined;
  return text.split(',').map((name) => {
    const found = EVENT_TYPES.find((type) => type === name.trim());
    if (found !== undefined) return found;
    throw invalidParameter({ events: [`Must be a list of ${EVENT_TYPES.join(', ')}.`] });
  });
}

function positionIn(id: string | undefined): string | undefined {
  if (id === undefined || isId('event', id)) return id;
  throw invalidParameter({ 'last-event-id': ['Must be the id of an event, such as evt_….'] });
}
