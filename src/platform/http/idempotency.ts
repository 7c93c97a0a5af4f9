import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import type { Owner } from '../db/tables.ts';
import { invalidParameter, ServiceError } from '../errors.ts';
import { type Envelope, envelope, type Meta, metaOf } from './envelope.ts';
import {
  claimKey,
  deleteResponsesBefore,
  type KeptResponse,
  keepResponse,
} from './idempotency-repository.ts';
import { timesSent } from './raw-headers.ts';

/** For how long a call with the same key gets the first one's response. */
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
  /** Of the call that did the work, when that was an earlier one. */
  replayedMeta: Meta | null;
}

/**
 * Runs work that creates or changes something in one transaction, once for each claim. The key's row is written before the work
 * and the response after it, all in the work's own transaction. Of two calls at once the second waits for the first one's
 * commit and then reads its response; a crash leaves neither row nor result.
 */
export type WriteOnce = <T>(
  owner: Owner,
  operation: string,
  claim: IdempotencyClaim | undefined,
  work: (trx: Queries) => Promise<T>,
) => Promise<Created<T>>;

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
      const earlier = await claimKey(trx, claim, clock(), clock() - KEPT_MS);
      if (earlier !== undefined) {
        const { data, meta }: Envelope<T> = JSON.parse(responseTo(claim, earlier));
        return { data, replayedMeta: meta };
      }
      const data = await work(trx);
      await keepResponse(trx, claim, keptResponse(data, claim));
      return { data, replayedMeta: null };
    });
  };
}

/** What is kept of a response, for calls that repeat it. */
export function keptResponse(data: unknown, { meta }: IdempotencyClaim): string {
  return JSON.stringify({ data, meta });
}

/** Of an earlier call with the same key, which must have had the same body. */
function responseTo(claim: IdempotencyClaim, earlier: KeptResponse): string {
  if (earlier.fingerprint !== claim.fingerprint) {
    throw new ServiceError(
      'idempotency_mismatch',
      'This Idempotency-Key was already used with a different body.',
    );
  }
  return earlier.response;
}

export function idempotencyClaimOf(request: FastifyRequest): IdempotencyClaim | undefined {
  const key = idempotencyKey(request);
  if (key === undefined) return undefined;
  const fingerprint = hash('sha256', request.rawBody ?? '', 'hex');
  return { key, fingerprint, meta: metaOf(request) };
}

/** Responds with 201, and says so when it is the response to an earlier call. */
export function sendCreated<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  created: Created<T>,
): Envelope<T> {
  return sendOnce(request, reply.code(201), created);
}

/** Says so when it is the response to an earlier call. */
export function sendOnce<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  { data, replayedMeta }: Created<T>,
): Envelope<T> {
  if (replayedMeta === null) return envelope(request, data);
  // The response is the first one, its id included; this call's own id stands in the log beside it.
  reply.header('idempotent-replayed', 'true').header('x-request-id', replayedMeta.request_id);
  request.log.info({ replayed_request_id: replayedMeta.request_id }, 'Replayed a stored response');
  return { data, meta: replayedMeta };
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  const isRepeated = timesSent(request.raw, 'idempotency-key') > 1;
  if (typeof key !== 'string' || isRepeated || !PRINTABLE.test(key)) {
    const message = 'Must be sent once, with 1 to 255 printable ASCII characters.';
    throw invalidParameter({ 'Idempotency-Key': [message] });
  }
  return key;
}

/** One batch of the responses that are kept no longer; true when there may be more. */
export async function deleteOldResponses(database: Database, now: number, batch = 1_000): Promise<boolean> {
  return (await database.write((trx) => deleteResponsesBefore(trx, now - KEPT_MS, batch))) === batch;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of a JSON body, as sent. */
    rawBody: Buffer | null;
  }
}
