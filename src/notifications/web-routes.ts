import { member } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { DEFAULT_LIMIT, decodeCursor, pageEnvelope } from '../platform/http/pages.ts';
import { success } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { itemParams, WORKSPACE, workspaceParams } from '../platform/http/workspace-route.ts';
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

export function notificationWebRoutes(app: App, { notifications }: { notifications: Notifications }): void {
  app.get(
    `${WORKSPACE}/notifications`,
    {
      config: { access: member('viewer') },
      schema: {
        params: workspaceParams,
        querystring: notificationsQuery,
        response: { 200: success('One page of your notifications.', notificationListResponse) },
      },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const { member: reader } = request;
      const list = { kind: 'notification' as const, owner: reader, filters: { user: reader.userId } };
      const after = decodeCursor(list, cursor);
      const rows = await notifications.list(reader, { limit, after });
      return pageEnvelope(request, list, { rows, limit }, toWireNotification);
    },
  );

  app.get(
    `${WORKSPACE}/notifications/unread`,
    {
      config: { access: member('viewer') },
      schema: { params: workspaceParams, response: { 200: success('How many are unread.', unreadResponse) } },
    },
    async (request) => envelope(request, { unread: await notifications.countUnread(request.member) }),
  );

  app.post(
    `${WORKSPACE}/notifications/:id/read`,
    {
      config: { access: member('viewer') },
      schema: {
        params: itemParams,
        response: { 200: success('How many are still unread.', unreadResponse) },
      },
    },
    async (request) => {
      await notifications.markRead(request.member, request.params.id);
      return envelope(request, { unread: await notifications.countUnread(request.member) });
    },
  );

  app.post(
    `${WORKSPACE}/notifications/read`,
    {
      config: { access: member('viewer') },
      schema: {
        params: workspaceParams,
        body: readAllBody,
        response: { 200: success('How many are still unread.', unreadResponse) },
      },
    },
    async (request) => {
      await notifications.markAllRead(request.member, request.body.up_to);
      return envelope(request, { unread: await notifications.countUnread(request.member) });
    },
  );

  app.get(
    `${WORKSPACE}/notification-choices`,
    {
      config: { access: member('viewer') },
      schema: {
        params: workspaceParams,
        response: { 200: success('What you chose to hear of in this workspace.', choicesResponse) },
      },
    },
    async (request) => envelope(request, await notifications.choices(request.member)),
  );

  app.patch(
    `${WORKSPACE}/notification-choices`,
    {
      config: { access: member('viewer') },
      schema: {
        params: workspaceParams,
        body: choicesBody,
        response: { 200: success('What you hear of from now on.', choicesResponse) },
      },
    },
    async (request) => envelope(request, await notifications.choose(request.member, request.body)),
  );
}
