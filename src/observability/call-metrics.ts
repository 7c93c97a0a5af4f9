import type { FastifyInstance, onResponseHookHandler } from 'fastify';
import type { Meters } from './meters.ts';
import type { Tally, Timings } from './tallies.ts';

const UNKNOWN_ROUTE = 'unknown';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Counts every response under the template of its route. What leads nowhere shares one label, whatever it was called:
 * strangers must not be able to make new ones.
 */
export function countCalls(app: FastifyInstance, meters: Meters): void {
  // Bound to each route: Fastify puts together `routeOptions` again at every look.
  app.addHook('onRoute', (route) => {
    const count = counterOf(meters, route.url, route.config?.staysOpen !== true);
    const onResponse: onResponseHookHandler = (request, reply, done) => {
      count(request.method, reply.statusCode, reply.elapsedTime / 1000);
      done();
    };
    route.onResponse = [route.onResponse ?? [], onResponse].flat();
  });

  const countUnknown = counterOf(meters, UNKNOWN_ROUTE, true);
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) countUnknown(request.method, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
}

function counterOf({ calls, callSeconds }: Meters, route: string, isTimed: boolean) {
  const tallies = new Map<string, Map<number, Tally>>();
  const timings = new Map<string, Timings>();

  return (given: string, status: number, seconds: number): void => {
    const method = METHODS.includes(given) ? given : 'other';
    const ofMethod = keptIn(tallies, method, () => new Map<number, Tally>());
    keptIn(ofMethod, status, () => calls.of({ route, method, status })).count += 1;
    if (isTimed) keptIn(timings, method, () => callSeconds.of({ route, method })).observe(seconds);
  };
}

function keptIn<Key, Value>(known: Map<Key, Value>, key: Key, create: () => Value): Value {
  let value = known.get(key);
  if (value === undefined) {
    value = create();
    known.set(key, value);
  }
  return value;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its response goes on until someone leaves: how long that takes says nothing of the service. */
    staysOpen?: boolean;
  }
}
