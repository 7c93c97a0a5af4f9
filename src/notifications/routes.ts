import { z } from 'zod';
import type { Members } from '../identity/members.ts';
import type { Owner } from '../platform/db/tables.ts';
import { apiKey } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { DEFAULT_LIMIT, decodeCursor, pageEnvelope } from '../platform/http/pages.ts';
import { errorResponses, success } from '../platform/http/responses.ts';
import { type App, idParams } from '../platform/http/typed-app.ts';
import {
  choicesBody,
  choicesResponse,
  notificationListResponse,
  notificationsQuery,
  readAllBody,
  unreadResponse,
} from './schema.ts';
import type { Notifications } from './service.ts';
import { toWireNotification } from './wire.ts';

const notificationParams = idParams.extend({
  notification_id: z
    .string()
    .meta({ description: 'Id of the notification.', examples: ['ntf_01kw3hd5bm00vq8n9m2c5t7x4r6z'] }),
});

/** What members are told of. A key sees it for each of them, in its own environment. */
export function notificationRoutes(
  app: App,
  deps: { notifications: Notifications; members: Pick<Members, 'find'> },
): void {
  const { notifications, members } = deps;
  const tags = ['Members'];
  const reading = { access: apiKey('members:read') };
  const writing = { access: apiKey('members:write') };
  const found = errorResponses(401, 403, 404, 429);
  const changed = errorResponses(400, 401, 403, 404, 422, 429);

  async function readerOf({ workspaceId, environment }: Owner, id: string) {
    const { user_id: userId, role, email } = await members.find(workspaceId, id);
    return { workspaceId, environment, userId, role, email };
  }

  app.get(
    '/members/:id/notifications',
    {
      config: reading,
      schema: {
        operationId: 'listMemberNotifications',
        summary: 'List what a member was told of in the application, newest first',
        tags,
        params: idParams,
        querystring: notificationsQuery,
        response: {
          200: success('One page of notifications.', notificationListResponse),
          ...errorResponses(400, 401, 403, 404, 429),
        },
      },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const reader = await readerOf(request.caller, request.params.id);
      const list = { kind: 'notification' as const, owner: reader, filters: { user: reader.userId } };
      const after = decodeCursor(list, cursor);
      const rows = await notifications.list(reader, { limit, after });
      return pageEnvelope(request, list, { rows, limit }, toWireNotification);
    },
  );

  app.get(
    '/members/:id/notifications/unread',
    {
      config: reading,
      schema: {
        operationId: 'countMemberUnreadNotifications',
        summary: 'Count the notifications that a member has not read',
        tags,
        params: idParams,
        response: { 200: success('How many are unread.', unreadResponse), ...found },
      },
    },
    async (request) => {
      const reader = await readerOf(request.caller, request.params.id);
      return envelope(request, { unread: await notifications.countUnread(reader) });
    },
  );

  app.post(
    '/members/:id/notifications/read',
    {
      config: writing,
      schema: {
        operationId: 'readMemberNotifications',
        summary: 'Mark a member’s notifications as read, up to one of them',
        tags,
        params: idParams,
        body: readAllBody,
        response: { 200: success('How many are still unread.', unreadResponse), ...changed },
      },
    },
    async (request) => {
      const reader = await readerOf(request.caller, request.params.id);
      await notifications.markAllRead(reader, request.body.up_to);
      return envelope(request, { unread: await notifications.countUnread(reader) });
    },
  );

  app.post(
    '/members/:id/notifications/:notification_id/read',
    {
      config: writing,
      schema: {
        operationId: 'readMemberNotification',
        summary: 'Mark one notification of a member as read',
        tags,
        params: notificationParams,
        response: { 200: success('How many are still unread.', unreadResponse), ...changed },
      },
    },
    async (request) => {
      const reader = await readerOf(request.caller, request.params.id);
      await notifications.markRead(reader, request.params.notification_id);
      return envelope(request, { unread: await notifications.countUnread(reader) });
    },
  );

  app.get(
    '/members/:id/notification-choices',
    {
      config: reading,
      schema: {
        operationId: 'getMemberNotificationChoices',
        summary: 'Get what a member chose to hear of',
        tags,
        params: idParams,
        response: { 200: success('What the member hears of, and how.', choicesResponse), ...found },
      },
    },
    async (request) =>
      envelope(request, await notifications.choices(await readerOf(request.caller, request.params.id))),
  );

  app.patch(
    '/members/:id/notification-choices',
    {
      config: writing,
      schema: {
        operationId: 'updateMemberNotificationChoices',
        summary:
          'Choose for a member what they hear of, with a live key; topics you leave out stay unchanged',
        tags,
        params: idParams,
        body: choicesBody,
        response: { 200: success('What the member hears of from now on.', choicesResponse), ...changed },
      },
    },
    async (request) => {
      const { caller, params, body } = request;
      const reader = await readerOf(caller, params.id);
      return envelope(request, await notifications.chooseFor(caller, reader, body));
    },
  );
}
