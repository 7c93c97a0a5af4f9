import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { buildApp } from '../src/app.ts';
import { openSqlite } from '../src/platform/db/sqlite.ts';
import { openRateLimiter } from '../src/platform/http/rate-limit.ts';
import { createLog } from '../src/platform/log.ts';
import { pooledRandom } from '../src/platform/random.ts';
import { createServices } from '../src/services.ts';
import { VERSION } from '../src/version.ts';

export async function generateOpenApi(): Promise<string> {
  const log = createLog('silent');
  const clock = Date.now;
  const services = createServices({
    database: openSqlite(':memory:'),
    clock,
    random: pooledRandom(),
    publicUrl: 'http://localhost:3000',
    version: VERSION,
  });
  const rateLimiter = await openRateLimiter({ redisUrl: undefined, log, clock });
  const app = await buildApp({
    services,
    rateLimiter,
    log,
    trustProxy: 0,
    prepare: async (app) => {
      const { default: swagger } = await import('@fastify/swagger');
      await app.register(swagger, {
        openapi: { openapi: '3.1.0', info: { title: 'Shutterpost', version: VERSION } },
        transform: jsonSchemaTransform as never,
        transformObject: jsonSchemaTransformObject as never,
      });
    },
  });
  const document = (app as unknown as { swagger(): object }).swagger();
  await app.close();
  return `${JSON.stringify(document, null, 2)}\n`;
}
