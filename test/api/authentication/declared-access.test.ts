import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../src/app.ts';
import { PUBLIC } from '../../../src/platform/http/access.ts';
import { openRateLimiter, type RateLimiter } from '../../../src/platform/http/rate-limit.ts';
import { createLog } from '../../../src/platform/log.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';

describe('a route', () => {
  let rateLimiter: RateLimiter;
  const log = createLog('silent');
  const api = useTestApp();
  beforeAll(async () => {
    rateLimiter = await openRateLimiter({
      redisUrl: undefined,
      log,
      clock: api.clock.now,
      monotonic: api.clock.now,
    });
  });

  const build = (config: { access?: typeof PUBLIC } | undefined, method: 'GET' | 'POST' = 'GET') =>
    buildApp({
      services: api.services,
      platform: api.services,
      rateLimiter,
      log,
      trustProxy: 0,
      async prepare(app) {
        app.route({
          method,
          url: '/forgotten',
          ...(config === undefined ? {} : { config }),
          handler: async () => 'ok',
        });
      },
    });

  it('should keep the app from being built when it does not declare who may call it', async () => {
    await expect(build(undefined)).rejects.toThrow(/GET \/forgotten does not declare who may call it/);
    await expect(build({}, 'POST')).rejects.toThrow(/POST \/forgotten does not declare who may call it/);
  });

  it('should be served when it declares that everyone may', async () => {
    const app = await build({ access: PUBLIC });
    expect((await app.inject('/forgotten')).statusCode).toBe(200);
    await app.close();
  });
});
