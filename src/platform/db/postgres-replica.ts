import { setTimeout as delay, setImmediate as nextIteration } from 'node:timers/promises';
import type pg from 'pg';
import { onBehalfOf } from '../current-call.ts';
import type { Log } from '../log.ts';
import type { DatabaseWatch, FallbackReason, ReplicaReport } from './database.ts';
import { codeOf, isUnavailable } from './postgres-errors.ts';

/** How long a read waits for the replica to reach where the primary was. Beyond that the primary is quicker. */
const CATCH_UP_MS = 100;
const FIRST_PAUSE_MS = 2;
/** To say where it stands takes no time: a replica that does not is not there. */
const ANSWER_MS = 1_000;
/** How often a replica that is away is looked at. */
const LOOK_MS = 1_000;
/** For one that is behind again and again the pause doubles up to this. */
const MAX_LOOK_MS = 30_000;
const STEADY_MS = 60_000;

/** Conflicts with what the replica replays, and statements that took too long: the replica itself is well. */
const CANCELED = /^(40001|40P01|57014)$/;

/** When a server started tells it from any other, and costs nothing to ask for. */
interface PrimaryStanding {
  started: string;
  timeline: string;
  position: number;
}

interface ReplicaStanding {
  started: string;
  position: number;
  is_replica: boolean;
}

interface Identity {
  started: string;
  system: string;
  database: string;
  /** Of its last checkpoint: a replica that follows a new primary shows it only after a while, and is away until then. */
  timeline: string;
  /** Seconds since the last transaction that it replayed was committed, or since its start. */
  replayed_ago: number;
}

/**
 * Whatever is committed by now is before this position. A commit is on the disk before anyone is told of it, unless the server
 * is set not to wait for that.
 */
const WHERE_PRIMARY = {
  name: 'where_primary',
  text: `select pg_postmaster_start_time()::text as started, left(pg_walfile_name(lsn), 8) as timeline,
      (lsn - '0/0')::bigint as position
    from (select case current_setting('synchronous_commit')
      when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as lsn) as log`,
};

const WHERE_REPLICA = {
  name: 'where_replica',
  text: `select pg_postmaster_start_time()::text as started, pg_is_in_recovery() as is_replica,
      coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::bigint as position`,
  query_timeout: ANSWER_MS,
};

/** Reads a file, so it is asked only when the server is another than before. */
const WHO = {
  name: 'who',
  text: `select pg_postmaster_start_time()::text as started, system_identifier::text as system,
      current_database()::text as database, lpad(upper(to_hex(timeline_id)), 8, '0') as timeline,
      extract(epoch from clock_timestamp() - coalesce(pg_last_xact_replay_timestamp(), pg_postmaster_start_time()))::float8
        as replayed_ago
    from pg_control_system(), pg_control_checkpoint()`,
  query_timeout: ANSWER_MS,
};

/** The replica is well, but cannot answer this. */
class NotServedError extends Error {
  readonly reason: FallbackReason;

  constructor(reason: FallbackReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

export type Replica = ReturnType<typeof createReplica>;

/**
 * Reads from a streaming replica what was committed before it was asked for, by whomever, on whichever node: the primary says
 * where it is, and the replica answers once it has come that far (0131).
 */
export function createReplica(options: {
  askPrimary(query: pg.QueryConfig): Promise<pg.QueryResult>;
  pool: pg.Pool;
  unlessSilent: <T>(answer: Promise<T>) => Promise<T>;
  watch: DatabaseWatch | undefined;
  log: Pick<Log, 'info' | 'warn'> | undefined;
}) {
  const { askPrimary, pool, unlessSilent, watch, log } = options;
  let state: 'unknown' | 'in use' | 'away' = 'unknown';
  let inUseSince = 0;
  let awayFor: FallbackReason | undefined;
  let lookMs = LOOK_MS;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let asking: Promise<PrimaryStanding> | undefined;
  /** The primary and the replica of which is known that one follows the other. */
  let knownPair: string | undefined;

  /** Those who ask in the same iteration of the event loop are told together. */
  function whereIsPrimary(): Promise<PrimaryStanding> {
    asking ??= nextIteration().then(async () => {
      asking = undefined;
      return (await askPrimary(WHERE_PRIMARY)).rows[0] as PrimaryStanding;
    });
    return asking;
  }

  async function whereIs(replica: pg.PoolClient): Promise<ReplicaStanding> {
    return (await replica.query<ReplicaStanding>(WHERE_REPLICA)).rows[0] as ReplicaStanding;
  }

  async function identities(replica: pg.PoolClient): Promise<{ primary: Identity; there: Identity }> {
    const [primary, there] = await Promise.all([askPrimary(WHO), replica.query<Identity>(WHO)]);
    return { primary: primary.rows[0] as Identity, there: there.rows[0] as Identity };
  }

  /** Positions of different histories cannot be compared: of another server, or of one that went another way at a failover. */
  async function requireFollower(
    replica: pg.PoolClient,
    wanted: PrimaryStanding,
    { started, is_replica }: ReplicaStanding,
  ): Promise<void> {
    const pair = `${wanted.started} ${wanted.timeline} ${started}`;
    if (is_replica && pair === knownPair) return;
    const { primary, there } = await identities(replica);
    const isFollower =
      is_replica &&
      primary.started === wanted.started &&
      there.timeline === wanted.timeline &&
      there.system === primary.system &&
      there.database === primary.database;
    if (!isFollower) throw new NotServedError('foreign', 'It does not follow DATABASE_URL');
    knownPair = pair;
  }

  async function catchUp(replica: pg.PoolClient, wanted: PrimaryStanding): Promise<void> {
    const until = performance.now() + CATCH_UP_MS;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
      const standing = await whereIs(replica);
      await requireFollower(replica, wanted, standing);
      if (standing.position >= wanted.position) return;
      if (performance.now() >= until) throw new NotServedError('behind', 'It is too far behind');
      await delay(pauseMs);
    }
  }

  async function withReplica<T>(work: (replica: pg.PoolClient) => Promise<T>): Promise<T> {
    const replica = await pool.connect();
    let isBroken = false;
    try {
      return await work(replica);
    } catch (error) {
      isBroken = !(error instanceof NotServedError);
      throw error;
    } finally {
      replica.release(isBroken);
    }
  }

  function enter(): void {
    state = 'in use';
    inUseSince = performance.now();
    log?.info('The read replica is in use');
  }

  /** The first look may fail for a reason that passes, and only the next one find what lasts. */
  function leave(error: unknown): void {
    const reason = reasonOf(error);
    if (state === 'in use') {
      const isSoonAgain = performance.now() - inUseSince < STEADY_MS && reason === 'behind';
      lookMs = isSoonAgain ? Math.min(2 * lookMs, MAX_LOOK_MS) : LOOK_MS;
    }
    if (state !== 'away' || reason !== awayFor)
      log?.warn({ err: error }, 'The read replica is not in use; lists are read from the primary');
    state = 'away';
    awayFor = reason;
  }

  /** Beside the calls, so that none of them waits for a server that is gone. */
  function lookIn(milliseconds: number): void {
    if (isClosed || timer !== undefined) return;
    const start = () => {
      looking = onBehalfOf(undefined, look);
    };
    timer = setTimeout(start, milliseconds).unref();
  }

  async function look(): Promise<void> {
    try {
      const wanted = await whereIsPrimary();
      await withReplica((replica) => catchUp(replica, wanted));
      enter();
    } catch (error) {
      leave(error);
    }
    timer = undefined;
    if (state === 'away') lookIn(lookMs);
  }

  async function readFromReplica(query: pg.QueryConfig, wanted: PrimaryStanding): Promise<pg.QueryResult> {
    return withReplica(async (replica) => {
      await catchUp(replica, wanted);
      return unlessSilent(replica.query(query));
    });
  }

  return {
    /** Undefined: the primary has to be asked. */
    async read(query: pg.QueryConfig): Promise<pg.QueryResult | undefined> {
      if (state !== 'in use') {
        lookIn(state === 'unknown' ? 0 : lookMs);
        watch?.listRead('away');
        return undefined;
      }
      // When the primary does not answer, that is not the replica's fault, and the primary's to say.
      const wanted = await whereIsPrimary().catch(() => undefined);
      if (wanted === undefined) return undefined;
      try {
        const result = await readFromReplica(query, wanted);
        watch?.listRead();
        return result;
      } catch (error) {
        const reason = reasonOf(error);
        if (reason !== 'conflict' && reason !== 'refused') {
          leave(error);
          lookIn(lookMs);
        }
        watch?.listRead(reason);
        return undefined;
      }
    },

    async report(): Promise<ReplicaReport> {
      const wanted = await whereIsPrimary();
      return withReplica(async (replica) => {
        const { position, is_replica } = await whereIs(replica);
        const { primary, there } = await identities(replica);
        return {
          isReplica: is_replica,
          isOfPrimary: there.system === primary.system,
          isOfDatabase: there.database === primary.database,
          isOnTimeline: there.timeline === wanted.timeline,
          lagSeconds: position >= wanted.position ? 0 : Math.max(0, there.replayed_ago),
        };
      });
    },

    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await looking;
      await pool.end();
    },
  };
}

function reasonOf(error: unknown): FallbackReason {
  if (error instanceof NotServedError) return error.reason;
  if (CANCELED.test(codeOf(error) ?? '')) return 'conflict';
  return isUnavailable(error) ? 'unreachable' : 'refused';
}
