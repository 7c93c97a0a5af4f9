import { beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { foundation } from '../../../src/platform/db/migrations/0001-foundation.ts';
import { capture } from '../../../src/platform/db/migrations/0002-capture.ts';
import { messages } from '../../../src/platform/db/migrations/0003-messages.ts';
import { webApplication } from '../../../src/platform/db/migrations/0004-web-application.ts';
import { lastDays } from '../../../src/platform/time-zone.ts';
import { createCounts } from '../../../src/stats/count-repository.ts';
import {
  firstColumns,
  firstPhotoColumns,
  insertWorkspace,
  photoRequestRow,
  photoRow,
} from '../../helpers/database/rows.ts';
import {
  createMigratedDatabase,
  createTestDatabase,
  useConnectionForEach,
  useTestDatabaseForEach,
} from '../../helpers/database/test-database.ts';

const DAY = 86_400_000;
const BEFORE = [
  { name: '0001-foundation', up: foundation },
  { name: '0002-capture', up: capture },
  { name: '0003-messages', up: messages },
  { name: '0004-web-application', up: webApplication },
];

describe('the upgrade of a database that has kept no counts', () => {
  const database = useConnectionForEach(useTestDatabaseForEach(createTestDatabase));

  it('should count what is there, old and new, before and after it is added up', async () => {
    const now = Date.now();
    await migrate(database, BEFORE);
    const workspaceId = await insertWorkspace(database);
    const owner = { workspaceId, environment: 'live' as const };
    const open = { expires_at: now + DAY, created_at: now - DAY };
    const submitted = { status: 'submitted' as const, submitted_at: now - DAY };
    const rows = [
      photoRequestRow(workspaceId, open),
      photoRequestRow(workspaceId, { ...open, ...submitted }),
      photoRequestRow(workspaceId, { ...submitted, created_at: now - 400 * DAY }),
      photoRequestRow(workspaceId, { ...open, status: 'in_progress', type: 'permanent' }),
      photoRequestRow(workspaceId, { status: 'expired', created_at: now - 400 * DAY }),
    ];
    await database.write(async (trx) => {
      // Later steps add to their columns.
      const before = rows.map(firstColumns);
      await trx.insertInto('photo_requests').values(before).execute();
      const photos = rows
        .slice(1, 3)
        .map((row) => firstPhotoColumns(photoRow(row, { received_at: now - DAY })));
      await trx.insertInto('photos').values(photos).execute();
    });

    await migrate(database);

    const counts = createCounts({ database, clock: () => now });
    const days = lastDays(now, 'UTC', 30);
    const expectRight = async () => {
      expect(await counts.byStatus(owner, now)).toEqual({
        pending: 1,
        in_progress: 0,
        submitted: 2,
        expired: 1,
        canceled: 0,
      });
      const shown = await counts.perDay(owner, days, now);
      expect(shown.byStatus).toMatchObject({ pending: 1, submitted: 1, expired: 0 });
      expect(shown.days.at(-2)).toMatchObject({ requests: 2, submissions: 2, photos: 2 });
      expect(shown.days.at(-1)).toMatchObject({ requests: 0, submissions: 0, photos: 0 });
    };
    await expectRight();
    while (await counts.fold());
    await expectRight();
  });
});

describe('numbers that were kept, held against what is there', () => {
  let counts: ReturnType<typeof createCounts>;
  const now = Date.now();
  const database = useConnectionForEach(useTestDatabaseForEach(createMigratedDatabase));
  beforeEach(() => {
    counts = createCounts({ database, clock: () => now });
  });

  async function insertRequests(workspaceId: string) {
    const open = { expires_at: now + DAY, created_at: now - DAY };
    const rows = [
      photoRequestRow(workspaceId, open),
      photoRequestRow(workspaceId, { ...open, environment: 'test' }),
      photoRequestRow(workspaceId, { ...open, status: 'submitted', submitted_at: now }),
      photoRequestRow(workspaceId, { status: 'canceled', created_at: now - 400 * DAY }),
    ];
    await database.write(async (trx) => {
      await trx.insertInto('photo_requests').values(rows).execute();
      for (const row of rows.slice(2, 3)) await trx.insertInto('photos').values(photoRow(row)).execute();
    });
  }
  const fold = async () => {
    while (await counts.fold());
  };

  it('should be right before and after they are added up, and when a workspace is gone', async () => {
    const [kept, gone] = [await insertWorkspace(database), await insertWorkspace(database)];
    await insertRequests(kept);
    await insertRequests(gone);
    expect(await counts.findWrong()).toEqual([]);
    await fold();
    expect(await counts.findWrong()).toEqual([]);
    await database.write((trx) => trx.deleteFrom('workspaces').where('id', '=', gone).execute());
    expect(await counts.findWrong()).toEqual([]);
  });

  it.each(['noted', 'added up'])(
    'should be found wrong when they were %s and changed, and counted again',
    async (when) => {
      const [right, wrong] = [await insertWorkspace(database), await insertWorkspace(database)];
      await insertRequests(right);
      await insertRequests(wrong);
      const owner = { workspaceId: wrong, environment: 'live' as const };
      const days = lastDays(now, 'UTC', 30);
      const shown = async () => [await counts.byStatus(owner, now), await counts.perDay(owner, days, now)];
      const before = await shown();
      if (when === 'added up') await fold();
      // As if its live requests had been loaded with triggers turned off.
      const table = when === 'noted' ? 'count_changes' : 'counts';
      await database.write((trx) =>
        trx.deleteFrom(table).where('workspace_id', '=', wrong).where('environment', '=', 'live').execute(),
      );

      expect(await counts.findWrong()).toEqual([
        {
          workspace_id: wrong,
          environment: 'live',
          missing: {
            made: 3,
            pending: 1,
            in_progress: 0,
            submitted: 1,
            expired: 0,
            canceled: 1,
            submissions: 1,
            photos: 1,
          },
        },
      ]);
      await counts.rebuild();
      expect(await counts.findWrong()).toEqual([]);
      expect(await shown()).toEqual(before);
      await fold();
      expect(await shown()).toEqual(before);
    },
  );
});
