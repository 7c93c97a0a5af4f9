import type { Context, Span, SpanContext, Tracer } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

type Api = typeof import('@opentelemetry/api');

const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;

/** One span for each call, under the template of its route: the address itself may hold a customer's token. */
export function traceCalls(app: FastifyInstance, { api, tracer }: { api: Api; tracer: Tracer }): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route, config } = request.routeOptions;
    // Probes tell nothing, and a stream that stays open would collect spans for hours.
    if (config.isAlwaysTaken === true) return done();
    const name = route === undefined ? request.method : `${request.method} ${route}`;
    const span = tracer.startSpan(name, { kind: api.SpanKind.SERVER }, parentOf(api, request));
    if (span.isRecording()) {
      request.currentCall.span = span;
      span.setAttribute('http.request.method', request.method);
      span.setAttribute('shutterpost.request_id', request.id);
      if (route !== undefined) span.setAttribute('http.route', route);
    }
    done();
  });

  app.addHook('onError', (request, _reply, error, done) => {
    spanOf(request)?.setAttribute('error.type', typeOf(error));
    done();
  });

  app.addHook('onResponse', (request, reply, done) => {
    const span = spanOf(request);
    if (span !== undefined) {
      span.setAttribute('http.response.status_code', reply.statusCode);
      const workspaceId = workspaceOf(request);
      if (workspaceId !== undefined) span.setAttribute('shutterpost.workspace_id', workspaceId);
      if (reply.statusCode >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end();
    }
    done();
  });
}

function spanOf(request: FastifyRequest): Span | undefined {
  return request.currentCall.span as Span | undefined;
}

/** The span of whoever calls, by W3C's `traceparent`. */
function parentOf(api: Api, { headers }: FastifyRequest): Context {
  const header = headers.traceparent;
  const [, traceId, spanId, flags] = (typeof header === 'string' && TRACE_PARENT.exec(header)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return api.ROOT_CONTEXT;
  const state = headers.tracestate;
  const parent: SpanContext = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
    ...(typeof state === 'string' ? { traceState: api.createTraceState(state) } : {}),
  };
  return api.isSpanContextValid(parent)
    ? api.trace.setSpanContext(api.ROOT_CONTEXT, parent)
    : api.ROOT_CONTEXT;
}

/** Whose call it was, however it said so. */
function workspaceOf(request: FastifyRequest): string | undefined {
  const { caller, member, captureSession } = request as Partial<FastifyRequest>;
  return caller?.workspaceId ?? member?.workspaceId ?? captureSession?.owner.workspaceId;
}

/** Messages may quote what someone sent; they stand in the log, under the request id. */
export function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return code === undefined ? error.name : `${error.name} ${code}`;
}
