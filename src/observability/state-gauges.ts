import { statfs } from 'node:fs/promises';
import type { Registry } from 'prom-client';
import type { Database } from '../platform/db/database.ts';
import type { Health } from '../platform/health.ts';
import { withTimeLimit } from '../platform/time-limit.ts';
import type { OutboxState } from './outbox-state.ts';

type PromClient = typeof import('prom-client');

/** What can be looked at: nothing of it changes by a call of ours. */
export interface WatchedState {
  health: Pick<Health, 'states'>;
  outbox(): Promise<OutboxState>;
  /** How many archives have stopped working. */
  stoppedArchives(): Promise<number>;
  /** Undefined: there is none. */
  replica: Database['replica'];
  dataFolder: string;
  /** Open client connections. */
  connections(): number;
}

/** Several who ask within this time get the same. */
const KEPT_MS = 5_000;
/** A database that hangs must not keep the other metrics from being seen. */
const PATIENCE_MS = 3_000;

export function addStateGauges(prom: PromClient, registry: Registry, state: WatchedState): void {
  const add = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    values: () => Promise<[Partial<Record<Label, string>>, number][]>,
  ) =>
    new prom.Gauge<Label>({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        // Rather none than an old one: what cannot be looked up is not known.
        this.reset();
        if (labelNames.length === 0) this.remove();
        for (const [labels, value] of await values().catch(() => [])) this.set(labels, value);
      },
    });

  const outbox = kept(() => state.outbox());
  const queues = (of: 'depth' | 'oldestDueSeconds') => async () => {
    const states = Object.entries(await outbox());
    return states.map(([queue, state]): [{ queue: string }, number] => [{ queue }, state[of]]);
  };
  add(
    'shutterpost_outbox_depth',
    'Items waiting to be sent, told, sealed or copied; counts up to 10001.',
    ['queue'],
    queues('depth'),
  );
  add(
    'shutterpost_outbox_oldest_due_seconds',
    'How long the oldest item that can be sent, told, sealed or copied has been due.',
    ['queue'],
    queues('oldestDueSeconds'),
  );
  const stopped = kept(() => state.stoppedArchives());
  add(
    'shutterpost_archives_stopped',
    'Archives that have failed for about two hours or longer while files wait for them; counts up to 10001.',
    [],
    async () => [[{}, await stopped()]],
  );

  const { replica } = state;
  if (replica !== undefined) {
    const report = kept(() => replica.report());
    add(
      'shutterpost_database_replica_lag_seconds',
      'How far the replica of DATABASE_READ_URL is behind; missing while it is away.',
      [],
      async () => [[{}, (await report()).lagSeconds]],
    );
  }

  const dependencies = kept(() => state.health.states());
  add(
    'shutterpost_dependency_up',
    'Whether it responds (1) or not (0), as reported by /readyz.',
    ['dependency'],
    async () => [...(await dependencies())].map(([dependency, isUp]) => [{ dependency }, isUp ? 1 : 0]),
  );

  const disk = kept(() => statfs(state.dataFolder));
  add('shutterpost_disk_free_bytes', 'Free space on the data folder’s disk.', [], async () => {
    const { bavail, bsize } = await disk();
    return [[{}, bavail * bsize]];
  });
  add('shutterpost_disk_size_bytes', 'Size of the data folder’s disk.', [], async () => {
    const { blocks, bsize } = await disk();
    return [[{}, blocks * bsize]];
  });
  add('shutterpost_http_connections', 'Open client connections.', [], async () => [
    [{}, state.connections()],
  ]);
}

/** Loads again when the last is older than a few seconds; whoever asks meanwhile waits for the same. */
function kept<T>(load: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined;
  let loadedAt = 0;
  return () => {
    const now = performance.now();
    if (last === undefined || now - loadedAt > KEPT_MS) {
      loadedAt = now;
      last = withTimeLimit(PATIENCE_MS, load(), () => {
        throw new Error('It took too long');
      });
    }
    return last;
  };
}
