import type { Actor } from '../audit/actor.ts';
import type { Audit } from '../audit/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queries } from '../platform/db/database.ts';
import type { ApiKeyRow, Environment } from '../platform/db/tables.ts';
import { notFound, ServiceError, validationError } from '../platform/errors.ts';
import type { Ids } from '../platform/ids.ts';
import type { Random } from '../platform/random.ts';
import { countCharacters, isStorableText } from '../platform/text.ts';
import type { Scope } from '../shared/scopes.ts';
import { planOf } from '../workspaces/plans.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import { apiKeyRecord, type IssuedApiKey, toApiKey } from './api-key.ts';
import { generateKey, hashKey } from './key-format.ts';
import type { ApiKeyRepository } from './repository.ts';
import { storeScopes } from './stored-scopes.ts';

export interface NewApiKey {
  environment: Environment;
  name: string;
  scopes?: readonly Scope[] | undefined;
  isActive?: boolean | undefined;
}

const MAX_NAME_LENGTH = 100;

/** The step that every new key goes through, in the transaction of whoever wants it. */
export type IssueApiKey = (
  trx: Queries,
  by: Actor,
  workspaceId: string,
  input: NewApiKey,
) => Promise<IssuedApiKey>;

export function createIssueApiKey(deps: {
  repository: ApiKeyRepository;
  workspaces: WorkspaceRepository;
  audit: Audit;
  ids: Ids;
  random: Random;
  clock: Clock;
}): IssueApiKey {
  const { repository, workspaces, audit, ids, random, clock } = deps;

  return async (trx, by, workspaceId, input) => {
    const name = checkKeyName(input.name);
    const key = generateKey(input.environment, random);
    const now = clock();
    const row: ApiKeyRow = {
      id: ids.next('apiKey', now),
      workspace_id: workspaceId,
      environment: input.environment,
      name,
      hash: hashKey(key),
      last_four: key.slice(-4),
      scopes: storeScopes(input.scopes),
      is_active: (input.isActive ?? true) ? 1 : 0,
      last_used_at: null,
      created_at: now,
    };
    // Locked, so that calls at the same time count each other.
    const workspace = await workspaces.lock(trx, workspaceId);
    if (workspace === undefined) throw notFound('The workspace');
    checkLimit(workspace.plan, input.environment, await repository.count(trx, workspaceId));
    await repository.insert(trx, row);
    const issued = { ...toApiKey(row), key };
    await audit.record(trx, apiKeyRecord(by, 'created', issued));
    return issued;
  };
}

export function checkKeyName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || countCharacters(trimmed) > MAX_NAME_LENGTH || !isStorableText(trimmed)) {
    throw validationError({ name: [`Must have 1 to ${MAX_NAME_LENGTH} characters.`] });
  }
  return trimmed;
}

function checkLimit(planId: string, environment: Environment, counts: Record<Environment, number>): void {
  const plan = planOf(planId);
  const { total, perEnvironment } = plan.apiKeys;
  const full =
    (total !== null && counts.live + counts.test >= total) ||
    (perEnvironment !== null && counts[environment] >= perEnvironment);
  if (full) {
    throw new ServiceError(
      'plan_upgrade_required',
      `The ${plan.name} plan doesn’t allow any more ${environment} API keys. Delete a key or upgrade the plan.`,
    );
  }
}
