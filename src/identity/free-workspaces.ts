import type { Queries } from '../platform/db/database.ts';
import { ServiceError } from '../platform/errors.ts';
import type { IdentityRepository } from './repository.ts';

/** Its quota is once and for all: someone with several of them would have it several times. */
const FREE_PLAN = 'developer_free';
const MAX_FREE_WORKSPACES = 1;

/** Before someone becomes the owner of a free workspace. The caller has locked the user. */
export async function requireRoomForFree(
  repository: Pick<IdentityRepository, 'plansOwned'>,
  trx: Queries,
  owner: { userId: string; plan: string; whoOwns: string },
): Promise<void> {
  if (owner.plan !== FREE_PLAN) return;
  const plans = await repository.plansOwned(trx, owner.userId);
  if (plans.filter((plan) => plan === FREE_PLAN).length < MAX_FREE_WORKSPACES) return;
  throw new ServiceError(
    'quota_exceeded',
    `${owner.whoOwns} a workspace on the Developer Free plan. The limit is one. Ask your administrator to upgrade it first.`,
  );
}
