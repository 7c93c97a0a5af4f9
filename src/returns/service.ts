import type { Actor } from '../audit/actor.ts';
import type { Audit } from '../audit/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Owner, ReturnSecretRow } from '../platform/db/tables.ts';
import { notFound, validationError } from '../platform/errors.ts';
import type { Random } from '../platform/random.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import { workspaceRecord } from '../workspaces/service.ts';
import type { ReturnSecretRepository } from './repository.ts';
import { newReturnSecret, type SignedReturn, signReturn } from './signature.ts';

export interface ReturnSecrets {
  current: string;
  /** null: no rotation is under way. */
  next: string | null;
}

export type ReturnService = ReturnType<typeof createReturnService>;

/** Signs what customers bring back to the business's own site, with a secret for each environment of a workspace. */
export function createReturnService(deps: {
  database: Database;
  repository: ReturnSecretRepository;
  workspaces: Pick<WorkspaceRepository, 'find'>;
  secrets: Pick<Secrets, 'seal' | 'unseal'>;
  audit: Audit;
  random: Random;
  clock: Clock;
}) {
  const { database, repository, workspaces, secrets, audit, random, clock } = deps;
  const sealOwner = ({ workspaceId, environment }: Owner) => `${workspaceId} ${environment}`;
  const fresh = (owner: Owner) => secrets.seal('return-secrets', sealOwner(owner), newReturnSecret(random));

  /** Made when it is first needed. */
  function ensure(trx: Queries, owner: Owner): Promise<ReturnSecretRow> {
    const { workspaceId, environment } = owner;
    return repository.insertOrLock(trx, {
      workspace_id: workspaceId,
      environment,
      secret: fresh(owner),
      next_secret: null,
      created_at: clock(),
    });
  }

  function open(owner: Owner, row: ReturnSecretRow): ReturnSecrets {
    const unseal = (sealed: string) => secrets.unseal('return-secrets', sealOwner(owner), sealed);
    return { current: unseal(row.secret), next: row.next_secret === null ? null : unseal(row.next_secret) };
  }

  async function record(trx: Queries, by: Actor, { workspaceId, environment }: Owner, verb: string) {
    const workspace = await workspaces.find(workspaceId, trx);
    if (workspace === undefined) throw notFound('The workspace');
    await audit.record(trx, workspaceRecord(by, `return_secret_${verb}`, workspace, { environment }));
  }

  return {
    async sign(owner: Owner, claim: { photo_request_id: string; status: string }): Promise<SignedReturn> {
      const row = (await repository.find(owner)) ?? (await database.write((trx) => ensure(trx, owner)));
      const { current, next } = open(owner, row);
      return signReturn(claim, next === null ? [current] : [current, next], clock());
    },

    async isRotating(owner: Owner): Promise<boolean> {
      const row = await repository.find(owner);
      return row !== undefined && row.next_secret !== null;
    },

    reveal(by: Actor, owner: Owner): Promise<ReturnSecrets> {
      return database.write(async (trx) => {
        const row = await ensure(trx, owner);
        await record(trx, by, owner, 'revealed');
        return open(owner, row);
      });
    },

    /** The first step: the next secret signs too. Of an unfinished rotation the next secret is replaced. */
    rotate(by: Actor, owner: Owner): Promise<ReturnSecrets> {
      return database.write(async (trx) => {
        const row = await ensure(trx, owner);
        const next_secret = fresh(owner);
        await repository.update(trx, owner, { next_secret });
        await record(trx, by, owner, 'rotated');
        return open(owner, { ...row, next_secret });
      });
    },

    /** The second step: the next secret takes the place of the current one, which is deleted. */
    activate(by: Actor, owner: Owner): Promise<void> {
      return database.write(async (trx) => {
        const { next_secret } = await ensure(trx, owner);
        if (next_secret === null)
          throw validationError({ secret: ['There is no new secret to activate. Rotate the secret first.'] });
        await repository.update(trx, owner, { secret: next_secret, next_secret: null });
        await record(trx, by, owner, 'activated');
      });
    },
  };
}
