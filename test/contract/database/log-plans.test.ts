import { beforeAll, describe, expect, it } from 'vitest';
import { createAuditRepository } from '../../../src/audit/repository.ts';
import type { Database } from '../../../src/platform/db/database.ts';
import { firstIdAt } from '../../../src/platform/ids.ts';
import {
  createDeliveryListRepository,
  type DeliveryFilters,
} from '../../../src/webhooks/delivery/delivery-list-repository.ts';
import { createDeliveryRepository } from '../../../src/webhooks/delivery/delivery-repository.ts';
import { createEventListRepository } from '../../../src/webhooks/outbox/event-list-repository.ts';
import { expectFewPages, expectIndex, plansOf, settleStatistics } from '../../helpers/database/explain.ts';
import {
  deliveryRow,
  eventRow,
  ids,
  insertWorkspace,
  webhookEndpointRow,
} from '../../helpers/database/rows.ts';
import { insertRows } from '../../helpers/database/stored-rows.ts';
import { useDatabase } from '../../helpers/database/test-database.ts';

const NOW = Date.UTC(2026, 0, 31, 12, 0, 0);
const HOUR = 3_600_000;
const OTHER_WORKSPACES = 8;
const ENTRIES = 1_000;
/** A large part of all: whoever walks along everyone's entries may well hope to meet some of these soon. */
const ENTRIES_OF_OWNER = 4_000;
/** When they come, as parts of an hour. The oldest and the newest are of others: the way along everyone's entries is long. */
const ALWAYS = { from: 0, to: 1 };
const BETWEEN = { from: 0.25, to: 0.75 };
/** The entries are short: those of others on the way are few pages. */
const MAX_PAGES_OF_AUDIT_LOG = 30;
/** Of the deliveries of the endpoint a quarter has failed, which is far more. */
const MAX_COUNTED = 20;
const PAGE = { after: null, limit: 20 };

interface Sender {
  workspaceId: string;
  endpointId: string;
}

/** The logs are long, and their newest page must not depend on what others have in them. */
describe('the plans of the logs', () => {
  const database = useDatabase();
  let owner: Sender;
  beforeAll(async () => {
    owner = await insertSender(database);
    const entries = entriesOf(owner, { count: ENTRIES_OF_OWNER, ...BETWEEN });
    for (let count = 0; count < OTHER_WORKSPACES; count++) {
      entries.push(...entriesOf(await insertSender(database), { count: ENTRIES, ...ALWAYS }));
    }
    // In the order in which they would have come: so the rows lie in the tables.
    const inOrder = entries.toSorted((a, b) => a.at - b.at);
    await insertRows(
      database,
      'events',
      inOrder.map(({ event }) => event),
    );
    await insertRows(
      database,
      'deliveries',
      inOrder.map(({ delivery }) => delivery),
    );
    await insertRows(
      database,
      'audit_entries',
      inOrder.map(({ audit }) => audit),
    );
    await settleStatistics(database);
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
      expectIndex(plan, /deliveries_(log|by_workspace|undelivered)/);
      expectFewPages(plan);
    }
  });

  it('should count no more than asked for of what waits for an endpoint, along the indexes of that', async () => {
    const repository = createDeliveryRepository(database);
    const count = ({ reader }: Database) => repository.countWaiting(reader, owner.endpointId, MAX_COUNTED);
    const plans = await plansOf(database, count, { areRun: true });
    expect(plans).toHaveLength(1);
    for (const plan of plans) {
      expectIndex(plan, /deliveries_due/, { scan: /\bSCAN (?!CONSTANT ROW|counted\b)/ });
      expectIndex(plan, /deliveries_undelivered/, { scan: /\bSCAN (?!CONSTANT ROW|counted\b)/ });
      expectFewPages(plan);
    }
  });

  it.each([
    ['newest first', { order: 'desc' }],
    ['oldest first', { order: 'asc' }],
    ['of one kind', { order: 'asc', type: 'photo_request.created' }],
  ] as const)('should walk along their own index for the events, %s', async (_which, wanted) => {
    const range = { from: firstIdAt('event', NOW - HOUR), to: firstIdAt('event', NOW), limit: 21, ...wanted };
    const list = (recording: Database) =>
      createEventListRepository(recording).list(
        { workspaceId: owner.workspaceId, environment: 'live' },
        range,
      );
    for (const plan of await plansOf(database, list, { areRun: true })) {
      expectIndex(plan, /events_by_workspace/);
      expectFewPages(plan);
    }
  });

  it.each([
    ['all', {}],
    ['one kind', { action: 'api_key' }],
  ])('should walk along their own index for the audit log, %s', async (_which, filters) => {
    const list = (recording: Database) =>
      createAuditRepository(recording).list(owner.workspaceId, PAGE, filters);
    for (const plan of await plansOf(database, list, { areRun: false })) {
      expectIndex(plan, /audit_entries_by_workspace/);
      expectFewPages(plan, MAX_PAGES_OF_AUDIT_LOG);
    }
  });
});

async function insertSender(database: Database): Promise<Sender> {
  const workspaceId = await insertWorkspace(database);
  const endpoint = webhookEndpointRow(workspaceId);
  await insertRows(database, 'webhook_endpoints', endpoint);
  return { workspaceId, endpointId: endpoint.id };
}

function entriesOf(
  { workspaceId, endpointId }: Sender,
  { count, from, to }: { count: number; from: number; to: number },
) {
  return Array.from({ length: count }, (_, index) => {
    const at = NOW - HOUR + Math.floor((from + ((to - from) * index) / count) * HOUR);
    const type = index % 3 === 0 ? 'photo_request.expired' : 'photo_request.created';
    const event = eventRow(workspaceId, { type, created_at: at });
    const status = index % 4 === 0 ? 'failed' : 'delivered';
    return {
      at,
      event,
      delivery: deliveryRow(event, endpointId, { status, attempt_count: 1 }),
      audit: {
        id: ids.next('auditEntry', at),
        workspace_id: workspaceId,
        actor: 'someone@example.com',
        action: index % 3 === 0 ? 'api_key.created' : 'photo_request.created',
        details: '{}',
        created_at: at,
      },
    };
  });
}
