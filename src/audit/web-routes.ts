import { toWireTime } from '../platform/clock.ts';
import type { AuditEntryRow } from '../platform/db/tables.ts';
import { member } from '../platform/http/access.ts';
import { DEFAULT_LIMIT, decodeCursor, type ListOf, pageEnvelope } from '../platform/http/pages.ts';
import type { App } from '../platform/http/typed-app.ts';
import type { Audit } from './service.ts';
import { auditQuery, auditResponse } from './web-schema.ts';

export function auditWebRoutes(app: App, { audit }: { audit: Audit }): void {
  app.get(
    '/workspaces/:workspace/audit-log',
    {
      config: { access: member('admin') },
      schema: { querystring: auditQuery, response: { 200: auditResponse } },
    },
    async (request) => {
      const { limit = DEFAULT_LIMIT, cursor, action, user } = request.query;
      const { workspaceId } = request.member;
      // What was done belongs to the workspace as a whole.
      const list: ListOf = {
        kind: 'auditEntry',
        owner: { workspaceId, environment: 'live' },
        filters: { action, user },
      };
      const after = decodeCursor(list, cursor);
      const rows = await audit.list(workspaceId, { after, limit }, { action, user });
      return pageEnvelope(request, list, { rows, limit }, toWire);
    },
  );
}

function toWire(row: AuditEntryRow) {
  return {
    id: row.id,
    at: toWireTime(row.created_at),
    user_id: row.user_id,
    actor: row.actor,
    action: row.action,
    subject_id: row.subject_id,
    subject_name: row.subject_name,
    details: JSON.parse(row.details),
    ip_address: row.ip_address,
  };
}
