import { sql } from 'kysely';
import type { Database, Queries } from '../../platform/db/database.ts';
import { newestFirst } from '../../platform/db/planner-hints.ts';
import {
  type AttemptOutcome,
  type DeliveryRow,
  type DeliveryStatus,
  type Environment,
  type Flag,
  type Owner,
  ownerColumns,
  type WebhookEndpointRow,
} from '../../platform/db/tables.ts';
import type { Page } from '../../platform/http/pages.ts';
import { firstIdAt, isId } from '../../platform/ids.ts';
import { isDue, isUndelivered, LOGGED_MS, UNDELIVERED } from './delivery-repository.ts';

export interface DeliveryFilters {
  endpointId?: string | undefined;
  environment?: Environment | undefined;
  status?: DeliveryStatus | undefined;
  eventType?: string | undefined;
  /** The photo request that the event tells of. */
  subjectId?: string | undefined;
  /** Created at this time or later. */
  from?: number | undefined;
  /** Created before this time. */
  to?: number | undefined;
}

/** A delivery with what its endpoint, its event and its last finished attempt say of it. */
export type LoggedDeliveryRow = DeliveryRow & {
  subject_id: string;
  call_id: string | null;
  endpoint_is_active: Flag;
  paused_until: number | null;
  last_outcome: AttemptOutcome | null;
  last_status_code: number | null;
  last_error: string | null;
};

/** Filters that one index serves; the status is the stored one. */
type Part = Omit<DeliveryFilters, 'subjectId'>;

export type DeliveryListRepository = ReturnType<typeof createDeliveryListRepository>;

/** Reads deliveries for people, on a log that may be long: nothing here may walk through all of it. */
export function createDeliveryListRepository(database: Pick<Database, 'lists' | 'reader'>) {
  const logged = (queries: Queries, workspaceId: string) =>
    queries
      .selectFrom('deliveries as d')
      .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
      .innerJoin('events as v', 'v.id', 'd.event_id')
      .leftJoin('delivery_attempts as a', (join) =>
        // A running attempt has a number, but no row yet.
        join.onRef('a.delivery_id', '=', 'd.id').on('a.number', '=', sql`d.attempt_count - d.is_leased`),
      )
      .selectAll('d')
      .select([
        'v.subject_id',
        'v.call_id',
        'e.is_active as endpoint_is_active',
        'e.paused_until',
        'a.outcome as last_outcome',
        'a.status_code as last_status_code',
        'a.error as last_error',
      ])
      .where('d.workspace_id', '=', workspaceId)
      .where('e.deleted_at', 'is', null);

  function rowsOf(workspaceId: string, part: Part, only: string[] | undefined, { after, limit }: Page) {
    const { endpointId, environment, status, eventType, from, to } = part;
    return (
      logged(database.lists, workspaceId)
        .$if(endpointId !== undefined, (q) => q.where('d.endpoint_id', '=', endpointId as string))
        .$if(environment !== undefined, (q) => q.where('d.environment', '=', environment as 'live'))
        .$if(status !== undefined, (q) => q.where('d.status', '=', status as DeliveryStatus))
        .$if(UNDELIVERED.includes(status as DeliveryStatus), (q) => q.where(isUndelivered('d.status')))
        .$if(status === 'due', (q) => q.where('d.id', 'in', dueTo(endpointId as string)))
        .$if(eventType !== undefined, (q) => q.where('d.event_type', '=', eventType as string))
        .$if(only !== undefined, (q) => q.where('d.id', 'in', only as string[]))
        // Ids begin with the time of creation, so that times become a range of the index the list walks along.
        .$if(from !== undefined, (q) => q.where('d.id', '>=', firstIdAt('delivery', from as number)))
        .$if(to !== undefined, (q) => q.where('d.id', '<', firstIdAt('delivery', to as number)))
        .$if(after !== null, (q) => q.where('d.id', '<', after as string))
        .orderBy('d.id', newestFirst)
        .limit(limit + 1)
        .execute()
    );
  }

  /** Few among many: the queue's index knows them. */
  const dueTo = (endpointId: string) =>
    database.lists.selectFrom('deliveries').select('id').where('endpoint_id', '=', endpointId).where(isDue);

  /** A request has a handful of events, and each a delivery to every endpoint at most. */
  async function deliveriesAbout(workspaceId: string, subjectId: string): Promise<string[]> {
    const rows = await database.lists
      .selectFrom('events as v')
      .innerJoin('deliveries as d', 'd.event_id', 'v.id')
      .select('d.id')
      .where('v.workspace_id', '=', workspaceId)
      .where('v.subject_id', '=', subjectId)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** The list in parts, each of them a walk along one index. */
  async function partsOf(workspaceId: string, filters: Part): Promise<Part[]> {
    const { endpointId, environment, status } = filters;
    if (status === undefined || status === 'delivered') {
      if (endpointId !== undefined || environment !== undefined) return [filters];
      return [
        { ...filters, environment: 'live' },
        { ...filters, environment: 'test' },
      ];
    }
    const endpoints = await database.lists
      .selectFrom('webhook_endpoints')
      .select(['id', 'is_active'])
      .where('workspace_id', '=', workspaceId)
      .$if(endpointId !== undefined, (q) => q.where('id', '=', endpointId as string))
      .execute();
    return endpoints.flatMap((endpoint) =>
      storedStatuses(status, endpoint).map((stored) => ({
        ...filters,
        endpointId: endpoint.id,
        status: stored,
      })),
    );
  }

  return {
    /** Newest first, one row more than the page holds. */
    async list(
      workspaceId: string,
      { subjectId, ...filters }: DeliveryFilters,
      page: Page,
    ): Promise<LoggedDeliveryRow[]> {
      const only = subjectId === undefined ? undefined : await deliveriesAbout(workspaceId, subjectId);
      if (only?.length === 0) return [];
      const rows: LoggedDeliveryRow[] = [];
      for (const part of await partsOf(workspaceId, filters)) {
        rows.push(...(await rowsOf(workspaceId, part, only, page)));
      }
      return rows.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, page.limit + 1);
    },

    find(
      workspaceId: string,
      id: string,
      now: number,
    ): Promise<(LoggedDeliveryRow & { body: string }) | undefined> {
      // What is decided on it must be the primary’s.
      return logged(database.reader, workspaceId)
        .select('v.body')
        .where('d.id', '=', isId('delivery', id) ? id : '')
        .where('d.id', '>=', firstIdAt('delivery', now - LOGGED_MS))
        .executeTakeFirst();
    },

    /** Of what happened to one subject, newest first, each at the time it ended or, until then, was created. */
    listOfSubject(owner: Owner, subjectId: string, max: number) {
      return database.lists
        .selectFrom('events as v')
        .innerJoin('deliveries as d', 'd.event_id', 'v.id')
        .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
        .select([
          'd.id',
          'd.endpoint_id',
          'd.event_type',
          'd.status',
          'd.attempt_count',
          'e.name as endpoint_name',
        ])
        .select((eb) => eb.fn.coalesce('d.finished_at', 'd.created_at').as('at'))
        .where('v.subject_id', '=', subjectId)
        .where('v.workspace_id', '=', owner.workspaceId)
        .where('v.environment', '=', owner.environment)
        .where('e.deleted_at', 'is', null)
        .orderBy('d.id', newestFirst)
        .limit(max)
        .execute();
    },

    /** Those created after the one with this id, newest first. */
    listAfter(owner: Owner, id: string, max: number) {
      return database.lists
        .selectFrom('deliveries')
        .select(['id', 'endpoint_id', 'event_type', 'status'])
        .where((eb) => eb.and(ownerColumns(owner)))
        .where('id', '>', id)
        .orderBy('id', newestFirst)
        .limit(max)
        .execute();
    },
  };
}

/** What is due to a disabled endpoint is held, whatever its row says. */
function storedStatuses(
  status: DeliveryStatus,
  endpoint: Pick<WebhookEndpointRow, 'is_active'>,
): DeliveryStatus[] {
  if (status === 'due') return endpoint.is_active === 1 ? ['due'] : [];
  return status === 'held' && endpoint.is_active === 0 ? ['held', 'due'] : [status];
}
