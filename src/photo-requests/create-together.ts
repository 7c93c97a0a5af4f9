import type { Database } from '../platform/db/database.ts';
import { createGatheredInserts } from '../platform/db/gathered-inserts.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import { type Created, type IdempotencyClaim, keptResponse } from '../platform/http/idempotency.ts';
import { type Claim, newResponses } from '../platform/http/idempotency-repository.ts';
import type { EventRows } from '../webhooks/outbox/outbox.ts';
import { type BeforeCreation, CREATE } from './creation-repository.ts';
import type { RequestActor } from './creator.ts';
import type { RequestEvents } from './events.ts';
import type { PhotoRequestRepository } from './repository.ts';
import type { MakeRequestRow } from './request-row.ts';
import type { CreatePhotoRequest, PhotoRequest } from './schema.ts';
import type { ToWireRequest } from './wire.ts';

/** A body may be slow, and then what was looked up before it was read is looked up again, in a transaction. */
const KNOWN_FOR_MS = 2_000;

interface NewRequest {
  row: PhotoRequestRow;
  event: EventRows;
  kept: { claim: Claim; response: string; now: number }[];
}

/**
 * On PostgreSQL, requests that keys create at the same moment are written by one statement: with their events and the
 * responses to their idempotency keys, in one round trip (0128). Undefined: this one has to be written by itself. It does
 * something else besides, such as sending an email, or its key or its code is taken, or another one's of those it met, or what
 * was looked up with its key is too old.
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
  const insert = createGatheredInserts<NewRequest>(
    (all) =>
      insertAtOnce([
        repository.newRows(all.map(({ row }) => row)),
        newResponses(all.flatMap(({ kept }) => kept)),
        ...events.creations.newRows(all.map(({ event }) => event)),
      ]),
    bytesOf,
  );

  return async (
    by: RequestActor,
    input: CreatePhotoRequest,
    given: IdempotencyClaim | undefined,
    before: BeforeCreation,
  ): Promise<Created<PhotoRequest> | undefined> => {
    // That the key was used is told first, whatever may be wrong with the body.
    if (before.isKeyTaken || performance.now() - before.at > KNOWN_FOR_MS) return undefined;
    const row = await makeRow(database.reader, by, input);
    if (!isPlain(row)) return undefined;

    const event = events.creations.prepare(row, before.subscribers);
    const data = toWire(row);
    const claim: Claim | undefined = given && { ...given, ...ownerOf(by), operation: CREATE };
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
