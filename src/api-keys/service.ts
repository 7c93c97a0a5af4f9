import type { Actor } from '../audit/actor.ts';
import { changesBetween } from '../audit/changes.ts';
import type { Audit } from '../audit/service.ts';
import type { Database } from '../platform/db/database.ts';
import type { ApiKeyRow } from '../platform/db/tables.ts';
import { notFound } from '../platform/errors.ts';
import type { Random } from '../platform/random.ts';
import { type ApiKey, apiKeyRecord, type IssuedApiKey, toApiKey } from './api-key.ts';
import { checkKeyName, type IssueApiKey, type NewApiKey } from './issue-key.ts';
import { generateKey, hashKey } from './key-format.ts';
import type { ApiKeyRepository } from './repository.ts';

export type ApiKeyService = ReturnType<typeof createApiKeyService>;

/** What can be done with API keys, by members and by the operator. */
export function createApiKeyService(deps: {
  database: Database;
  repository: ApiKeyRepository;
  issue: IssueApiKey;
  audit: Audit;
  random: Random;
}) {
  const { database, repository, issue, audit, random } = deps;

  return {
    async list(workspaceId: string): Promise<ApiKey[]> {
      return (await repository.list(workspaceId)).map(toApiKey);
    },

    create(by: Actor, workspaceId: string, input: NewApiKey): Promise<IssuedApiKey> {
      return database.write((trx) => issue(trx, by, workspaceId, input));
    },

    edit(
      by: Actor,
      workspaceId: string,
      id: string,
      changes: { name?: string; isActive?: boolean },
    ): Promise<ApiKey> {
      const columns = {
        ...(changes.name === undefined ? {} : { name: checkKeyName(changes.name) }),
        ...(changes.isActive === undefined ? {} : { is_active: toFlag(changes.isActive) }),
      };
      return database.write(async (trx) => {
        const before = found(await repository.lock(trx, workspaceId, id));
        if (Object.keys(columns).length === 0) return before;
        const after = found(await repository.update(trx, workspaceId, id, columns));
        const switched = after.isActive ? 'activated' : 'deactivated';
        const verb = after.isActive === before.isActive ? 'changed' : switched;
        await audit.record(
          trx,
          apiKeyRecord(by, verb, after, changesBetween({ name: before.name }, { name: after.name })),
        );
        return after;
      });
    },

    /** Spec 3: whatever the state was, the key is active afterwards and the old value is dead. */
    regenerate(by: Actor, workspaceId: string, id: string): Promise<IssuedApiKey> {
      return database.write(async (trx) => {
        const { environment } = found(await repository.lock(trx, workspaceId, id));
        const key = generateKey(environment, random);
        const changed = await repository.update(trx, workspaceId, id, {
          hash: hashKey(key),
          last_four: key.slice(-4),
          is_active: 1,
          last_used_at: null,
        });
        const issued = { ...found(changed), key };
        await audit.record(trx, apiKeyRecord(by, 'regenerated', issued));
        return issued;
      });
    },

    delete(by: Actor, workspaceId: string, id: string): Promise<ApiKey> {
      return database.write(async (trx) => {
        const key = found(await repository.delete(trx, workspaceId, id));
        await audit.record(trx, apiKeyRecord(by, 'deleted', key));
        return key;
      });
    },
  };
}

function found(row: ApiKeyRow | undefined): ApiKey {
  if (row === undefined) throw notFound('The API key');
  return toApiKey(row);
}

function toFlag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}
