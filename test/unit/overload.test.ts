import fastify from 'fastify';
import { expect, it } from 'vitest';
import { createHealth } from '../../src/platform/health.ts';
import { HTTP_LIMITS } from '../../src/platform/http/limits.ts';
import { refuseWhenOverloaded } from '../../src/platform/http/overload.ts';

const ONE_EACH = { v1: 1, customer: 1, app: 1, photos: 1, live: 1 };

it('should tell probes which surface is full, and that the service is not ready when all of them are', async () => {
  const app = fastify();
  const health = createHealth({});
  refuseWhenOverloaded(app, { limits: { ...HTTP_LIMITS, rooms: ONE_EACH }, log: { warn: () => {} }, health });
  const released = Promise.withResolvers<void>();
  app.get('/*', () => released.promise);
  const call = async (path: string) => app.inject(path);

  const calls = [call('/v1/ping'), call('/code'), call('/app/'), call('/photos/a.jpg')];
  await expect
    .poll(() => health.findWarnings())
    .toEqual(['overload_v1', 'overload_customer', 'overload_app', 'overload_photos']);
  expect(await health.findProblems()).toEqual(['overload']);

  released.resolve();
  await Promise.all(calls);
  expect([await health.findProblems(), await health.findWarnings()]).toEqual([[], []]);
  await app.close();
});
