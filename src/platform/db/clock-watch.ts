import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database } from './database.ts';

/** A clock that is further on than that since the last round of any node is wrong, or there was no round for so long. */
export const MAX_CLOCK_GAP_MS = 24 * 3_600_000;
/** In one process: whoever starts over waits again. Long enough for NTP, or for someone who was told. */
const DOUBT_MS = 3_600_000;
const KEEP_EVERY_MS = 600_000;
/** Its row among the sweeps: `started_at` is the latest time that a round was sure of. */
const NAME = 'clock';

/** The latest time that a round of housekeeping was sure of, and whose it was. Undefined: there was none yet. */
export function lastRound({ reader }: Pick<Database, 'reader'>) {
  return reader
    .selectFrom('sweeps')
    .select(['started_at', 'node'])
    .where('name', '=', NAME)
    .executeTakeFirst();
}

type LastRound = NonNullable<Awaited<ReturnType<typeof lastRound>>>;

export interface ClockWatch {
  /** Before each round: compares the clock with the time of the last one. */
  look(): Promise<void>;
  /** Whether the clock may be wrong; nothing that is due by its time may be done then. */
  isDoubted(): boolean;
}

/** Whether what is deleted because of its age is really that old (0141). */
export function createClockWatch(deps: {
  database: Database;
  clock: Clock;
  /** For how long it is doubted: no one can set it. */
  monotonic: Clock;
  log: Pick<Log, 'error' | 'info'>;
}): ClockWatch {
  const { database, clock, monotonic, log } = deps;
  let sureAt: number | undefined;
  let doubt: { kept: number; since: number } | undefined;

  async function keep(now: number): Promise<void> {
    const times = { node: database.node, started_at: now, leased_until: 0, next_at: 0 };
    await database.write((trx) =>
      trx
        .insertInto('sweeps')
        .values({ name: NAME, turn: 0, ...times })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(times))
        .execute(),
    );
  }

  function begin({ started_at: kept, node }: LastRound, now: number): void {
    if (doubt === undefined)
      log.error(
        { last_round: new Date(kept), its_node: node, now: new Date(now), paused_minutes: DOUBT_MS / 60_000 },
        'The clock is more than a day ahead of the last housekeeping, so nothing expires and nothing is deleted for now. If the date is wrong, correct it and check NTP; if the service was off for so long, there is nothing to do',
      );
    doubt = { kept, since: monotonic() };
  }

  return {
    async look() {
      const last = await lastRound(database);
      const now = clock();
      const isSure = last === undefined || now - last.started_at <= MAX_CLOCK_GAP_MS;
      // A node that goes on meanwhile contradicts this one, and its hour starts over.
      if (!isSure && doubt?.kept !== last.started_at) begin(last, now);
      if (!isSure && doubt !== undefined && monotonic() - doubt.since < DOUBT_MS) {
        sureAt = undefined;
        return;
      }
      if (doubt !== undefined) log.info({ now: new Date(now) }, 'Housekeeping expires and deletes again');
      doubt = undefined;
      sureAt = now;
      // Last, since it fails on a full disk, on which deleting must go on.
      // Also when it was set back: what was kept by a wrong clock must not stand for years.
      if (last === undefined || Math.abs(now - last.started_at) >= KEEP_EVERY_MS) await keep(now);
    },

    isDoubted: () => sureAt === undefined || clock() - sureAt > MAX_CLOCK_GAP_MS,
  };
}
