import { apiKey } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { errorResponses, success } from '../platform/http/responses.ts';
import { type App, idParams } from '../platform/http/typed-app.ts';
import { changeRemindersBody } from './reminders-schema.ts';
import { extendBody, photoRequestResponse, reopenBody } from './schema.ts';
import type { PhotoRequestService } from './service.ts';

/** What a business does with a request after it was created. */
export function photoRequestActionRoutes(
  app: App,
  { photoRequests }: { photoRequests: PhotoRequestService },
): void {
  const access = apiKey('photo_requests:write');
  const tags = ['Photo requests'];
  const response = {
    200: success('The updated photo request.', photoRequestResponse),
    ...errorResponses(400, 401, 403, 404, 422, 429),
  };

  app.post(
    '/photo-requests/:id/cancel',
    {
      config: { access },
      schema: {
        operationId: 'cancelPhotoRequest',
        summary:
          'Cancel an open photo request; the link closes and photos that were not submitted are deleted',
        tags,
        params: idParams,
        response,
      },
    },
    async (request) => envelope(request, await photoRequests.cancel(request.caller, request.params.id)),
  );

  app.post(
    '/photo-requests/:id/extend',
    {
      config: { access },
      schema: {
        operationId: 'extendPhotoRequest',
        summary: 'Keep an open photo request open for longer, or open an expired one again',
        tags,
        params: idParams,
        body: extendBody,
        response,
      },
    },
    async (request) =>
      envelope(request, await photoRequests.extend(request.caller, request.params.id, request.body.hours)),
  );

  app.post(
    '/photo-requests/:id/resend-email',
    {
      config: { access },
      schema: {
        operationId: 'resendPhotoRequestEmail',
        summary: 'Email the link to the customer again, at most 5 times a day',
        tags,
        params: idParams,
        response,
      },
    },
    async (request) => envelope(request, await photoRequests.resendEmail(request.caller, request.params.id)),
  );

  app.post(
    '/photo-requests/:id/resend-sms',
    {
      config: { access },
      schema: {
        operationId: 'resendPhotoRequestSms',
        summary: 'Send the link to the customer’s phone, at most 3 times an hour',
        tags,
        params: idParams,
        response,
      },
    },
    async (request) => envelope(request, await photoRequests.resendSms(request.caller, request.params.id)),
  );

  app.post(
    '/photo-requests/:id/reopen',
    {
      config: { access },
      schema: {
        operationId: 'reopenPhotoRequest',
        summary: 'Reopen an expired photo request; the same link works again, with the photos taken so far',
        tags,
        params: idParams,
        body: reopenBody,
        response,
      },
    },
    async (request) =>
      envelope(request, await photoRequests.reopen(request.caller, request.params.id, request.body.hours)),
  );

  app.post(
    '/photo-requests/:id/remind',
    {
      config: { access },
      schema: {
        operationId: 'remindPhotoRequest',
        summary: 'Remind the customer right now, by email and phone as the request has them',
        tags,
        params: idParams,
        response,
      },
    },
    async (request) => envelope(request, await photoRequests.remind(request.caller, request.params.id)),
  );

  app.put(
    '/photo-requests/:id/reminders',
    {
      config: { access },
      schema: {
        operationId: 'changePhotoRequestReminders',
        summary: 'Replace the scheduled reminders of an open photo request',
        tags,
        params: idParams,
        body: changeRemindersBody,
        response,
      },
    },
    async (request) =>
      envelope(request, await photoRequests.changeReminders(request.caller, request.params.id, request.body)),
  );
}
