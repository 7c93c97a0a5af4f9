import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database, Queries } from './database.ts';

export const BEAT_MS = 500;
/** A node that is silent for so long is gone. Long enough for a stall of some seconds. */
export const SILENT_MS = 4_000;
/** What one look can add to a node's silence: while this node was held up, or the database away, no one was looked at. */
const MAX_STEP_MS = 2 * BEAT_MS;

/** Whose leases are released: one node's, or those of every other process. */
export type GoneNodes = { node: string } | { allBut: string };

/** Ends leases now instead of at their time. */
export type ReleaseLeases = (trx: Queries, gone: GoneNodes, now: number) => Promise<unknown>;

export function isHeldBy(column: string, gone: GoneNodes): RawBuilder<SqlBool> {
  return 'node' in gone
    ? sql<SqlBool>`${sql.ref(column)} = ${gone.node}`
    : sql<SqlBool>`${sql.ref(column)} <> ${gone.allBut}`;
}

export interface NodeWatch {
  /** Resolves when this node is known to the others, or the database is away. */
  start(): Promise<void>;
  /** Says that this node is alive, looks at the others, and takes over the leases of those that are gone. */
  look(): Promise<void>;
  /** What is still leased to this node is left to the others. */
  stop(): Promise<void>;
}

export interface NodeWatchOptions {
  database: Database;
  clock: Clock;
  /** For silence: what the clocks of the nodes say, or someone sets them to, makes no difference. */
  monotonic: Clock;
  log: Pick<Log, 'info' | 'warn'>;
  release: ReleaseLeases[];
  /** Something is due that was leased. */
  onReleased(): void;
}

/** Leases end by themselves; this ends those of a process that was killed within seconds (0070). */
export function createNodeWatch(options: NodeWatchOptions): NodeWatch {
  return options.database.engine === 'sqlite' ? onlyServer(options) : amongOthers(options);
}

function releaser({ database, clock, release, onReleased }: NodeWatchOptions) {
  /** False: the condition does not hold any more, and nothing was released. */
  return async (gone: GoneNodes, condition: (trx: Queries) => Promise<boolean>): Promise<boolean> => {
    const isReleased = await database.write(async (trx) => {
      if (!(await condition(trx))) return false;
      const now = clock();
      for (const each of release) await each(trx, gone, now);
      return true;
    });
    if (isReleased) onReleased();
    return isReleased;
  };
}

/** SQLite has one server: at its start every lease is of a process that is gone. */
function onlyServer(options: NodeWatchOptions): NodeWatch {
  const releaseAll = releaser(options);
  return {
    async start() {
      await releaseAll({ allBut: options.database.node }, async () => true).catch((error) =>
        options.log.warn(
          { err: error },
          'The leases of the last process could not be released; they expire on their own',
        ),
      );
    },
    async look() {},
    async stop() {},
  };
}

function amongOthers(options: NodeWatchOptions): NodeWatch {
  const { database, clock, monotonic, log } = options;
  const { node } = database;
  const releaseOf = releaser(options);
  let others = new Map<string, { beat: number; silentMs: number }>();
  let lookedAt = monotonic();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let takingOver: Promise<void> | undefined;
  let isStopped = false;

  async function beat(): Promise<{ id: string; beat: number }[]> {
    const { rows } = await database.writeApart((trx) =>
      sql<{ id: string; beat: number }>`
        with mine as (
          insert into nodes (id, beat, started_at) values (${node}, 1, ${clock()})
          on conflict (id) do update set beat = nodes.beat + 1
        )
        select id, beat from nodes where id <> ${node}`.execute(trx),
    );
    return rows;
  }

  /** Only while it is as silent as it was: it may be back, and another node may have been quicker. */
  const takeOver = (gone: string, lastBeat: number) =>
    releaseOf({ node: gone }, async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('nodes')
        .where('id', '=', gone)
        .where('beat', '=', lastBeat)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    });

  /** Gives a sign of life, and finds those that gave none for too long. */
  async function findGone(): Promise<{ id: string; beat: number }[]> {
    const found = await beat();
    const now = monotonic();
    const passed = Math.min(now - lookedAt, MAX_STEP_MS);
    lookedAt = now;
    others = new Map(
      found.map(({ id, beat: latest }) => {
        const before = others.get(id);
        const silentMs = before?.beat === latest ? before.silentMs + passed : 0;
        return [id, { beat: latest, silentMs }];
      }),
    );
    return found.filter(({ id }) => (others.get(id)?.silentMs ?? 0) >= SILENT_MS);
  }

  async function takeOverAll(gone: { id: string; beat: number }[]): Promise<void> {
    for (const { id, beat: last } of gone) {
      if (await takeOver(id, last)) log.info({ node: id }, 'A node is gone; its leases were taken over');
    }
  }

  /** The database may be away: then no one is looked at, and no one is taken for gone. */
  async function lookAndGoOn(): Promise<void> {
    const gone = await findGone().catch(() => []);
    // Beside the beats: it may have to wait for a connection, and this node must not fall silent meanwhile.
    if (gone.length > 0) {
      takingOver ??= takeOverAll(gone)
        .catch(() => {})
        .finally(() => {
          takingOver = undefined;
        });
    }
    if (isStopped) return;
    timer = setTimeout(() => {
      looking = lookAndGoOn();
    }, BEAT_MS);
    timer.unref();
  }

  return {
    async look() {
      await takeOverAll(await findGone());
    },
    async start() {
      looking = lookAndGoOn();
      await looking;
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      await takingOver;
      const leave = async (trx: Queries) => {
        await trx.deleteFrom('nodes').where('id', '=', node).execute();
        return true;
      };
      await releaseOf({ node }, leave).catch(() => {});
    },
  };
}
