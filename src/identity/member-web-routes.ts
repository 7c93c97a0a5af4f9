import { z } from 'zod';
import { toWireTime } from '../platform/clock.ts';
import { member, PUBLIC, SIGNED_IN } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import type { App } from '../platform/http/typed-app.ts';
import { hasRole } from '../shared/roles.ts';
import type { Identity } from './identity.ts';
import type { Member } from './member.ts';
import type { MemberRow } from './member-repository.ts';
import { applyThrottle } from './throttle.ts';
import {
  emptyResponse,
  invitationBody,
  invitationsResponse,
  invitationViewResponse,
  joinedResponse,
  memberResponse,
  membersResponse,
  newInvitationResponse,
  roleBody,
} from './web-schema.ts';

const userParams = z.object({ workspace: z.string(), user: z.string() });
const invitationParams = z.object({ workspace: z.string(), id: z.string() });
const tokenParams = z.object({ token: z.string() });

export function memberWebRoutes(
  app: App,
  deps: { identity: Pick<Identity, 'members' | 'invitations'>; rateLimiter: RateLimiter },
): void {
  const { identity, rateLimiter } = deps;
  const { members, invitations } = identity;

  app.get(
    '/workspaces/:workspace/members',
    { config: { access: member('viewer') }, schema: { response: { 200: membersResponse } } },
    async (request) => {
      const rows = await members.list(request.member.workspaceId);
      const shown = rows.map((row) => toWire(row, request.member));
      return envelope(request, shown);
    },
  );

  app.patch(
    '/workspaces/:workspace/members/:user',
    {
      config: { access: member('admin', { confirmed: true }) },
      schema: { params: userParams, body: roleBody, response: { 200: memberResponse } },
    },
    async (request) => {
      const changed = await members.changeRole(request.member, request.params.user, request.body.role);
      return envelope(request, toWire(changed, request.member));
    },
  );

  app.delete(
    '/workspaces/:workspace/members/:user',
    {
      config: { access: member('admin', { confirmed: true }) },
      schema: { params: userParams, response: { 200: emptyResponse } },
    },
    async (request) => {
      await members.remove(request.member, request.params.user);
      return envelope(request, {});
    },
  );

  app.post(
    '/workspaces/:workspace/leave',
    {
      config: { access: member('viewer', { confirmed: true }) },
      schema: { response: { 200: emptyResponse } },
    },
    async (request) => {
      await members.leave(request.member);
      return envelope(request, {});
    },
  );

  app.get(
    '/workspaces/:workspace/invitations',
    { config: { access: member('admin') }, schema: { response: { 200: invitationsResponse } } },
    async (request) => {
      const rows = await invitations.list(request.member.workspaceId);
      const open = rows.map(({ id, email, role, created_at, expires_at }) => ({
        id,
        email,
        role: role ?? 'viewer',
        created_at: toWireTime(created_at),
        expires_at: toWireTime(expires_at),
      }));
      return envelope(request, open);
    },
  );

  app.post(
    '/workspaces/:workspace/invitations',
    {
      config: { access: member('admin', { confirmed: true }) },
      schema: { body: invitationBody, response: { 201: newInvitationResponse } },
    },
    async (request, reply) => {
      await applyThrottle(rateLimiter, 'invitations', [request.member.workspaceId]);
      const { id, email, role, url, createdAt, expiresAt } = await invitations.invite(
        request.member,
        request.body,
      );
      reply.code(201);
      return envelope(request, {
        id,
        email,
        role,
        url,
        created_at: toWireTime(createdAt),
        expires_at: toWireTime(expiresAt),
      });
    },
  );

  app.delete(
    '/workspaces/:workspace/invitations/:id',
    {
      config: { access: member('admin') },
      schema: { params: invitationParams, response: { 200: emptyResponse } },
    },
    async (request) => {
      await invitations.revoke(request.member, request.params.id);
      return envelope(request, {});
    },
  );
}

/** For whoever was sent the link. */
export function invitationWebRoutes(app: App, deps: { identity: Pick<Identity, 'invitations'> }): void {
  const { identity } = deps;
  app.get(
    '/invitations/:token',
    {
      config: { access: PUBLIC },
      schema: { params: tokenParams, response: { 200: invitationViewResponse } },
    },
    async (request) => {
      const invitation = await identity.invitations.describe(request.params.token);
      return envelope(request, {
        workspace_name: invitation.workspaceName,
        email: invitation.email,
        role: invitation.role,
        invited_by: invitation.invitedBy,
        has_account: invitation.hasAccount,
        expires_at: toWireTime(invitation.expiresAt),
      });
    },
  );

  app.post(
    '/invitations/:token/accept',
    { config: { access: SIGNED_IN }, schema: { params: tokenParams, response: { 200: joinedResponse } } },
    async (request) => {
      const { workspaceId } = await identity.invitations.accept(request.webSession, request.params.token);
      return envelope(request, { workspace_id: workspaceId });
    },
  );
}

/** Who could be attacked most easily is for those to know who can do something about it. */
function toWire(row: MemberRow, reader: Member) {
  const mayKnow = hasRole(reader.role, 'admin') || row.user_id === reader.userId;
  return {
    user_id: row.user_id,
    email: row.email,
    name: row.name,
    role: row.role,
    two_factor: mayKnow ? row.two_factor_since !== null : null,
    joined_at: toWireTime(row.created_at),
  };
}
