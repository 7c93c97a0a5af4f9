import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from './database.ts';
import { type GoneNodes, isHeldBy } from './nodes.ts';

/** A node that dies in a sweep holds it up for so long at most: mostly others see that it is gone (0070). */
const LEASE_MS = 60_000;
const RENEW_MS = 15_000;

export interface HeldSweep {
  /** How often the sweep has been taken, this time included: a higher number fences off whoever comes late. */
  turn: number;
  /** Someone else has taken it: this node was silent for longer than its lease. */
  isLost(): boolean;
  release(): Promise<void>;
}

export interface SweepLeases {
  /** Undefined: another node does it, or did it less than `everyMs` ago. */
  take(name: string, everyMs: number): Promise<HeldSweep | undefined>;
}

/** Over all nodes of a PostgreSQL each sweep is one node's at a time. SQLite has one server, which does them all. */
export function createSweepLeases(deps: {
  database: Database;
  clock: Clock;
  /** For how long this node has held one: its clock may be set meanwhile. */
  monotonic: Clock;
}): SweepLeases {
  const { database, clock, monotonic } = deps;
  if (database.engine === 'sqlite') {
    return { take: async () => ({ turn: 0, isLost: () => false, async release() {} }) };
  }
  const { node } = database;

  /** One statement: the row's lock lets exactly one of those who come at once see it as due. */
  async function claim(name: string, everyMs: number): Promise<number | undefined> {
    const now = clock();
    const times = { node, started_at: now, leased_until: now + LEASE_MS, next_at: now + everyMs };
    const rows = await database.write((trx) =>
      trx
        .insertInto('sweeps')
        .values({ name, turn: 1, ...times })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ ...times, turn: sql<number>`sweeps.turn + 1` })
            .where(({ or, and, eb }) =>
              or([
                and([eb('sweeps.leased_until', '<=', now), eb('sweeps.next_at', '<=', now)]),
                // Begun in the future: the clock was set back, and its times mean nothing.
                eb('sweeps.started_at', '>', now + LEASE_MS),
              ]),
            ),
        )
        .returning('turn')
        .execute(),
    );
    return rows[0]?.turn;
  }

  async function extend(name: string, turn: number, until: number): Promise<boolean> {
    const { numUpdatedRows } = await database.write((trx) =>
      trx
        .updateTable('sweeps')
        .set({ leased_until: until })
        .where('name', '=', name)
        // Whoever took it since has a higher turn, and nothing that comes late changes theirs.
        .where('turn', '=', turn)
        .executeTakeFirst(),
    );
    return numUpdatedRows > 0n;
  }

  return {
    async take(name, everyMs) {
      const turn = await claim(name, everyMs);
      if (turn === undefined) return undefined;
      let heldUntil = monotonic() + LEASE_MS;
      let isTaken = false;
      const timer = setInterval(() => {
        const extendedUntil = monotonic() + LEASE_MS;
        extend(name, turn, clock() + LEASE_MS).then(
          (isStillOurs) => {
            isTaken ||= !isStillOurs;
            heldUntil = extendedUntil;
          },
          // The database is away: the lease runs out, or the next renewal succeeds.
          () => {},
        );
      }, RENEW_MS);
      timer.unref();
      return {
        turn,
        isLost: () => isTaken || monotonic() >= heldUntil,
        async release() {
          clearInterval(timer);
          await extend(name, turn, 0);
        },
      };
    },
  };
}

/** For the sweeps of a node that is gone: whoever looks next takes them. */
export async function releaseSweeps(trx: Queries, gone: GoneNodes, now: number): Promise<void> {
  await trx
    .updateTable('sweeps')
    .set({ leased_until: now })
    .where(isHeldBy('node', gone))
    .where('leased_until', '>', now)
    .execute();
}
