import { DatabaseUnavailableError } from './database.ts';

interface Waiting<Item> {
  item: Item;
  resolve(isWritten: boolean): void;
  reject(error: unknown): void;
}

const MAX_TOGETHER = 100;
/** A statement is built in one piece, while everyone else waits. One item may be larger, and then goes alone. */
const MAX_BYTES_TOGETHER = 1024 * 1024;
/** While so many are under way, whoever comes waits for the next one: the longer they take, the more they carry. */
const MAX_UNDER_WAY = 2;

/**
 * What comes at the same moment is written together, all or nothing. False: it was not written, since something among it
 * cannot be; each then has to try alone.
 */
export function createGatheredInserts<Item>(
  insertAll: (items: Item[]) => Promise<void>,
  bytesOf: (item: Item) => number,
): (item: Item) => Promise<boolean> {
  let waiting: Waiting<Item>[] = [];
  let underWay = 0;
  let isCalled = false;

  function serve(): void {
    isCalled = false;
    while (waiting.length > 0 && underWay < MAX_UNDER_WAY) {
      const count = countTogether();
      const some = waiting.slice(0, count);
      waiting = waiting.slice(count);
      insert(some);
    }
  }

  function countTogether(): number {
    let bytes = 0;
    const tooMuch = waiting.findIndex(({ item }, index) => {
      bytes += bytesOf(item);
      return index === MAX_TOGETHER || bytes > MAX_BYTES_TOGETHER;
    });
    return tooMuch === -1 ? waiting.length : Math.max(1, tooMuch);
  }

  async function insert(some: Waiting<Item>[]): Promise<void> {
    underWay += 1;
    try {
      await insertAll(some.map(({ item }) => item));
      for (const { resolve } of some) resolve(true);
    } catch (error) {
      for (const { resolve, reject } of some)
        if (error instanceof DatabaseUnavailableError) reject(error);
        else resolve(false);
    }
    underWay -= 1;
    serve();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isCalled) return;
      isCalled = true;
      // Those whose calls are already in the sockets join.
      setImmediate(serve);
    });
}
