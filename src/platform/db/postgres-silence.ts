import pg from 'pg';

/** Nearly every statement is done by then. The others wait on, as long as the server still talks to someone. */
const SUSPICIOUS_MS = 4_000;
const PROBE_MS = 3_000;

/**
 * A server that hangs, or a network that swallows everything, breaks no connection. Whoever has waited for a while asks on
 * a new one whether there is anyone, and gives up when there is not.
 */
export function createSilenceWatch(url: string): <T>(answer: Promise<T>) => Promise<T> {
  let probing: Promise<boolean> | undefined;

  async function isThere(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: PROBE_MS,
      query_timeout: PROBE_MS,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch (error) {
      // Whoever refuses, for want of connections perhaps, is there.
      return error instanceof pg.DatabaseError;
    } finally {
      // Not awaited: saying good-bye to a server that hangs would take as long.
      client.end().catch(() => {});
    }
  }

  /** One question serves all who wait. */
  function ask(): Promise<boolean> {
    probing ??= isThere().finally(() => {
      probing = undefined;
    });
    return probing;
  }

  return (answer) =>
    new Promise((resolve, reject) => {
      let isDone = false;
      const suspect = async () => {
        const there = await ask();
        if (isDone) return;
        if (there) timer.refresh();
        else reject(new Error('the database has fallen silent'));
      };
      const timer = setTimeout(suspect, SUSPICIOUS_MS);
      const end = () => {
        isDone = true;
        clearTimeout(timer);
      };
      answer.then(
        (value) => {
          end();
          resolve(value);
        },
        (error) => {
          end();
          reject(error);
        },
      );
    });
}
