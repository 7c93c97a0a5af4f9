import { Redis } from 'ioredis';

/** Redis has a clock of its own: when a test moves its own, the windows of its rate limits must end as much earlier. */
export function createRedisTime(options: { redisUrl: string; keyPrefix: string }) {
  const { redisUrl, keyPrefix } = options;
  let client: Redis | undefined;
  let ahead = 0;
  let moving = Promise.resolve();

  async function shorten(redis: Redis, milliseconds: number): Promise<void> {
    for (const key of await redis.keys(`${keyPrefix}*`)) {
      const left = (await redis.pttl(key)) - milliseconds;
      if (left > 0) await redis.pexpire(key, left);
      else await redis.del(key);
    }
  }

  return {
    move(milliseconds: number): void {
      ahead += milliseconds;
    },
    /** Before the next call: it is the first that could notice. */
    caughtUp(): Promise<void> {
      if (ahead !== 0) {
        const by = ahead;
        ahead = 0;
        client ??= new Redis(redisUrl);
        const redis = client;
        moving = moving.then(() => shorten(redis, by));
      }
      return moving;
    },
    async close(): Promise<void> {
      await moving.catch(() => {});
      client?.disconnect();
    },
  };
}
