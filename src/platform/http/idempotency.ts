import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { type Owner, ownerColumns } from '../db/tables.ts';
import { invalidParameter, ServiceError } from '../errors.ts';
import { type Envelope, envelope, type Meta, metaOf } from './envelope.ts';

const KEPT_MS = 24 * 3_600_000;
const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/** What a call with an `Idempotency-Key` wants done once. Undefined: it has none. */
export interface IdempotencyClaim {
  key: string;
  /** Of the body: the same key with another body is a mistake. */
  fingerprint: string;
  /** Of the call; kept with what was created. */
  meta: Meta;
}

export interface Created<T> {
  data: T;
  /** Of the call that created it, when that was an earlier one. */
  replayedMeta: Meta | null;
}

/**
 * Runs the work that creates something in one transaction, once for each claim. The key's row is written before the work
 * and the answer after it, all in the work's own transaction. Of two calls at once the second waits for the first one's
 * commit and then reads its answer; a crash leaves neither row nor result.
 */
export type WriteOnce = <T>(
  owner: Owner,
  operation: string,
  claim: IdempotencyClaim | undefined,
  work: (trx: Queries) => Promise<T>,
) => Promise<Created<T>>;

interface Claim extends Owner, IdempotencyClaim {
  operation: string;
}

export function createWriteOnce(database: Database, clock: Clock): WriteOnce {
  return async <T>(
    { workspaceId, environment }: Owner,
    operation: string,
    given: IdempotencyClaim | undefined,
    work: (trx: Queries) => Promise<T>,
  ) => {
    if (given === undefined) return { data: await database.write(work), replayedMeta: null };
    const claim = { ...given, workspaceId, environment, operation };
    return database.write(async (trx) => {
      const earlier = await claimKey<T>(trx, claim, clock());
      if (earlier !== undefined) return { data: earlier.data, replayedMeta: earlier.meta };
      const data = await work(trx);
      await keepAnswer(trx, claim, JSON.stringify({ data, meta: claim.meta }));
      return { data, replayedMeta: null };
    });
  };
}

export function idempotencyClaimOf(request: FastifyRequest): IdempotencyClaim | undefined {
  const key = idempotencyKey(request);
  if (key === undefined) return undefined;
  const fingerprint = createHash('sha256')
    .update(request.rawBody ?? '')
    .digest('hex');
  return { key, fingerprint, meta: metaOf(request) };
}

/** Answers 201, and says so when it is the answer of an earlier call. */
export function answerCreated<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  { data, replayedMeta }: Created<T>,
): Envelope<T> {
  reply.code(201);
  if (replayedMeta === null) return envelope(request, data);
  // The answer is the first one, its id included; this call's own id stands in the log beside it.
  reply.header('idempotent-replayed', 'true').header('x-request-id', replayedMeta.request_id);
  request.log.info({ replayed_request_id: replayedMeta.request_id }, 'Replayed a stored response');
  return { data, meta: replayedMeta };
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  // Node joins a header that was sent twice into one text.
  const times = request.raw.rawHeaders.filter((name) => name.toLowerCase() === 'idempotency-key').length;
  if (typeof key !== 'string' || times > 1 || !PRINTABLE.test(key)) {
    const message = 'Must be sent once, with 1 to 255 printable ASCII characters.';
    throw invalidParameter({ 'Idempotency-Key': [message] });
  }
  return key;
}

/** Undefined when the key is ours now; otherwise the answer that was given to it. */
async function claimKey<T>(trx: Queries, claim: Claim, now: number): Promise<Envelope<T> | undefined> {
  const claimed = await trx
    .insertInto('idempotency_keys')
    .values({ ...identity(claim), fingerprint: claim.fingerprint, answer: null, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'environment', 'operation', 'key'])
        .doUpdateSet({ fingerprint: claim.fingerprint, answer: null, created_at: now })
        .where('idempotency_keys.created_at', '<=', now - KEPT_MS),
    )
    .returning('key')
    .executeTakeFirst();
  if (claimed !== undefined) return undefined;

  const earlier = await trx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where((eb) => eb.and(identity(claim)))
    .executeTakeFirstOrThrow();
  if (earlier.fingerprint !== claim.fingerprint) {
    throw new ServiceError(
      'idempotency_mismatch',
      'This Idempotency-Key was already used with a different body.',
    );
  }
  return JSON.parse(earlier.answer as string);
}

async function keepAnswer(trx: Queries, claim: Claim, answer: string): Promise<void> {
  await trx
    .updateTable('idempotency_keys')
    .set({ answer })
    .where((eb) => eb.and(identity(claim)))
    .execute();
}

function identity(claim: Claim) {
  return { ...ownerColumns(claim), operation: claim.operation, key: claim.key };
}

/** Forgets answers older than a day, a batch at a time; true when there may be more. */
export async function forgetOldAnswers(database: Database, now: number, batch = 1_000): Promise<boolean> {
  const result = await database.write((trx) =>
    trx
      .deleteFrom('idempotency_keys')
      // Once more, for the key that is being used anew at this very moment.
      .where('created_at', '<=', now - KEPT_MS)
      .where((eb) =>
        eb(
          eb.refTuple('workspace_id', 'environment', 'operation', 'key'),
          'in',
          eb
            .selectFrom('idempotency_keys')
            .select(['workspace_id', 'environment', 'operation', 'key'])
            .where('created_at', '<=', now - KEPT_MS)
            .orderBy('created_at')
            .limit(batch)
            .$asTuple('workspace_id', 'environment', 'operation', 'key'),
        ),
      )
      .executeTakeFirst(),
  );
  return Number(result.numDeletedRows) === batch;
}
