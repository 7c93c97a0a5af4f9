import { photoRequestAnswer } from '../photo-requests/schema.ts';
import type { Queries } from '../platform/db/database.ts';
import type { PhotoRequestRow } from '../platform/db/tables.ts';
import { ServiceError } from '../platform/errors.ts';
import { member } from '../platform/http/access.ts';
import { success } from '../platform/http/answers.ts';
import { envelope } from '../platform/http/envelope.ts';
import type { Member, WebRouteGroup } from './access.ts';
import { extendBody } from './photo-request-schema.ts';
import { itemParams, WORKSPACE } from './workspace-route.ts';

export const photoRequestActionRoutes: WebRouteGroup = (app, services) => {
  const { database, photoRequests, sampleSubmissions, audit } = services;
  const changed = { 200: success('The photo request as it is now.', photoRequestAnswer) };

  /** Does something to a request and notes who did. */
  async function act(
    member: Member,
    note: { action: string; details?: Record<string, string | number> },
    work: (trx: Queries) => Promise<PhotoRequestRow>,
  ) {
    const row = await database.write(async (trx) => {
      const changed = await work(trx);
      await audit.record(trx, {
        member,
        action: note.action,
        subjectId: changed.id,
        subjectName: changed.unique_code,
        details: { environment: member.environment, ...note.details },
      });
      return changed;
    });
    return photoRequests.show(member, row);
  }

  app.post(
    `${WORKSPACE}/photo-requests/:id/cancel`,
    { config: { access: member('member') }, schema: { params: itemParams, response: changed } },
    async (request) => {
      const { member, params } = request;
      const note = { action: 'photo_request.canceled' };
      const work = (trx: Queries) => photoRequests.cancel(trx, member, params.id);
      return envelope(request, await act(member, note, work));
    },
  );

  app.post(
    `${WORKSPACE}/photo-requests/:id/extend`,
    {
      config: { access: member('member') },
      schema: { params: itemParams, body: extendBody, response: changed },
    },
    async (request) => {
      const { member, params, body } = request;
      const note = { action: 'photo_request.extended', details: { hours: body.hours } };
      const work = (trx: Queries) => photoRequests.extend(trx, member, params.id, body.hours);
      return envelope(request, await act(member, note, work));
    },
  );

  app.post(
    `${WORKSPACE}/photo-requests/:id/resend-email`,
    { config: { access: member('member') }, schema: { params: itemParams, response: changed } },
    async (request) => {
      const { member, params } = request;
      const note = { action: 'photo_request.mailed_again' };
      const work = (trx: Queries) => photoRequests.resendEmail(trx, member, params.id);
      return envelope(request, await act(member, note, work));
    },
  );

  app.post(
    `${WORKSPACE}/photo-requests/:id/simulate`,
    { config: { access: member('member') }, schema: { params: itemParams, response: changed } },
    async (request) => {
      const { member, params } = request;
      const { id, unique_code } = await photoRequests.find(member, params.id);
      if (member.environment !== 'test') {
        throw new ServiceError(
          'insufficient_permission',
          'Sample photos can be submitted to test requests only.',
        );
      }
      const note = {
        member,
        action: 'photo_request.simulated',
        subjectId: id,
        subjectName: unique_code,
        details: { environment: 'test' },
      };
      const submitted = await sampleSubmissions.submit(member, id, request.log, (trx) =>
        audit.record(trx, note),
      );
      return envelope(request, submitted);
    },
  );
};
