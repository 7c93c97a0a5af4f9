import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../../src/platform/db/database.ts';
import { engine, useConnection, useTestDatabase } from '../../helpers/database/test-database.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

describe('what follows a transaction', () => {
  const testDatabase = useTestDatabase();
  const database = useConnection(testDatabase);
  const other = useConnection(testDatabase);

  const installations = (from: Database) => from.reader.selectFrom('installation').selectAll().execute();

  it('should run when everyone can see what was written', async () => {
    const seen: Promise<unknown[]>[] = [];
    await database.write(async (trx) => {
      await trx.insertInto('installation').values({ id: 1, created_at: 1 }).execute();
      database.afterCommit(trx, () => seen.push(installations(other)));
      expect(seen).toEqual([]);
    });
    expect(seen).toHaveLength(1);
    expect(await seen[0]).toHaveLength(1);
  });

  it('should not run when the transaction was undone, and not for its neighbors', async () => {
    const ran: string[] = [];
    const write = (name: string, fails: boolean) =>
      database.write(async (trx) => {
        database.afterCommit(trx, () => ran.push(name));
        if (fails) throw new Error(`${name} failed`);
      });
    const results = await Promise.allSettled([write('a', false), write('b', true), write('c', false)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(ran.sort()).toEqual(['a', 'c']);
  });

  it('should be refused outside of a transaction', async () => {
    expect(() => database.afterCommit(database.reader, () => {})).toThrow('No transaction is running');
  });

  it('should reach listeners of the topic in this process at once, until they stop', () => {
    const heard: string[] = [];
    const stop = database.signals.on('deliveries', (detail) => heard.push(detail));
    database.signals.send('deliveries', 'first');
    database.signals.send('mails', 'not this one');
    stop();
    database.signals.send('deliveries', 'too late');
    expect(heard).toEqual(['first']);
  });

  // SQLite has one server process; commands beside it are found by the worker's own look now and then.
  if (engine === 'postgres') {
    it('should tell to look for what was missed, once a node can hear and when it can hear again', async () => {
      const node = await testDatabase.open();
      const heard: string[] = [];
      node.signals.on('activity', (detail) => heard.push(detail));
      await waitUntil(() => expect(heard).toEqual(['']));
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query = 'listen shutterpost'`.execute(database.reader);
      await waitUntil(() => expect(heard).toEqual(['', '']));
      await node.close();
    });

    it('should reach every node, each signal once on each', async () => {
      const here: string[] = [];
      const there: string[] = [];
      database.signals.on('activity', (detail) => here.push(detail));
      other.signals.on('activity', (detail) => there.push(detail));
      // Listening begins beside everything else, so the first ones may be missed.
      await waitUntil(() => {
        database.signals.send('activity', 'are you there?');
        expect(there).toContain('are you there?');
      });
      database.signals.send('activity', 'workspace one');
      database.signals.send('activity', 'workspace two');
      await waitUntil(() => expect(there).toContain('workspace two'));
      expect(there.filter((detail) => detail === 'workspace one')).toHaveLength(1);
      expect(here.filter((detail) => detail === 'workspace one')).toHaveLength(1);
    });
  }
});
