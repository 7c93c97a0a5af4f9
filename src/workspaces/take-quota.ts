import type { Queries } from '../platform/db/database.ts';
import type { Owner } from '../platform/db/tables.ts';
import { ServiceError } from '../platform/errors.ts';
import { planOf } from './plans.ts';
import { usageOf } from './quota.ts';
import type { WorkspaceRepository } from './repository.ts';

export interface QuotaTaker {
  /** Counts submitted photos; refuses those that would go over the quota. Test photos never count. */
  take(trx: Queries, owner: Owner, photos: number, now: number): Promise<void>;
}

export function createQuotaTaker(workspaces: WorkspaceRepository): QuotaTaker {
  return {
    async take(trx, { workspaceId, environment }, photos, now) {
      if (environment === 'test') return;
      const workspace = await workspaces.lock(trx, workspaceId);
      if (workspace === undefined) throw new Error('A photo request without its workspace');
      const { used, remaining, period } = usageOf(workspace, now);
      if (remaining !== null && photos > remaining) {
        throw new ServiceError(
          'quota_exceeded',
          `The ${planOf(workspace.plan).name} plan has ${remaining} photos left, and these are ${photos}.`,
        );
      }
      await workspaces.update(
        trx,
        workspaceId,
        period === null
          ? { lifetime_photos: used + photos }
          : { period_photos: used + photos, period_started_at: period.start },
      );
    },
  };
}
