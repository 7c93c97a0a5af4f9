import { Socket } from 'node:net';
import pg from 'pg';
import { withTimeLimit } from '../time-limit.ts';

export interface SilenceLimits {
  /** Nearly every statement is done by then. The others wait on, as long as the server still talks to someone. */
  suspiciousMs: number;
  probeMs: number;
}

/**
 * A server that hangs, or a network that swallows everything, breaks no connection. Whoever has waited for a while asks on
 * a new one whether there is anyone, and gives up when there is not.
 */
export function createSilenceWatch(
  url: string,
  limits: SilenceLimits,
): <T>(answer: Promise<T>) => Promise<T> {
  let probing: Promise<boolean> | undefined;

  async function isThere(): Promise<boolean> {
    const socket = new Socket();
    const client = new pg.Client({ connectionString: url, stream: () => socket });
    client.on('error', () => {});
    const answer = client
      .connect()
      .then(() => client.query('select 1'))
      .then(
        () => true,
        // Whoever refuses, for want of connections perhaps, is there.
        (error) => error instanceof pg.DatabaseError,
      );
    // Not by the driver's own timers: what arrives during a pause of this process is in time.
    const isAnswered = await withTimeLimit(limits.probeMs, answer, () => false);
    if (isAnswered) client.end().catch(() => {});
    // Saying good-bye to a server that hangs would take as long.
    else socket.destroy();
    return isAnswered;
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
      const timer = setTimeout(suspect, limits.suspiciousMs);
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
