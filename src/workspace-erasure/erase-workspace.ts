import { setTimeout as delay } from 'node:timers/promises';
import { OPERATOR } from '../audit/actor.ts';
import { createMemberRepository } from '../identity/member-repository.ts';
import type { IdentityRepository } from '../identity/repository.ts';
import { createTokenRepository } from '../identity/token-repository.ts';
import { validationError } from '../platform/errors.ts';
import { deleteCountChanges } from '../stats/count-repository.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import type { WorkspaceService } from '../workspaces/service.ts';
import { createErasureSteps, type ErasureDeps } from './erasure-steps.ts';
import { recordErasure } from './repository.ts';

/** How many of what were erased, by table. */
export type ErasedCounts = Record<string, number>;

/** Told after every batch. */
export type OnErased = (counts: Readonly<ErasedCounts>) => void;

/** What is on its way when the workspace is suspended may add a row after its step is over. */
const ROUNDS = 5;
const SQLITE_FOREIGN_KEY = 787;
/** A server on the same SQLite file asks for its lock every 5 ms. */
const GIVE_WAY_MS = 15;

export type WorkspaceErasure = ReturnType<typeof createWorkspaceErasure>;

/**
 * Takes a workspace away with all that belongs to it (0056), in transactions of some hundred rows. Whatever ends it in
 * between: it is run again, and goes on where it was.
 */
export function createWorkspaceErasure(
  deps: ErasureDeps & {
    workspaces: Pick<WorkspaceService, 'find' | 'suspend'>;
    workspaceRepository: WorkspaceRepository;
    identityRepository: IdentityRepository;
  },
) {
  const { database, workspaces, workspaceRepository, photos, mailFiles, clock } = deps;
  const { mailRepository: mails, identityRepository: users } = deps;
  const members = createMemberRepository(database);
  const tokens = createTokenRepository(database);
  const steps = createErasureSteps(deps);

  /** Whoever is in another workspace as well stays a user. */
  async function eraseMember(workspaceId: string, user: { id: string; email: string }): Promise<boolean> {
    const { isGone, mailIds } = await database.write(async (trx) => {
      await users.lockUserToDelete(trx, user.id);
      await members.delete(trx, workspaceId, user.id);
      if (await users.isMemberAnywhere(user.id, trx)) return { isGone: false, mailIds: [] };
      const mailIds = await mails.deleteOfPerson(trx, user.email);
      await tokens.deleteOfAddress(trx, user.email);
      await users.deleteUser(trx, user.id);
      return { isGone: true, mailIds };
    });
    await mailFiles.delete(mailIds);
    return isGone;
  }

  /** False when something came in between that has to be erased first. */
  async function eraseRow(workspaceId: string, counts: ErasedCounts): Promise<boolean> {
    return database.write(async (trx) => {
      const row = await workspaceRepository.lockToDelete(trx, workspaceId);
      if (await photos.existAny(trx, workspaceId)) return false;
      if (row?.logo_key) await photos.queueFileDeletions(trx, [row.logo_key], clock());
      await workspaceRepository.delete(trx, workspaceId);
      // What the triggers noted of all this.
      await deleteCountChanges(trx, workspaceId);
      await recordErasure(trx, workspaceId, counts, clock());
      return true;
    });
  }

  /** Without a pause the next batch would be faster than anyone who waits for the lock. */
  async function giveWay(): Promise<void> {
    if (database.engine === 'sqlite') await delay(GIVE_WAY_MS);
  }

  async function runRound(
    workspaceId: string,
    counts: ErasedCounts,
    add: (kind: string, count: number) => void,
  ): Promise<boolean> {
    for (const step of steps) {
      for (let count = -1; count !== 0; ) {
        count = await step.run(workspaceId);
        add(step.kind, count);
        if (count > 0) await giveWay();
      }
    }
    for (const { user_id, email } of await members.list(workspaceId)) {
      const isGone = await eraseMember(workspaceId, { id: user_id, email });
      add('members', 1);
      add('users', isGone ? 1 : 0);
    }
    return eraseRow(workspaceId, counts);
  }

  return async (
    workspaceId: string,
    confirmedName: string,
    onErased: OnErased = () => {},
  ): Promise<ErasedCounts> => {
    const { name } = await workspaces.find(workspaceId);
    if (name !== confirmedName) {
      throw validationError({ confirm: [`Must be the exact name of ${workspaceId}.`] });
    }
    const counts: ErasedCounts = {};
    const add = (kind: string, count: number) => {
      counts[kind] = (counts[kind] ?? 0) + count;
      onErased(counts);
    };
    // No one calls, and no customer sends anything any more.
    await workspaces.suspend(OPERATOR, workspaceId);
    for (let round = 1; round <= ROUNDS; round++) {
      if (await runRound(workspaceId, counts, add).catch(falseIfReferredTo))
        return { ...counts, workspaces: 1 };
    }
    throw new Error('Data is still being added to the workspace. Run the command again.');
  };
}

/** Something was added behind the step that should have taken it: the next round does. */
function falseIfReferredTo(error: unknown): false {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (code === '23503' || errcode === SQLITE_FOREIGN_KEY) return false;
  throw error;
}
