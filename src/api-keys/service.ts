import type { Clock } from '../platform/clock.ts';
import { type Also, nothingElse } from '../platform/db/also.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { ApiKeyRow, Environment } from '../platform/db/tables.ts';
import { notFound, ServiceError, validationError } from '../platform/errors.ts';
import type { Ids } from '../platform/ids.ts';
import type { Random } from '../platform/random.ts';
import { countCharacters, isStorableText } from '../platform/text.ts';
import { SCOPES, type Scope } from '../shared/scopes.ts';
import { planOf } from '../workspaces/plans.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import { generateKey, hashKey, maskKey } from './key-format.ts';
import type { ApiKeyRepository } from './repository.ts';

/** A key as its owner sees it (spec 2.7); the value is never part of it. */
export interface ApiKey {
  id: string;
  workspaceId: string;
  environment: Environment;
  name: string;
  isActive: boolean;
  maskedKey: string;
  scopes: Scope[];
  lastUsedAt: number | null;
  createdAt: number;
}

/** The only moment the value can be seen. */
export interface IssuedApiKey extends ApiKey {
  key: string;
}

export interface NewApiKey {
  environment: Environment;
  name: string;
  scopes?: readonly Scope[] | undefined;
  isActive?: boolean | undefined;
}

const MAX_NAME_LENGTH = 100;

export type ApiKeyService = ReturnType<typeof createApiKeyService>;

export function createApiKeyService(deps: {
  database: Database;
  repository: ApiKeyRepository;
  workspaces: WorkspaceRepository;
  ids: Ids;
  random: Random;
  clock: Clock;
}) {
  const { database, repository, workspaces, ids, random, clock } = deps;

  async function change(
    workspaceId: string,
    id: string,
    changes: Parameters<ApiKeyRepository['update']>[3],
    also: Also<ApiKey>,
  ): Promise<ApiKey> {
    if (Object.keys(changes).length === 0) return found(await repository.find(workspaceId, id));
    return database.write(async (trx) => {
      const key = found(await repository.update(trx, workspaceId, id, changes));
      await also(trx, key);
      return key;
    });
  }

  /** Makes a key within the plan's limit; the workspace row is locked, so that calls at once count each other. */
  async function issue(trx: Queries, workspaceId: string, input: NewApiKey): Promise<IssuedApiKey> {
    const name = checkName(input.name);
    const key = generateKey(input.environment, random);
    const now = clock();
    const row: ApiKeyRow = {
      id: ids.next('apiKey', now),
      workspace_id: workspaceId,
      environment: input.environment,
      name,
      hash: hashKey(key),
      last_four: key.slice(-4),
      scopes: JSON.stringify(input.scopes ?? SCOPES),
      is_active: (input.isActive ?? true) ? 1 : 0,
      last_used_at: null,
      created_at: now,
    };
    const workspace = await workspaces.lock(trx, workspaceId);
    if (workspace === undefined) throw notFound('The workspace');
    checkLimit(workspace.plan, input.environment, await repository.count(trx, workspaceId));
    await repository.insert(trx, row);
    return { ...toApiKey(row), key };
  }

  return {
    async list(workspaceId: string): Promise<ApiKey[]> {
      return (await repository.list(workspaceId)).map(toApiKey);
    },

    create(workspaceId: string, input: NewApiKey): Promise<IssuedApiKey> {
      return database.write((trx) => issue(trx, workspaceId, input));
    },

    issue,

    edit(
      workspaceId: string,
      id: string,
      changes: { name?: string; isActive?: boolean },
      also: Also<ApiKey> = nothingElse,
    ): Promise<ApiKey> {
      const columns = {
        ...(changes.name === undefined ? {} : { name: checkName(changes.name) }),
        ...(changes.isActive === undefined
          ? {}
          : { is_active: changes.isActive ? (1 as const) : (0 as const) }),
      };
      return change(workspaceId, id, columns, also);
    },

    /** Spec 3: whatever the state was, the key is active afterwards and the old value is dead. */
    async regenerate(
      workspaceId: string,
      id: string,
      also: Also<ApiKey> = nothingElse,
    ): Promise<IssuedApiKey> {
      const { environment } = found(await repository.find(workspaceId, id));
      const key = generateKey(environment, random);
      const columns = {
        hash: hashKey(key),
        last_four: key.slice(-4),
        is_active: 1 as const,
        last_used_at: null,
      };
      return { ...(await change(workspaceId, id, columns, also)), key };
    },

    delete(workspaceId: string, id: string, also: Also<ApiKey> = nothingElse): Promise<ApiKey> {
      return database.write(async (trx) => {
        const key = found(await repository.delete(trx, workspaceId, id));
        await also(trx, key);
        return key;
      });
    },
  };
}

function found(row: ApiKeyRow | undefined): ApiKey {
  if (row === undefined) throw notFound('The API key');
  return toApiKey(row);
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    environment: row.environment,
    name: row.name,
    isActive: row.is_active === 1,
    maskedKey: maskKey(row.environment, row.last_four),
    scopes: JSON.parse(row.scopes),
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
  };
}

function checkName(name: string): string {
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
      `The ${plan.name} plan allows no further ${environment} API key. Delete a key or upgrade the plan.`,
    );
  }
}
