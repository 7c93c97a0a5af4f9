import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { AuditEntryRow, Owner } from '../platform/db/tables.ts';
import type { Ids } from '../platform/ids.ts';
import { cutToCharacters } from '../platform/text.ts';
import type { Actor, AuditActor } from './actor.ts';
import { createAuditRepository } from './repository.ts';

export interface AuditNote {
  /** `noun.verb`, such as `api_key.created`. */
  action: string;
  subjectId?: string | undefined;
  subjectName?: string | undefined;
  /** Never a secret: whoever administers the workspace reads it. */
  details?: Record<string, string | number | boolean | null>;
  /** Kept also when an API key did it. */
  evenByKey?: boolean;
}

export interface AuditRecord extends AuditNote {
  by: Actor;
  workspaceId: string;
}

const MAX_NAME_LENGTH = 200;

export type Audit = ReturnType<typeof createAudit>;

/** Who did what, when and from where. */
export function createAudit(deps: {
  database: Database;
  ids: Ids;
  clock: Clock;
  workspaceIdsOf(trx: Queries, userId: string): Promise<string[]>;
}) {
  const { database, ids, clock, workspaceIdsOf } = deps;
  const repository = createAuditRepository(database);

  const rowOf = (
    workspaceId: string,
    actor: Omit<AuditActor, 'email'> & { name: string },
    note: AuditNote,
  ): AuditEntryRow => {
    const now = clock();
    return {
      id: ids.next('auditEntry', now),
      workspace_id: workspaceId,
      user_id: actor.userId,
      actor: actor.name,
      action: note.action,
      subject_id: note.subjectId ?? null,
      subject_name:
        note.subjectName === undefined ? null : cutToCharacters(note.subjectName, MAX_NAME_LENGTH),
      details: JSON.stringify(note.details ?? {}),
      ip_address: actor.ipAddress,
      created_at: now,
    };
  };

  async function record(trx: Queries, { by, workspaceId, ...note }: AuditRecord): Promise<void> {
    if (!('keyId' in by)) await repository.insert(trx, [rowOf(workspaceId, named(by), note)]);
    else if (note.evenByKey === true)
      await repository.insert(trx, [
        rowOf(workspaceId, { userId: null, name: by.keyId, ipAddress: null }, note),
      ]);
  }

  return {
    /** In the transaction of what was done. */
    record,

    /** What is done to someone's account, mostly by themselves, concerns every workspace they are in. */
    async recordForUser(
      trx: Queries,
      user: AuditActor & { userId: string },
      note: AuditNote,
      by: AuditActor = user,
    ): Promise<void> {
      const workspaceIds = await workspaceIdsOf(trx, user.userId);
      const rows = workspaceIds.map((workspaceId) => rowOf(workspaceId, named(by), note));
      if (rows.length > 0) await repository.insert(trx, rows);
    },

    list: repository.list,
  };
}

function named({ email, ...actor }: AuditActor) {
  return { ...actor, name: email ?? 'operator' };
}

/** Of what someone does in their own workspace. */
export function recordIn(
  by: Actor & Pick<Owner, 'workspaceId'>,
  action: string,
  { id, name }: { id: string; name: string },
  details: AuditNote['details'] = {},
): AuditRecord {
  return { by, workspaceId: by.workspaceId, action, subjectId: id, subjectName: name, details };
}

/** The same, of something that belongs to one environment. */
export function recordInEnvironment(
  by: Actor & Owner,
  action: string,
  subject: { id: string; name: string },
  details: AuditNote['details'] = {},
): AuditRecord {
  return recordIn(by, action, subject, { environment: by.environment, ...details });
}
