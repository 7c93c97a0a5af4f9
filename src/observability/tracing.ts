import type { Span, SpanContext } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import type { TraceSettings } from '../config/trace-settings.ts';
import { currentCall, onBehalfOf } from '../platform/current-call.ts';
import type { DatabaseWatch } from '../platform/db/database.ts';
import type { Log } from '../platform/log.ts';
import { traceCalls, typeOf } from './call-spans.ts';
import type { Observe, OutcomeOf } from './operation.ts';
import { type OpenTracer, openTracer } from './tracer.ts';

export interface Tracing {
  observe: Observe;
  queried: DatabaseWatch['queried'];
  traceCalls(app: FastifyInstance): void;
  /** Sends what has not been sent yet. */
  close(): Promise<void>;
}

/** Calls whose events and emails may still be on their way. */
const MAX_REMEMBERED = 5_000;

export async function openTracing(options: {
  settings: TraceSettings;
  version: string;
  databaseSystem: 'sqlite' | 'postgresql';
  log: Pick<Log, 'warn'>;
}): Promise<Tracing> {
  const open = await openTracer(options);
  const attributes = { 'db.system.name': options.databaseSystem };
  return {
    observe: observeBySpans(open, attributes),
    queried: recordQuery(open, attributes),
    traceCalls: (app) => traceCalls(app, open),
    close: open.close,
  };
}

/**
 * A span below that of the call. What no one called for, such as a look at a queue, is no trace; what is sent in the
 * background is one of its own, with a link to the call it came from while this process remembers that.
 */
function observeBySpans({ api, tracer, within }: OpenTracer, ofDatabase: Record<string, string>): Observe {
  const origins = new Map<string, SpanContext>();

  function remember(requestId: string, span: SpanContext): void {
    if (origins.size >= MAX_REMEMBERED) origins.delete(origins.keys().next().value as string);
    origins.set(requestId, span);
  }

  async function runWithin<T>(
    span: Span,
    outcomeOf: OutcomeOf<T>,
    requestId: string | null,
    run: () => Promise<T>,
  ) {
    let outcome = { name: 'failed', isError: true };
    try {
      const result = await onBehalfOf({ requestId, span }, run);
      outcome = outcomeOf.result(result);
      return result;
    } catch (error) {
      outcome = outcomeOf.thrown(error);
      span.setAttribute('error.type', typeOf(error));
      throw error;
    } finally {
      span.setAttribute('shutterpost.outcome', outcome.name);
      if (outcome.isError) span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end();
    }
  }

  return ({ part, name }, outcomeOf, run) => {
    const call = currentCall();
    const parent = call?.span as Span | undefined;
    if (parent === undefined && part !== 'webhook' && part !== 'mail' && part !== 'phone') return run();
    const requestId = call?.requestId ?? null;
    if (parent !== undefined && requestId !== null && name === 'write') {
      remember(requestId, parent.spanContext());
    }
    const origin = parent === undefined && requestId !== null ? origins.get(requestId) : undefined;
    const span = tracer.startSpan(
      `${part} ${name}`,
      {
        kind: api.SpanKind.CLIENT,
        links: origin === undefined ? [] : [{ context: origin }],
        attributes: {
          ...(part === 'database' ? ofDatabase : {}),
          ...(requestId === null ? {} : { 'shutterpost.request_id': requestId }),
        },
      },
      within(parent),
    );
    return runWithin(span, outcomeOf, requestId, run);
  };
}

/** Kysely tells of a query when it has ended. */
function recordQuery(
  { api, tracer, within }: OpenTracer,
  attributes: Record<string, string>,
): Tracing['queried'] {
  return (milliseconds, error) => {
    const parent = currentCall()?.span as Span | undefined;
    if (parent === undefined) return;
    const endTime = performance.timeOrigin + performance.now();
    const options = { kind: api.SpanKind.CLIENT, attributes, startTime: endTime - milliseconds };
    const span = tracer.startSpan('database read', options, within(parent));
    if (error !== undefined) {
      span.setAttribute('error.type', typeOf(error)).setStatus({ code: api.SpanStatusCode.ERROR });
    }
    span.end(endTime);
  };
}
