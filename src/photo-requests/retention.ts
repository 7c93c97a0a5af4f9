import type { Clock } from '../platform/clock.ts';
import type { Environment, Owner } from '../platform/db/tables.ts';
import type { RequestErasure } from './erasure.ts';
import type { PhotoRequestRepository, Submitted } from './repository.ts';

const DAY_MS = 86_400_000;
const ENVIRONMENTS: readonly Environment[] = ['live', 'test'];

/** Erases submitted requests when the time is over that their workspace keeps them. */
export function createRetention(deps: {
  repository: PhotoRequestRepository;
  clock: Clock;
  erase: RequestErasure['eraseOverdue'];
}) {
  const { repository, clock, erase } = deps;
  /** The last one that could not be erased, of each owner: this round goes on behind it, the next one starts over. */
  const leftBehind = new Map<string, Submitted>();
  let failures = 0;
  let firstFailure: { id: string; cause: unknown } | undefined;

  /** The oldest that are due of an owner who has some left to try. */
  async function findDue(
    batch: number,
    now: number,
  ): Promise<{ owner: Owner; due: Submitted[] } | undefined> {
    for (const environment of ENVIRONMENTS)
      for (const oldest of await repository.oldestSubmissions(environment)) {
        const before = now - (oldest.retention_days ?? 0) * DAY_MS;
        if (oldest.submitted_at === null || oldest.submitted_at >= before) continue;
        const owner = { workspaceId: oldest.workspace_id, environment };
        const after = leftBehind.get(keyOf(owner));
        const due = await repository.submittedBefore(owner, before, { after, limit: batch });
        if (due.length > 0) return { owner, due };
      }
    return undefined;
  }

  /** Ends at one that cannot be erased: should all of them fail, the sweep can still end between two batches. */
  async function eraseEach(owner: Owner, due: Submitted[]): Promise<void> {
    for (const request of due) {
      try {
        await erase(owner, request.id);
      } catch (error) {
        if (isGone(error)) continue;
        failures += 1;
        firstFailure ??= { id: request.id, cause: error };
        leftBehind.set(keyOf(owner), request);
        return;
      }
    }
  }

  /** One batch, each request in a transaction of its own; true when there may be more. Rejects behind the last one if some failed. */
  return async (batch = 50): Promise<boolean> => {
    const found = await findDue(batch, clock());
    if (found !== undefined) {
      await eraseEach(found.owner, found.due);
      return true;
    }
    if (firstFailure === undefined) return false;
    const { id, cause } = firstFailure;
    const message = `${failures} submitted photo requests could not be erased, the first of them ${id}`;
    leftBehind.clear();
    failures = 0;
    firstFailure = undefined;
    throw new Error(message, { cause });
  };
}

const keyOf = ({ workspaceId, environment }: Owner) => `${workspaceId} ${environment}`;

/** Someone else was faster. */
function isGone(error: unknown): boolean {
  return (error as { code?: string }).code === 'not_found';
}
