import { z } from 'zod';
import { changesBetween } from '../audit/changes.ts';
import { heldSubmissionSchema } from '../permanent-links/held-submissions.ts';
import {
  createPermanentLinkBody,
  listPermanentLinksQuery,
  permanentLinkAnswer,
  permanentLinkListAnswer,
  updatePermanentLinkBody,
} from '../permanent-links/schema.ts';
import { listPhotoRequestsQuery, photoRequestListAnswer } from '../photo-requests/schema.ts';
import { toWireTimeOrNull } from '../platform/clock.ts';
import type { Owner, PermanentLinkRow } from '../platform/db/tables.ts';
import { notFound } from '../platform/errors.ts';
import { member } from '../platform/http/access.ts';
import { deletedAnswer, success } from '../platform/http/answers.ts';
import { envelope, enveloped } from '../platform/http/envelope.ts';
import { DEFAULT_LIMIT, decodeCursor, pageEnvelope } from '../platform/http/pages.ts';
import type { Member, WebRouteGroup } from './access.ts';
import { itemParams, listOf, WORKSPACE, workspaceParams } from './workspace-route.ts';

const accessCodeAnswer = enveloped(z.strictObject({ access_code: z.string().nullable() }));
const decidedAnswer = enveloped(z.strictObject({ id: z.string() }));
const submissionsQuery = listPhotoRequestsQuery.pick({ limit: true, cursor: true });

export const permanentLinkWebRoutes: WebRouteGroup = (app, services) => {
  const { database, permanentLinks, photoRequests, heldSubmissions, capture, audit } = services;

  async function find(owner: Owner, id: string): Promise<PermanentLinkRow> {
    const row = await capture.repository.findLink(owner, id);
    if (row === undefined) throw notFound('The permanent link');
    return row;
  }

  app.get(
    `${WORKSPACE}/permanent-links`,
    {
      config: { access: member('viewer') },
      schema: {
        params: workspaceParams,
        querystring: listPermanentLinksQuery,
        response: { 200: success('One page of permanent links.', permanentLinkListAnswer) },
      },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor, ...filters } = request.query;
      const list = { kind: 'permanentLink' as const, owner: request.member, filters };
      const after = decodeCursor(list, cursor);
      const rows = await permanentLinks.list(request.member, filters, { limit, after });
      const toWire = await permanentLinks.pageMapper(request.member);
      return pageEnvelope(request, list, { rows, limit }, toWire);
    },
  );

  app.post(
    `${WORKSPACE}/permanent-links`,
    {
      config: { access: member('member') },
      schema: {
        params: workspaceParams,
        body: createPermanentLinkBody,
        response: { 201: success('The new permanent link.', permanentLinkAnswer) },
      },
    },
    async (request, reply) => {
      const { member } = request;
      const made = await database.write(async (trx) => {
        const created = await permanentLinks.create(trx, member, request.body);
        await audit.record(trx, noteOf(member, 'created', created));
        return created;
      });
      return reply.code(201).send(envelope(request, made));
    },
  );

  app.get(
    `${WORKSPACE}/permanent-links/:id`,
    {
      config: { access: member('viewer') },
      schema: { params: itemParams, response: { 200: success('The permanent link.', permanentLinkAnswer) } },
    },
    async (request) => {
      const row = await find(request.member, request.params.id);
      return envelope(request, await permanentLinks.show(request.member, row));
    },
  );

  app.get(
    `${WORKSPACE}/permanent-links/:id/access-code`,
    {
      config: { access: member('member') },
      schema: {
        params: itemParams,
        response: { 200: success('The access code; null when there is none.', accessCodeAnswer) },
      },
    },
    async (request) => {
      const row = await find(request.member, request.params.id);
      return envelope(request, { access_code: permanentLinks.accessCodeOf(row) });
    },
  );

  app.get(
    `${WORKSPACE}/permanent-links/:id/submissions`,
    {
      config: { access: member('viewer') },
      schema: {
        params: itemParams,
        querystring: submissionsQuery,
        response: { 200: success('What was submitted through it, newest first.', photoRequestListAnswer) },
      },
    },
    async (request) => {
      const owner = request.member;
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const filters = { permanent_link_id: (await find(owner, request.params.id)).id };
      const list = { kind: 'photoRequest' as const, owner, filters };
      const after = decodeCursor(list, cursor);
      const rows = await photoRequests.list(owner, filters, { limit, after });
      const toWire = await photoRequests.pageMapper(owner, rows);
      return pageEnvelope(request, list, { rows, limit }, toWire);
    },
  );

  app.get(
    `${WORKSPACE}/permanent-links/:id/held-submissions`,
    {
      config: { access: member('viewer') },
      schema: {
        params: itemParams,
        response: { 200: success('What waits for approval, oldest first.', listOf(heldSubmissionSchema)) },
      },
    },
    async (request) => {
      const { id } = await find(request.member, request.params.id);
      return envelope(request, await heldSubmissions.list(request.member, id));
    },
  );

  for (const verb of ['approve', 'reject'] as const) {
    app.post(
      `${WORKSPACE}/held-submissions/:id/${verb}`,
      {
        config: { access: member('member') },
        schema: { params: itemParams, response: { 200: success('It is done.', decidedAnswer) } },
      },
      async (request) => {
        const { member, params } = request;
        await heldSubmissions[verb](member, params.id, (trx, { id, unique_code }) =>
          audit.record(trx, {
            member,
            action: `held_submission.${verb === 'approve' ? 'approved' : 'rejected'}`,
            subjectId: id,
            subjectName: unique_code,
            details: { environment: member.environment },
          }),
        );
        return envelope(request, { id: params.id });
      },
    );
  }

  app.patch(
    `${WORKSPACE}/permanent-links/:id`,
    {
      config: { access: member('member') },
      schema: {
        params: itemParams,
        body: updatePermanentLinkBody,
        response: { 200: success('The changed permanent link.', permanentLinkAnswer) },
      },
    },
    async (request) => {
      const { member, params, body } = request;
      const changed = await permanentLinks.update(member, params.id, body, async (trx, { before, after }) => {
        const changes = changesOf(before, after);
        if (Object.keys(changes).length > 0)
          await audit.record(trx, noteOf(member, 'changed', after, changes));
      });
      return envelope(request, changed);
    },
  );

  app.delete(
    `${WORKSPACE}/permanent-links/:id`,
    {
      config: { access: member('member') },
      schema: { params: itemParams, response: { 200: success('It is gone.', deletedAnswer) } },
    },
    async (request) => {
      const { member } = request;
      const link = await find(member, request.params.id);
      await permanentLinks.delete(member, link.id, (trx) =>
        audit.record(trx, noteOf(member, 'deleted', link)),
      );
      return envelope(request, { id: link.id, deleted: true as const });
    },
  );
};

/** Each changed field before and after. What is secret, or too long to read there, is only named. */
function changesOf(before: PermanentLinkRow, after: PermanentLinkRow) {
  const changes = changesBetween(partsOf(before), partsOf(after));
  const isCodeReplaced = before.access_code !== null && after.access_code !== null;
  const named = (['photo_slots', 'metadata', 'access_code'] as const).filter(
    (field) => before[field] !== after[field] && (field !== 'access_code' || isCodeReplaced),
  );
  return named.length === 0 ? changes : { ...changes, fields: named.join(', ') };
}

function partsOf(row: PermanentLinkRow) {
  return {
    name: row.name,
    slug: row.slug,
    instructions: row.instructions,
    is_active: row.is_active === 1,
    expires_at: toWireTimeOrNull(row.expires_at),
    max_submissions: row.max_submissions,
    daily_limit_per_address: row.daily_limit_per_address,
    has_access_code: row.access_code !== null,
    requires_approval: row.requires_approval === 1,
  };
}

function noteOf(member: Member, verb: string, link: { id: string; name: string }, details: object = {}) {
  return {
    member,
    action: `permanent_link.${verb}`,
    subjectId: link.id,
    subjectName: link.name,
    details: { environment: member.environment, ...details },
  };
}
