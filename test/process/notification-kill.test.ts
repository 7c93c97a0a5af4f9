import { describe, expect, it } from 'vitest';
import type { TellingStep } from '../../src/notifications/fan-out.ts';
import { createNotificationOutbox } from '../../src/notifications/outbox.ts';
import { createIds } from '../../src/platform/ids.ts';
import { pooledRandom } from '../../src/platform/random.ts';
import { insertRows, rowsOf } from '../helpers/database/stored-rows.ts';
import { createMigratedDatabase, useTestDatabase } from '../helpers/database/test-database.ts';
import { startDoomedServer, stepsOn } from '../helpers/process/doomed-server.ts';
import { usePremises } from '../helpers/process/operator.ts';
import { startServer } from '../helpers/process/server-process.ts';
import { waitUntil } from '../helpers/wait-until.ts';

const STEPS: TellingStep[] = ['happening claimed', 'happening taken', 'members told', 'telling committed'];
const ADMINS = 2;

describe.each(['sqlite', 'postgres'] as const)(
  'a server on %s that is killed while it tells members of something',
  (engine) => {
    const testDatabase = useTestDatabase(() => createMigratedDatabase(engine));
    const premises = usePremises(testDatabase);
    const ids = createIds(Date.now, pooledRandom());

    it.each(stepsOn(engine, STEPS))(
      'should be followed by one that tells each of them once, killed at "%s"',
      async (step) => {
        const { database } = premises;
        const workspaceId = await premises.createWorkspace();
        await addAdmins(workspaceId);
        const doomed = await startDoomedServer(testDatabase.env, { step });
        await happen(workspaceId);
        expect((await doomed.ended).signal).toBe('SIGKILL');

        const server = await startServer(testDatabase.env);
        try {
          const ofWorkspace = { workspace_id: workspaceId };
          await waitUntil(async () => {
            expect(await rowsOf(database, 'notification_events', ofWorkspace)).toEqual([]);
          });
          const members = await rowsOf(database, 'members', ofWorkspace);
          expect(members).toHaveLength(ADMINS + 1);
          const told = await rowsOf(database, 'notifications', ofWorkspace);
          expect(told.map(({ user_id, kind }) => `${user_id} ${kind}`).toSorted()).toEqual(
            members.map(({ user_id }) => `${user_id} quota`).toSorted(),
          );
          const mails = await rowsOf(database, 'mails', { ...ofWorkspace, kind: 'notification' });
          const mailed = mails.map(({ content }) => JSON.parse(content ?? '{}').user_id);
          expect(mailed.toSorted()).toEqual(members.map(({ user_id }) => user_id).toSorted());
        } finally {
          await server.stop();
        }
      },
    );

    /** Something that every one of them is told of in the application and by email. */
    async function happen(workspaceId: string): Promise<void> {
      const { database } = premises;
      const outbox = createNotificationOutbox({ database, ids });
      const happening = { kind: 'quota' as const, content: { percent: 80, limit: 100, resets_at: null } };
      const owner = { workspaceId, environment: 'live' as const };
      await database.write((trx) => outbox.record(trx, owner, happening, Date.now()));
    }

    async function addAdmins(workspaceId: string): Promise<void> {
      const { database } = premises;
      for (let count = 0; count < ADMINS; count += 1) {
        const id = ids.next('user');
        const created_at = Date.now();
        await insertRows(database, 'users', {
          id,
          email: `${id}@example.com`,
          password_hash: 'none',
          created_at,
        });
        await insertRows(database, 'members', {
          workspace_id: workspaceId,
          user_id: id,
          role: 'admin',
          created_at,
        });
      }
    }
  },
);
