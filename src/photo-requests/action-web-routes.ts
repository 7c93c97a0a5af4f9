import { member } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { success } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { itemParams, WORKSPACE } from '../platform/http/workspace-route.ts';
import { changeRemindersBody } from './reminders-schema.ts';
import { extendBody, photoRequestResponse, reopenBody } from './schema.ts';
import type { PhotoRequestService } from './service.ts';

export function photoRequestActionWebRoutes(
  app: App,
  { photoRequests }: { photoRequests: PhotoRequestService },
): void {
  const changed = { 200: success('The updated photo request.', photoRequestResponse) };

  app.post(
    `${WORKSPACE}/photo-requests/:id/cancel`,
    { config: { access: member('member') }, schema: { params: itemParams, response: changed } },
    async (request) => envelope(request, await photoRequests.cancel(request.member, request.params.id)),
  );

  app.post(
    `${WORKSPACE}/photo-requests/:id/extend`,
    {
      config: { access: member('member') },
      schema: { params: itemParams, body: extendBody, response: changed },
    },
    async (request) =>
      envelope(request, await photoRequests.extend(request.member, request.params.id, request.body.hours)),
  );

  app.post(
    `${WORKSPACE}/photo-requests/:id/resend-email`,
    { config: { access: member('member') }, schema: { params: itemParams, response: changed } },
    async (request) => envelope(request, await photoRequests.resendEmail(request.member, request.params.id)),
  );

  app.post(
    `${WORKSPACE}/photo-requests/:id/resend-sms`,
    { config: { access: member('member') }, schema: { params: itemParams, response: changed } },
    async (request) => envelope(request, await photoRequests.resendSms(request.member, request.params.id)),
  );

  app.post(
    `${WORKSPACE}/photo-requests/:id/reopen`,
    {
      config: { access: member('member') },
      schema: { params: itemParams, body: reopenBody, response: changed },
    },
    async (request) =>
      envelope(request, await photoRequests.reopen(request.member, request.params.id, request.body.hours)),
  );

  app.post(
    `${WORKSPACE}/photo-requests/:id/remind`,
    { config: { access: member('member') }, schema: { params: itemParams, response: changed } },
    async (request) => envelope(request, await photoRequests.remind(request.member, request.params.id)),
  );

  app.put(
    `${WORKSPACE}/photo-requests/:id/reminders`,
    {
      config: { access: member('member') },
      schema: { params: itemParams, body: changeRemindersBody, response: changed },
    },
    async (request) =>
      envelope(request, await photoRequests.changeReminders(request.member, request.params.id, request.body)),
  );
}
