import type { Lookup } from './database.ts';

interface Asker {
  key: readonly string[];
  resolve(row: unknown): void;
  reject(error: unknown): void;
}

/** So many rows are read and handed out before anything else may run. */
const MAX_GATHERED = 100;

/**
 * Those who look for the same kind of row in the same iteration of the event loop are served together. Whoever is alone waits
 * for nothing but the end of that iteration.
 */
export function createGatheredLookups(
  /** The row of each key, in the order of the keys. */
  findAll: (
    lookup: Lookup<unknown>,
    keys: (readonly string[])[],
  ) => Promise<readonly unknown[]> | readonly unknown[],
) {
  const waiting = new Map<Lookup<unknown>, Asker[]>();

  function serve(lookup: Lookup<unknown>): void {
    const askers = waiting.get(lookup) ?? [];
    waiting.delete(lookup);
    for (let start = 0; start < askers.length; start += MAX_GATHERED) {
      answer(lookup, askers.slice(start, start + MAX_GATHERED));
    }
  }

  async function answer(lookup: Lookup<unknown>, askers: Asker[]): Promise<void> {
    try {
      const keys = askers.map(({ key }) => key);
      const rows = await findAll(lookup, keys);
      askers.forEach(({ resolve }, index) => {
        resolve(rows[index]);
      });
    } catch (error) {
      for (const { reject } of askers) reject(error);
    }
  }

  return <Row>(lookup: Lookup<Row>, key: readonly string[]) =>
    new Promise<Row | undefined>((resolve, reject) => {
      const asker = { key, resolve: resolve as Asker['resolve'], reject };
      const askers = waiting.get(lookup as Lookup<unknown>);
      if (askers !== undefined) return void askers.push(asker);
      waiting.set(lookup as Lookup<unknown>, [asker]);
      setImmediate(serve, lookup);
    });
}
