import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/audit/actor.ts';
import { createMailOutbox } from '../../src/email/outbox.ts';
import { type Database, DatabaseUnavailableError, type Queries } from '../../src/platform/db/database.ts';
import { MIGRATIONS, type Migration, migrate, SCHEMA_VERSION } from '../../src/platform/db/migrate.ts';
import { openPostgres } from '../../src/platform/db/postgres.ts';
import { precompiledLookup } from '../../src/platform/db/precompiled.ts';
import { deleteOldResponses } from '../../src/platform/http/idempotency.ts';
import { createServices } from '../../src/services.ts';
import { openTestPlatform } from '../helpers/app/test-platform.ts';
import {
  createTestDatabase,
  useConnectionForEach,
  useTestDatabaseForEach,
} from '../helpers/database/test-database.ts';

const DAY = 86_400_000;

describe('PostgreSQL that changes under a running node', () => {
  const testDatabase = useTestDatabaseForEach(() => createTestDatabase('postgres'));
  const database = useConnectionForEach(testDatabase);
  beforeEach(async () => {
    await migrate(database);
  });

  it('should be read and written on after a newer node has added a column', async () => {
    const find = precompiledLookup(database, 1, (db, key) =>
      db.selectFrom('users').selectAll().where('id', '=', key(0)),
    );
    const list = () => database.reader.selectFrom('users').selectAll().execute();
    const write = (trx: typeof database.reader) => trx.selectFrom('users').selectAll().execute();
    const everyWay = async () => [await find('user_1'), await list(), await database.write(write)];
    await everyWay();
    await sql`alter table users add column nickname text`.execute(database.reader);
    expect(await everyWay()).toEqual([undefined, [], []]);
  });

  it('should be called unavailable while it is read-only, as after a failover', async () => {
    const writing = database.write(async (trx) => {
      await sql`set transaction read only`.execute(trx);
      await trx.insertInto('installation').values({ id: 1, created_at: 1 }).execute();
    });
    await expect(writing).rejects.toBeInstanceOf(DatabaseUnavailableError);
  });

  it('should be called unavailable when a statement runs into the time limit', async () => {
    const waiting = database.write(async (trx) => {
      await sql`set local statement_timeout = 20`.execute(trx);
      await sql`select pg_sleep(30)`.execute(trx);
    });
    await expect(waiting).rejects.toBeInstanceOf(DatabaseUnavailableError);
  });

  it('should let a migration take longer than any other statement may', async () => {
    const limits = { connectMs: 5_000, statementMs: 3_000, answerMs: 6_000 };
    const limited = openPostgres(testDatabase.env.DATABASE_URL ?? '', { limits });
    const slowly = (db: Queries) => sql`select pg_sleep(7)`.execute(db);
    await expect(limited.write(slowly)).rejects.toBeInstanceOf(DatabaseUnavailableError);
    const step = { name: 'slow', up: async (db: Queries) => void (await slowly(db)) };
    await migrate(limited, [...MIGRATIONS, step]);
    const { rows } = await sql`select max(version) as version from schema_migrations`.execute(limited.reader);
    expect(rows).toEqual([{ version: SCHEMA_VERSION + 1 }]);
    await expect(limited.write(slowly)).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await limited.close();
  });

  describe('when someone holds on to a table that a migration wants', () => {
    const addColumn: Migration = {
      name: 'add',
      up: async (db) => void (await sql`alter table users add column nickname text`.execute(db)),
    };
    const steps = [...MIGRATIONS, addColumn];
    const columns = () =>
      sql`select 1 from information_schema.columns where column_name = 'nickname'`.execute(database.reader);

    /** As a dump does, for as long as it takes. */
    async function whileHeld(work: (isHeld: { release: () => void }) => Promise<void>): Promise<void> {
      const { promise, resolve: release } = Promise.withResolvers<void>();
      const other = await testDatabase.open();
      const held = Promise.withResolvers<void>();
      const holding = other.write(async (trx) => {
        await trx.selectFrom('users').selectAll().execute();
        held.resolve();
        await promise;
      });
      await held.promise;
      await work({ release }).finally(release);
      await holding;
      await other.close();
    }

    it('should let the others work on while it waits, and then finish', async () => {
      await whileHeld(async ({ release }) => {
        const blocked = Promise.withResolvers<void>();
        const migrating = migrate(database, steps, { onBlocked: blocked.resolve });
        await blocked.promise;
        expect(await database.reader.selectFrom('users').selectAll().execute()).toEqual([]);
        release();
        await migrating;
      });
      expect((await columns()).rows).toHaveLength(1);
    });

    it('should give up in the end, say why, and leave everything as it was', async () => {
      await whileHeld(async () => {
        const migrating = migrate(database, steps, { patienceMs: 0 });
        await expect(migrating).rejects.toThrow(/another transaction has locked a table/);
      });
      expect((await columns()).rows).toHaveLength(0);
    });
  });

  it('should keep an idempotency key that is used again while old ones are deleted', async () => {
    const now = 10 * DAY;
    await sql`insert into workspaces (id, name, plan, plan_started_at, created_at)
      values ('ws_1', 'One', 'enterprise', 0, 0)`.execute(database.reader);
    await sql`insert into idempotency_keys (workspace_id, environment, operation, key, fingerprint, created_at)
      values ('ws_1', 'live', 'create', 'again', 'x', 0)`.execute(database.reader);
    let deleting: Promise<boolean> | undefined;
    await database.write(async (trx) => {
      await sql`update idempotency_keys set created_at = ${now}`.execute(trx);
      deleting = deleteOldResponses(database, now);
      await untilSomeoneWaits(database);
    });
    await deleting;
    const { rows } = await sql`select key from idempotency_keys`.execute(database.reader);
    expect(rows).toEqual([{ key: 'again' }]);
  });

  it('should erase an email to a person of a workspace that is written while the workspace is erased', async () => {
    const outside = await openTestPlatform({ database });
    const { identity, eraseWorkspace, ids } = createServices(outside.platform);
    const email = 'owner@example.com';
    const { workspaceId, userId } = await identity.ownedWorkspaces.create(OPERATOR, {
      name: 'Shop',
      email,
      password: 'four kettles sing on Monday',
      plan: 'starter',
    });
    let erasing: Promise<unknown> | undefined;
    // As a forgotten password does it: a link that refers to the account, and the email.
    await database.write(async (trx) => {
      await sql`insert into identity_tokens (token_hash, kind, id, email, user_id, created_at, expires_at)
        values ('hash', 'reset_password', 'id', ${email}, ${userId}, 0, 1)`.execute(trx);
      await createMailOutbox({ database, ids }).enqueue(
        trx,
        { kind: 'verify_email', content: {} as never, workspaceId: null, recipient: email, locale: 'en' },
        0,
      );
      erasing = eraseWorkspace(workspaceId, 'Shop');
      await untilSomeoneWaits(database);
    });
    await erasing;
    expect(await database.reader.selectFrom('mails').select('recipient').execute()).toEqual([]);
    await outside.close();
  });
});

/** Until a statement of another connection waits for a lock. */
async function untilSomeoneWaits(database: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(database.reader);
    if (rows.length > 0) return;
  }
}
