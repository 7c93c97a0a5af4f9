import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAudit } from '../../../src/audit/service.ts';
import { workspaceIdsOf } from '../../../src/identity/member-repository.ts';
import type { Database } from '../../../src/platform/db/database.ts';
import { MIGRATIONS, migrate } from '../../../src/platform/db/migrate.ts';
import {
  createPartitionsAhead,
  findPartitionProblems,
  listPeriods,
  PERIOD_MS,
} from '../../../src/platform/db/partitions.ts';
import { findDifferences } from '../../../src/platform/db/schema/differences.ts';
import type { DeliveryRow } from '../../../src/platform/db/tables.ts';
import { createTakeDeliveries } from '../../../src/webhooks/delivery/claim-repository.ts';
import { createWebhookCleanUp } from '../../../src/webhooks/delivery/clean-up.ts';
import { createDeliveryLog } from '../../../src/webhooks/delivery/delivery-log.ts';
import { createEventListRepository } from '../../../src/webhooks/outbox/event-list-repository.ts';
import { createTestClock, DAY, HOUR, type TestClock } from '../../helpers/app/test-clock.ts';
import { expectFewPages, plansOf, settleStatistics } from '../../helpers/database/explain.ts';
import {
  deliveryRow,
  eventRow,
  ids,
  insertWorkspace,
  webhookEndpointRow,
} from '../../helpers/database/rows.ts';
import { insertRows, rowsOf, updateRows } from '../../helpers/database/stored-rows.ts';
import {
  createMigratedDatabase,
  createTestDatabase,
  engine,
  useConnectionForEach,
  useTestDatabaseForEach,
} from '../../helpers/database/test-database.ts';

const ALL = { after: null, limit: 100 };
/** It also locks rows of each partition and changes some. Those of all weeks that are due take far more. */
const MAX_PAGES_OF_A_CLAIM = 250;

describe('events and deliveries over the weeks', () => {
  const database = useConnectionForEach(useTestDatabaseForEach(createMigratedDatabase));
  let clock: TestClock;
  let workspaceId: string;
  let endpointId: string;
  beforeEach(async () => {
    clock = createTestClock();
    ({ workspaceId, endpointId } = await insertOwner());
    await cleanUp().keepPartitions();
  });

  async function insertOwner() {
    const owner = await insertWorkspace(database);
    const endpoint = webhookEndpointRow(owner);
    await insertRows(database, 'webhook_endpoints', endpoint);
    return { workspaceId: owner, endpointId: endpoint.id };
  }

  /** An event with deliveries like these, each with an attempt; their ids. */
  async function insertEvent(...changes: Partial<DeliveryRow>[]) {
    const event = eventRow(workspaceId, { created_at: clock.now() });
    const deliveries = changes.map((change) => deliveryRow(event, endpointId, change));
    await insertRows(database, 'events', event);
    await insertRows(database, 'deliveries', deliveries);
    await insertRows(
      database,
      'delivery_attempts',
      deliveries.map(({ id }) => ({
        delivery_id: id,
        number: 1,
        workspace_id: workspaceId,
        endpoint_id: endpointId,
        outcome: 'delivered' as const,
        started_at: clock.now(),
        duration_ms: 1,
      })),
    );
    return { event: event.id, deliveries: deliveries.map(({ id }) => id) };
  }

  const cleanUp = () => createWebhookCleanUp({ database, clock: clock.now });
  async function sweep() {
    await cleanUp().keepPartitions();
    while (await cleanUp().deleteOldEvents());
  }

  const over = (): Partial<DeliveryRow> => ({ status: 'delivered', finished_at: clock.now() });
  const stored = async () => ({
    events: (await rowsOf(database, 'events', { workspace_id: workspaceId }, 'id')).map(({ id }) => id),
    deliveries: (await rowsOf(database, 'deliveries', { workspace_id: workspaceId }, 'id')).map(
      ({ id }) => id,
    ),
    attempts: (await rowsOf(database, 'delivery_attempts', { workspace_id: workspaceId }, 'delivery_id')).map(
      ({ delivery_id }) => delivery_id,
    ),
  });
  type Inserted = Awaited<ReturnType<typeof insertEvent>>;
  const exactly = (...kept: Inserted[]) => {
    const deliveries = kept.flatMap((each) => each.deliveries).sort();
    return { events: kept.map(({ event }) => event).sort(), deliveries, attempts: deliveries };
  };

  it('should be kept for 30 days, and as long as something is to be sent or was just sent', async () => {
    const settled = await insertEvent(over(), { status: 'held' });
    const due = await insertEvent({ status: 'due' });
    const halfDue = await insertEvent(over(), { status: 'due' });
    const sentAgain = await insertEvent(over());
    const untold = await insertEvent();
    clock.advance(29 * DAY);
    await sweep();
    expect(await stored()).toEqual(exactly(settled, due, halfDue, sentAgain, untold));
    await updateRows(database, 'deliveries', { event_id: sentAgain.event }, { finished_at: clock.now() });
    const young = await insertEvent(over());

    // Whatever is in the same partition is 30 days old by then.
    clock.advance(DAY + PERIOD_MS + 2 * HOUR);
    await sweep();
    expect(await stored()).toEqual(exactly(due, halfDue, sentAgain, young));

    await updateRows(database, 'deliveries', { workspace_id: workspaceId }, over());
    clock.advance(30 * DAY - HOUR);
    await sweep();
    expect((await stored()).events).toEqual(exactly(due, halfDue, sentAgain, young).events);
    clock.advance(PERIOD_MS + 3 * HOUR);
    await sweep();
    expect(await stored()).toEqual(exactly());
  });

  it('should be in the log for 30 days, whatever is stored, and be sent again no later', async () => {
    const audit = createAudit({ database, ids, clock: clock.now, workspaceIdsOf });
    const log = createDeliveryLog({ database, audit, clock: clock.now });
    const listed = async () => (await log.list(workspaceId, {}, ALL)).map(({ id }) => id);
    const old = await insertEvent({ status: 'failed' });
    clock.advance(10 * DAY);
    const young = await insertEvent({ status: 'failed' });
    const by = { userId: null, email: null, ipAddress: null };
    clock.advance(20 * DAY);
    expect(await listed()).toEqual([...young.deliveries, ...old.deliveries]);
    clock.advance(1);
    expect(await listed()).toEqual(young.deliveries);
    await expect(log.find(workspaceId, old.deliveries[0] as string)).rejects.toThrow(/not found/i);
    expect(await log.replayMany(by, workspaceId, endpointId)).toBe(1);
    expect(await rowsOf(database, 'deliveries', { status: 'due' })).toMatchObject([
      { id: young.deliveries[0] },
    ]);
  });

  if (engine === 'postgres') {
    const periods = () => listPeriods(database.reader);
    const inDefault = async () => {
      const { rows } = await sql<{ id: string }>`select id from events_default`.execute(database.reader);
      return rows.map(({ id }) => id);
    };
    const problems = () => findPartitionProblems(database, clock.now());

    it('should be dropped with their partition, and with nothing but that', async () => {
      const { event } = await insertEvent(over());
      const [first] = await periods();
      clock.advance(30 * DAY + PERIOD_MS + 2 * HOUR);
      while (await cleanUp().deleteOldEvents());
      expect((await stored()).events).toEqual([event]);
      await cleanUp().keepPartitions();
      expect(await periods()).not.toContainEqual(first);
      expect(await stored()).toEqual(exactly());
    });

    it('should stay with a delivery that lies in the next partition', async () => {
      const [first] = await periods();
      clock.set((first?.to ?? 0) - 1);
      const event = eventRow(workspaceId, { created_at: clock.now() });
      clock.advance(1);
      await insertRows(database, 'events', event);
      await insertRows(database, 'deliveries', {
        ...deliveryRow(event, endpointId),
        id: ids.next('delivery', clock.now()),
      });
      clock.advance(30 * DAY + 2 * HOUR);
      await sweep();
      expect(await periods()).not.toContainEqual(first);
      expect(await stored()).toMatchObject({ events: [event.id], deliveries: [expect.any(String)] });
    });

    it('should stay where too many of them are not settled, for their partition cannot be dropped', async () => {
      const events = Array.from({ length: 1_001 }, () => eventRow(workspaceId, { created_at: clock.now() }));
      await insertRows(database, 'events', events);
      await insertRows(
        database,
        'deliveries',
        events.map((event) => deliveryRow(event, endpointId)),
      );
      const [first] = await periods();
      clock.advance(30 * DAY + PERIOD_MS + 2 * HOUR);
      await sweep();
      expect((await stored()).deliveries).toHaveLength(1_001);
      expect(await periods()).toContainEqual(first);
      expect(await inDefault()).toEqual([]);
    });

    it('should be left alone while someone reads them', async () => {
      await insertEvent(over());
      const [first] = await periods();
      clock.advance(30 * DAY + PERIOD_MS + 2 * HOUR);
      await database.write(async (trx) => {
        await trx.selectFrom('events').select('id').execute();
        await cleanUp().keepPartitions();
        expect(await periods()).toContainEqual(first);
        expect((await stored()).events).toHaveLength(1);
      });
      await cleanUp().keepPartitions();
      expect(await stored()).toEqual(exactly());
    });

    it('should be taken in at any time, and move to their partition when there is one', async () => {
      expect(await problems()).toEqual([]);
      clock.advance(100 * DAY);
      const early = await insertEvent(over());
      expect(await inDefault()).toEqual([early.event]);
      expect((await problems()).join()).toMatch(/no partitions for next week.*events_default has rows/);
      await cleanUp().keepPartitions();
      expect(await inDefault()).toEqual([]);
      expect(await problems()).toEqual([]);
      expect(await stored()).toEqual(exactly(early));
      expect(await periods()).toHaveLength(3);
    });

    it('should all stay in the default where there are too many of one kind, and be deleted there', async () => {
      clock.advance(100 * DAY);
      const kept = await insertEvent(...Array.from({ length: 1_001 }, over));
      await sweep();
      expect(await inDefault()).toEqual([kept.event]);
      expect((await periods()).every(({ from }) => from > clock.now())).toBe(true);
      clock.advance(31 * DAY);
      await sweep();
      expect(await stored()).toEqual(exactly());
    });

    it('should be deleted along with what they belong to', async () => {
      const erased = await insertEvent(over());
      const kept = await insertEvent(over());
      await database.write((trx) => trx.deleteFrom('events').where('id', '=', erased.event).execute());
      expect(await stored()).toEqual(exactly(kept));
    });

    it('should be listed and claimed without reading those of other weeks', async () => {
      const other = await insertOwner();
      for (let week = 0; week < 5; week++) {
        await cleanUp().keepPartitions();
        const rows = Array.from({ length: 2_000 }, (_, index) =>
          eventRow(index % 2 === 0 ? workspaceId : other.workspaceId, { created_at: clock.now() + index }),
        );
        await insertRows(database, 'events', rows);
        await insertRows(
          database,
          'deliveries',
          rows.map((event, index) => deliveryRow(event, endpointId, index % 20 === 0 ? {} : over())),
        );
        clock.advance(PERIOD_MS);
      }
      await settleStatistics(database);
      const list = (recording: Database) =>
        createEventListRepository(recording).list(
          { workspaceId, environment: 'live' },
          { from: '', to: 'evt_z', order: 'desc', limit: 21 },
        );
      for (const plan of await plansOf(database, list, { areRun: true })) {
        expectFewPages(plan, 40);
      }
      const times = { now: clock.now(), leaseEndsAt: clock.now() + HOUR };
      const claim = ({ reader, ...recording }: Database) =>
        createTakeDeliveries({
          ...recording,
          reader,
          run: (_, query, parameters) => database.run(reader, query, parameters),
        })(reader, new Map([[endpointId, 4]]), times);
      for (const plan of await plansOf(database, claim, { areRun: false }))
        expectFewPages(plan, MAX_PAGES_OF_A_CLAIM);
    });
  }
});

if (engine === 'postgres')
  describe('a database from before there were partitions', () => {
    const database = useConnectionForEach(useTestDatabaseForEach(createTestDatabase));

    it('should keep every row where it is, and get partitions beside them', async () => {
      await migrate(
        database,
        MIGRATIONS.filter(({ name }) => name < '0026'),
      );
      const workspaceId = await insertWorkspace(database);
      const endpoint = webhookEndpointRow(workspaceId);
      const now = Math.floor(Date.now() / PERIOD_MS) * PERIOD_MS;
      const events = [now + PERIOD_MS, now - 400 * DAY, now + 400 * DAY].map((created_at) =>
        eventRow(workspaceId, { created_at }),
      );
      const deliveries = events.map((event) => deliveryRow(event, endpoint.id));
      await insertRows(database, 'webhook_endpoints', endpoint);
      await insertRows(database, 'events', events);
      await insertRows(database, 'deliveries', deliveries);
      const read = async () => [
        await rowsOf(database, 'events', {}, 'id'),
        await rowsOf(database, 'deliveries', {}, 'id'),
      ];
      const filesOf = async (table: string) => {
        const { rows } = await sql<{ file: number }>`
          select pg_relation_filenode(${table}::regclass) as file union
          select pg_relation_filenode(indexrelid) from pg_index where indrelid = ${table}::regclass
          order by 1`.execute(database.reader);
        return rows.map(({ file }) => file);
      };
      const [rows, files] = [await read(), await filesOf('deliveries')];

      await migrate(database);
      expect(await read()).toEqual(rows);
      expect(await filesOf('deliveries_default')).toEqual(files);

      // Someone began to create the partition of a row that is there.
      const begun = new Date(now + PERIOD_MS).toISOString().slice(0, 10).replaceAll('-', '');
      await database.write((trx) =>
        sql
          .raw(`alter table events_default add constraint without_events_${begun} check (id < 'a') not valid`)
          .execute(trx),
      );
      // As if it were large: nothing moves, it promises nothing of today, and what it promises is taken back.
      await createPartitionsAhead(database, now, -1);
      expect(await read()).toEqual(rows);
      expect((await listPeriods(database.reader)).map(({ from }) => from)).toEqual([now + 2 * PERIOD_MS]);
      expect(await findDifferences(database)).toEqual([]);
      const { rows: promises } = await sql`select 1 from pg_constraint where conname like 'without%'`.execute(
        database.reader,
      );
      expect(promises).toEqual([]);
    });
  });
