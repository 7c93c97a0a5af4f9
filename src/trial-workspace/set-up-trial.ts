import type { IssueApiKey } from '../api-keys/issue-key.ts';
import type { Actor } from '../audit/actor.ts';
import type { OwnedWorkspaces } from '../identity/owned-workspaces.ts';
import type { InsertRequest } from '../photo-requests/insert-request.ts';
import { SAMPLE_REQUEST } from '../photo-requests/sample-request.ts';
import type { PhotoRequest } from '../photo-requests/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { type Random, randomText } from '../platform/random.ts';
import { planOf } from '../workspaces/plans.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';

const OWNER_EMAIL = 'owner@shutterpost.local';
const PASSWORD_ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';
const PASSWORD_LENGTH = 20;

/** What there is to try. Its secrets are known this once. */
export interface Trial {
  email: string;
  password: string;
  liveKey: string;
  testKey: string;
  sample: PhotoRequest;
}

/** The workspace of a first start that is no production: with an owner, a key of each environment and a sample request. */
export function createSetUpTrial(deps: {
  database: Database;
  workspaceRepository: Pick<WorkspaceRepository, 'existsAny' | 'claimFirstStart'>;
  ownedWorkspaces: Pick<OwnedWorkspaces, 'prepare'>;
  issueApiKey: IssueApiKey;
  insertRequest: InsertRequest;
  random: Random;
  clock: Clock;
}) {
  const { database, workspaceRepository, ownedWorkspaces, issueApiKey, insertRequest, random, clock } = deps;

  /**
   * Undefined when there is a workspace already. All in one transaction: a crash leaves the next start as empty a database as
   * this one found.
   */
  return async (by: Actor): Promise<Trial | undefined> => {
    if (await workspaceRepository.existsAny()) return undefined;
    const email = OWNER_EMAIL;
    const password = randomText(random, PASSWORD_ALPHABET, PASSWORD_LENGTH);
    const owned = { name: 'My workspace', email, password, plan: 'enterprise' } as const;
    const workspace = await ownedWorkspaces.prepare(owned).catch(async (error) => {
      // Another node created it meanwhile, so that the address has an account.
      if (await workspaceRepository.existsAny()) return undefined;
      throw error;
    });
    if (workspace === undefined) return undefined;
    const { workspaceId } = workspace;
    return database.write(async (trx) => {
      // Several nodes may start at once; one of them creates it.
      if (!(await workspaceRepository.claimFirstStart(trx, clock()))) return undefined;
      const usage = await workspace.insert(trx, by);
      const issue = (environment: 'live' | 'test') =>
        issueApiKey(trx, by, workspaceId, { environment, name: `First ${environment} key` });
      const { key: liveKey } = await issue('live');
      const { key: testKey } = await issue('test');
      const creator = { workspaceId, environment: 'live', plan: planOf(usage.plan), usage } as const;
      const sample = await insertRequest(trx, { ...by, ...creator }, SAMPLE_REQUEST);
      return { email, password, liveKey, testKey, sample };
    });
  };
}
