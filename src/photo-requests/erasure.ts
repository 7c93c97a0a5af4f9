import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Environment, Owner } from '../platform/db/tables.ts';
import type { PhotoRequestRepository } from './repository.ts';

const DAY_MS = 86_400_000;
const ENVIRONMENTS: readonly Environment[] = ['live', 'test'];

/** Erases submitted requests with their photos when the time is over that their workspace keeps them. */
export function createErasure(deps: {
  database: Database;
  repository: Pick<PhotoRequestRepository, 'submittedBefore'>;
  clock: Clock;
  remove(trx: Queries, owner: Owner, id: string): Promise<unknown>;
}) {
  const { database, repository, clock, remove } = deps;

  async function nextDue(batch: number): Promise<{ owner: Owner; ids: string[] } | undefined> {
    const workspaces = await database.reader
      .selectFrom('workspaces')
      .select(['id', 'retention_days'])
      .where('retention_days', 'is not', null)
      .execute();
    for (const { id: workspaceId, retention_days } of workspaces) {
      const before = clock() - (retention_days ?? 0) * DAY_MS;
      for (const environment of ENVIRONMENTS) {
        const owner = { workspaceId, environment };
        const ids = await repository.submittedBefore(owner, before, batch);
        if (ids.length > 0) return { owner, ids };
      }
    }
    return undefined;
  }

  /** One batch; true when there may be more. */
  return async (batch = 50): Promise<boolean> => {
    const due = await nextDue(batch);
    if (due === undefined) return false;
    for (const id of due.ids) {
      await database.write((trx) => remove(trx, due.owner, id)).catch(ignoreGone);
    }
    return true;
  };
}

/** Somebody else was faster. */
function ignoreGone(error: unknown): void {
  if ((error as { code?: string }).code !== 'not_found') throw error;
}
