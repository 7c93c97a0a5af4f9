import type { Database } from '../platform/db/database.ts';
import { createGatheredInserts } from '../platform/db/gathered-inserts.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import { type Created, type IdempotencyClaim, keptResponse } from '../platform/http/idempotency.ts';
import { type Claim, createIsKeyTaken, newResponses } from '../platform/http/idempotency-repository.ts';
import type { EventRows } from '../webhooks/outbox/outbox.ts';
import type { RequestActor } from './creator.ts';
import type { RequestEvents } from './events.ts';
import type { PhotoRequestRepository } from './repository.ts';
import type { MakeRequestRow } from './request-row.ts';
import type { CreatePhotoRequest, PhotoRequest } from './schema.ts';
import type { ToWireRequest } from './wire.ts';

interface NewRequest {
  row: PhotoRequestRow;
  event: EventRows;
  kept: { claim: Claim; response: string; now: number }[];
}

/**
 * On PostgreSQL, requests that keys create at the same moment are written by one statement: with their events and the
 * responses to their idempotency keys, in one round trip (0128). Undefined: this one has to be written by itself. It does
 * something else besides, such as sending an email, or its key or its code is taken, or another one's of those it met.
 */
export function createCreateTogether(deps: {
  database: Database;
  repository: PhotoRequestRepository;
  makeRow: MakeRequestRow;
  toWire: ToWireRequest;
  events: RequestEvents;
}) {
  const { database, repository, makeRow, toWire, events } = deps;
  const { insertAtOnce } = database;
  if (insertAtOnce === undefined) return undefined;
  const isKeyTaken = createIsKeyTaken(database);
  const insert = createGatheredInserts<NewRequest>(
    (all) =>
      insertAtOnce([
        repository.newRows(all.map(({ row }) => row)),
        newResponses(all.flatMap(({ kept }) => kept)),
        ...events.creations.newRows(all.map(({ event }) => event)),
      ]),
    bytesOf,
  );

  async function prepare(by: RequestActor, input: CreatePhotoRequest) {
    const row = await makeRow(database.reader, by, input);
    return isPlain(row) ? { row, event: await events.creations.prepare(row) } : undefined;
  }

  return async (
    by: RequestActor,
    input: CreatePhotoRequest,
    operation: string,
    given: IdempotencyClaim | undefined,
  ): Promise<Created<PhotoRequest> | undefined> => {
    // What members do is audited.
    if (!('keyId' in by)) return undefined;
    const preparing = prepare(by, input);
    const claim: Claim | undefined = given && { ...given, ...ownerOf(by), operation };
    if (claim !== undefined) {
      // Both at the same time. That the key was used is told first, whatever may be wrong with the body.
      const [isTaken] = await Promise.all([isKeyTaken(claim), preparing.catch(() => {})]);
      if (isTaken) return undefined;
    }
    const prepared = await preparing;
    if (prepared === undefined) return undefined;

    const { row, event } = prepared;
    const data = toWire(row);
    const kept = given && claim ? [{ claim, response: keptResponse(data, given), now: row.created_at }] : [];
    if (!(await insert({ row, event, kept }))) return undefined;
    events.creations.announce(by, event);
    return { data, replayedMeta: null };
  };
}

function bytesOf({ row, event, kept }: NewRequest): number {
  const texts = [
    ...Object.values(row),
    ...event.events.map(({ body }) => body),
    ...kept.map(({ response }) => response),
  ];
  return texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0);
}

const ownerOf = ({ workspaceId, environment }: Owner): Owner => ({ workspaceId, environment });

function isPlain({ email_status, sms_status, reminders }: PhotoRequestRow): boolean {
  return email_status === null && sms_status === null && reminders === null;
}
