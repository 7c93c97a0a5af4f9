import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuditRepository } from '../../../src/audit/repository.ts';
import type { Database } from '../../../src/platform/db/database.ts';
import {
  createDeliveryListRepository,
  type DeliveryFilters,
} from '../../../src/webhooks/delivery/delivery-list-repository.ts';
import { expectFewPages, plansOf, settleStatistics } from '../../helpers/database/explain.ts';
import { ids, insertWorkspace, webhookEndpointRow } from '../../helpers/database/rows.ts';
import { createMigratedDatabase, type TestDatabase } from '../../helpers/database/test-database.ts';

const NOW = Date.UTC(2026, 0, 31, 12, 0, 0);
const HOUR = 3_600_000;
const OTHER_WORKSPACES = 8;
const ENTRIES = 500;
/** Half of all: whoever walks along everyone's entries may well hope to meet some of these soon. */
const ENTRIES_OF_OWNER = 4_000;
const BATCH = 500;
const PAGE = { after: null, limit: 20 };

interface Sender {
  workspaceId: string;
  endpointId: string;
}

/** The logs are long, and their newest page must not depend on what others have in them. */
describe('the plans of the logs', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let owner: Sender;
  beforeAll(async () => {
    testDatabase = await createMigratedDatabase();
    database = await testDatabase.open();
    owner = await insertSender(database);
    const entries = entriesOf(owner, ENTRIES_OF_OWNER);
    for (let count = 0; count < OTHER_WORKSPACES; count++) {
      entries.push(...entriesOf(await insertSender(database), ENTRIES));
    }
    // In the order in which they would have come: so the rows lie in the tables.
    await insert(
      database,
      entries.toSorted((a, b) => a.at - b.at),
    );
    await settleStatistics(database);
  });
  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
  });

  const ofDeliveries = async (filters: DeliveryFilters) => {
    const list = (recording: Database) =>
      createDeliveryListRepository(recording).list(owner.workspaceId, filters, PAGE);
    const plans = await plansOf(database, list, { areRun: true });
    return plans.filter(({ sql }) => sql.includes('"deliveries"'));
  };

  it.each<[string, () => DeliveryFilters]>([
    ['of an environment', () => ({ environment: 'live' })],
    ['of an endpoint', () => ({ endpointId: owner.endpointId })],
    ['of one kind of event', () => ({ environment: 'live', eventType: 'photo_request.expired' })],
    ['that failed', () => ({ endpointId: owner.endpointId, status: 'failed' })],
  ])('should walk along their own index for the deliveries %s', async (_which, filters) => {
    const plans = await ofDeliveries(filters());
    expect(plans).not.toEqual([]);
    for (const plan of plans) {
      expect(plan.text).toMatch(/deliveries_(log|by_workspace|undelivered)/);
      expect(plan.text).not.toMatch(/deliveries_pkey/);
      expectFewPages(plan, /\bSCAN d/);
    }
  });

  it.each([
    ['all', {}],
    ['one kind', { action: 'api_key' }],
  ])('should walk along their own index for the audit log, %s', async (_which, filters) => {
    const list = (recording: Database) =>
      createAuditRepository(recording).list(owner.workspaceId, PAGE, filters);
    for (const plan of await plansOf(database, list, { areRun: false })) {
      expect(plan.text).toMatch(/audit_entries_by_workspace/);
      expect(plan.text).not.toMatch(/TEMP B-TREE/);
      expectFewPages(plan);
    }
  });
});

async function insertSender(database: Database): Promise<Sender> {
  const workspaceId = await insertWorkspace(database);
  const endpoint = webhookEndpointRow(workspaceId);
  await database.write((trx) => trx.insertInto('webhook_endpoints').values(endpoint).execute());
  return { workspaceId, endpointId: endpoint.id };
}

/** In the course of an hour. */
function entriesOf({ workspaceId, endpointId }: Sender, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const at = NOW - Math.floor(((count - index) * HOUR) / count);
    const owned = { workspace_id: workspaceId, environment: 'live' as const };
    const type = index % 3 === 0 ? 'photo_request.expired' : 'photo_request.created';
    const eventId = ids.next('event', at);
    return {
      at,
      event: { ...owned, id: eventId, type, subject_id: '', body: '{}', created_at: at },
      delivery: {
        ...owned,
        id: ids.next('delivery', at),
        endpoint_id: endpointId,
        event_id: eventId,
        event_type: type,
        status: index % 4 === 0 ? ('failed' as const) : ('delivered' as const),
        attempt_count: 1,
        schedule_step: 0,
        next_attempt_at: at,
        is_leased: 0 as const,
        created_at: at,
      },
      audit: {
        id: ids.next('auditEntry', at),
        workspace_id: workspaceId,
        actor: 'somebody@example.com',
        action: index % 3 === 0 ? 'api_key.created' : 'photo_request.created',
        details: '{}',
        created_at: at,
      },
    };
  });
}

function insert(database: Database, entries: ReturnType<typeof entriesOf>): Promise<void> {
  return database.write(async (trx) => {
    for (let at = 0; at < entries.length; at += BATCH) {
      const some = entries.slice(at, at + BATCH);
      await trx
        .insertInto('events')
        .values(some.map(({ event }) => event))
        .execute();
      await trx
        .insertInto('deliveries')
        .values(some.map(({ delivery }) => delivery))
        .execute();
      await trx
        .insertInto('audit_entries')
        .values(some.map(({ audit }) => audit))
        .execute();
    }
  });
}
