import { apiKey } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { DEFAULT_LIMIT, decodeCursor, pageEnvelope } from '../platform/http/pages.ts';
import { errorResponses, success } from '../platform/http/responses.ts';
import { type App, idParams } from '../platform/http/typed-app.ts';
import type { Members } from './members.ts';
import { apiMemberListResponse, apiMemberResponse, listMembersQuery, toApiMember } from './schema.ts';

/** Who belongs to the workspace. Members are invited and removed in the web application, by people. */
export function memberRoutes(app: App, { members }: { members: Pick<Members, 'list' | 'find'> }): void {
  const tags = ['Members'];

  app.get(
    '/members',
    {
      config: { access: apiKey('members:read') },
      schema: {
        operationId: 'listMembers',
        summary: 'List the members of the workspace, newest account first',
        tags,
        querystring: listMembersQuery,
        response: {
          200: success('One page of members.', apiMemberListResponse),
          ...errorResponses(400, 401, 403, 429),
        },
      },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const list = { kind: 'user' as const, owner: request.caller, filters: {} };
      const after = decodeCursor(list, cursor);
      // As many as the web application reads at once.
      const all = (await members.list(request.caller.workspaceId)).map(toApiMember);
      const rows = all
        .filter(({ id }) => after === null || id < after)
        .sort((one, other) => (one.id < other.id ? 1 : -1));
      return pageEnvelope(request, list, { rows, limit }, (member) => member);
    },
  );

  app.get(
    '/members/:id',
    {
      config: { access: apiKey('members:read') },
      schema: {
        operationId: 'getMember',
        summary: 'Get one member',
        tags,
        params: idParams,
        response: { 200: success('The member.', apiMemberResponse), ...errorResponses(401, 403, 404, 429) },
      },
    },
    async (request) =>
      envelope(request, toApiMember(await members.find(request.caller.workspaceId, request.params.id))),
  );
}
