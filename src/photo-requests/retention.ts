import type { Clock } from '../platform/clock.ts';
import type { Environment, Owner } from '../platform/db/tables.ts';
import type { RequestErasure } from './erasure.ts';
import type { PhotoRequestRepository } from './repository.ts';

const DAY_MS = 86_400_000;
const ENVIRONMENTS: readonly Environment[] = ['live', 'test'];

/** Erases submitted requests when the time is over that their workspace keeps them. */
export function createRetention(deps: {
  repository: PhotoRequestRepository;
  clock: Clock;
  erase: RequestErasure['eraseOverdue'];
}) {
  const { repository, clock, erase } = deps;

  async function findDueOwner(
    environment: Environment,
    now: number,
  ): Promise<{ owner: Owner; before: number } | undefined> {
    for (const oldest of await repository.oldestSubmissions(environment)) {
      const before = now - (oldest.retention_days ?? 0) * DAY_MS;
      if (oldest.submitted_at !== null && oldest.submitted_at < before)
        return { owner: { workspaceId: oldest.workspace_id, environment }, before };
    }
    return undefined;
  }

  /** One batch, each request in a transaction of its own; true when there may be more. */
  return async (batch = 50): Promise<boolean> => {
    const now = clock();
    for (const environment of ENVIRONMENTS) {
      const due = await findDueOwner(environment, now);
      if (due === undefined) continue;
      for (const id of await repository.idsSubmittedBefore(due.owner, due.before, batch)) {
        await erase(due.owner, id).catch(ignoreGone);
      }
      return true;
    }
    return false;
  };
}

/** Someone else was faster. */
function ignoreGone(error: unknown): void {
  if ((error as { code?: string }).code !== 'not_found') throw error;
}
