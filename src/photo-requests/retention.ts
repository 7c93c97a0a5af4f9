import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Environment, Owner } from '../platform/db/tables.ts';
import type { RequestErasure } from './erasure.ts';

const DAY_MS = 86_400_000;
const ENVIRONMENTS: readonly Environment[] = ['live', 'test'];

/** Erases submitted requests when the time is over that their workspace keeps them. */
export function createRetention(deps: {
  database: Database;
  clock: Clock;
  erase: RequestErasure['eraseOverdue'];
}) {
  const { database, clock, erase } = deps;

  /** The first workspace that has something due: one look into the index of submissions for each that does not keep them. */
  async function findDueOwner(
    environment: Environment,
  ): Promise<{ owner: Owner; before: number } | undefined> {
    const workspaces = await database.reader
      .selectFrom('workspaces as w')
      .select(['w.id', 'w.retention_days'])
      .select((eb) =>
        eb
          .selectFrom('photo_requests as r')
          .select('r.submitted_at')
          .whereRef('r.workspace_id', '=', 'w.id')
          .where('r.environment', '=', environment)
          .where('r.submitted_at', 'is not', null)
          .orderBy('r.submitted_at')
          .limit(1)
          .as('oldest'),
      )
      .where('w.retention_days', 'is not', null)
      .execute();
    for (const { id: workspaceId, retention_days, oldest } of workspaces) {
      const before = clock() - (retention_days ?? 0) * DAY_MS;
      if (oldest !== null && oldest < before) return { owner: { workspaceId, environment }, before };
    }
    return undefined;
  }

  async function submittedBefore(owner: Owner, before: number, limit: number): Promise<string[]> {
    const rows = await database.reader
      .selectFrom('photo_requests')
      .select('id')
      .where('workspace_id', '=', owner.workspaceId)
      .where('environment', '=', owner.environment)
      .where('submitted_at', '<', before)
      .orderBy('submitted_at')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** One batch, each request in a transaction of its own; true when there may be more. */
  return async (batch = 50): Promise<boolean> => {
    for (const environment of ENVIRONMENTS) {
      const due = await findDueOwner(environment);
      if (due === undefined) continue;
      for (const id of await submittedBefore(due.owner, due.before, batch)) {
        await erase(due.owner, id).catch(ignoreGone);
      }
      return true;
    }
    return false;
  };
}

/** Somebody else was faster. */
function ignoreGone(error: unknown): void {
  if ((error as { code?: string }).code !== 'not_found') throw error;
}
