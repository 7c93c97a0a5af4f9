import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { OPERATOR } from '../audit/actor.ts';
import type { MailFiles } from '../email/mail-files.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { validationError } from '../platform/errors.ts';
import type { WorkspaceService } from '../workspaces/service.ts';
import { createErasureSteps } from './erasure-steps.ts';

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
export function createWorkspaceErasure(deps: {
  database: Database;
  workspaces: Pick<WorkspaceService, 'find' | 'suspend'>;
  photos: PhotoRepository;
  mailFiles: MailFiles;
  clock: Clock;
}) {
  const { database, workspaces, photos, mailFiles, clock } = deps;
  const steps = createErasureSteps(deps);

  const membersOf = (workspaceId: string) =>
    database.reader
      .selectFrom('members as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['u.id', 'u.email'])
      .where('m.workspace_id', '=', workspaceId)
      .execute();

  /** Whoever is in another workspace as well stays a user. */
  async function eraseMember(workspaceId: string, user: { id: string; email: string }): Promise<boolean> {
    const { isGone, mailIds } = await database.write(async (trx) => {
      await lockUser(trx, user.id);
      await trx
        .deleteFrom('members')
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', user.id)
        .execute();
      const other = await trx
        .selectFrom('members')
        .select('workspace_id')
        .where('user_id', '=', user.id)
        .executeTakeFirst();
      if (other !== undefined) return { isGone: false, mailIds: [] };
      const mails = await trx
        .deleteFrom('mails')
        .where('recipient', '=', user.email)
        .where('workspace_id', 'is', null)
        .returning('id')
        .execute();
      await trx.deleteFrom('identity_tokens').where('email', '=', user.email).execute();
      // Sessions, recovery codes and tokens go with them.
      await trx.deleteFrom('users').where('id', '=', user.id).execute();
      return { isGone: true, mailIds: mails.map(({ id }) => id) };
    });
    await mailFiles.remove(mailIds);
    return isGone;
  }

  async function lockUser(trx: Queries, userId: string): Promise<void> {
    await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .$if(database.engine === 'postgres', (query) => query.forUpdate())
      .execute();
  }

  /** False when something came in between that has to be erased first. */
  async function eraseRow(workspaceId: string, counts: ErasedCounts): Promise<boolean> {
    return database.write(async (trx) => {
      // From here on nothing can be added that refers to it.
      const row = await trx
        .selectFrom('workspaces')
        .select('logo_key')
        .where('id', '=', workspaceId)
        .$if(database.engine === 'postgres', (query) => query.forUpdate())
        .executeTakeFirst();
      const photo = await trx
        .selectFrom('photos')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .limit(1)
        .executeTakeFirst();
      if (photo !== undefined) return false;
      if (row?.logo_key) await photos.purgeKeys(trx, [row.logo_key], clock());
      await trx.deleteFrom('workspaces').where('id', '=', workspaceId).execute();
      // What the triggers noted of all this.
      await trx.deleteFrom('count_changes').where('workspace_id', '=', workspaceId).execute();
      const record = { id_hash: hashOf(workspaceId), counts: JSON.stringify(counts), erased_at: clock() };
      await trx
        .insertInto('erased_workspaces')
        .values(record)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return true;
    });
  }

  /** Without a pause the next batch would be faster than anybody who waits for the lock. */
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
    for (const user of await membersOf(workspaceId)) {
      const isGone = await eraseMember(workspaceId, user);
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
    // Nobody calls, and no customer sends anything any more.
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

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
