import type { Context, Span, Tracer } from '@opentelemetry/api';
import type { Sampler } from '@opentelemetry/sdk-trace';
import type { TraceSettings } from '../config/trace-settings.ts';
import { onBehalfOf } from '../platform/current-call.ts';
import type { Log } from '../platform/log.ts';
import { withTimeLimit } from '../platform/time-limit.ts';

export interface OpenTracer {
  api: typeof import('@opentelemetry/api');
  tracer: Tracer;
  /** Where a new span belongs: below this one, or nowhere. */
  within(parent: Span | undefined): Context;
  close(): Promise<void>;
}

/** Sending what is left must not hold up the end of the process. */
const CLOSE_LIMIT_MS = 3_000;
/** A collector that is away fails every few seconds. */
const COMPLAIN_EVERY_MS = 60_000;

/**
 * OpenTelemetry without its global state: spans are passed on by our own `currentCall`. Its packages are loaded here and
 * nowhere else.
 */
export async function openTracer(options: {
  settings: TraceSettings;
  version: string;
  log: Pick<Log, 'warn'>;
}): Promise<OpenTracer> {
  const [api, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  complainTo(options.log, api);
  const ours = { 'service.name': 'shutterpost', 'service.version': options.version };
  const provider = new sdk.TracerProvider({
    resource: resources
      .resourceFromAttributes(ours)
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    sampler: samplerOf(sdk, options.settings),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  return {
    api,
    tracer: provider.getTracer('shutterpost', options.version),
    within: (parent) =>
      parent === undefined ? api.ROOT_CONTEXT : api.trace.setSpan(api.ROOT_CONTEXT, parent),
    async close() {
      const sent = provider.shutdown().then(
        () => true,
        () => false,
      );
      if (!(await withTimeLimit(CLOSE_LIMIT_MS, sent, () => false))) {
        options.log.warn({ reason: 'The collector did not accept them in time' }, 'Traces could not be sent');
      }
    },
  };
}

function samplerOf(
  sdk: typeof import('@opentelemetry/sdk-trace'),
  { sampler, ratio }: TraceSettings,
): Sampler {
  const [, isByParent, name] = /^(parentbased_)?(\w+)$/.exec(sampler) ?? [];
  const root =
    name === 'always_on'
      ? new sdk.AlwaysOnSampler()
      : name === 'always_off'
        ? new sdk.AlwaysOffSampler()
        : new sdk.TraceIdRatioBasedSampler(ratio);
  return isByParent === undefined ? root : new sdk.ParentBasedSampler({ root });
}

function complainTo(log: Pick<Log, 'warn'>, { diag, DiagLogLevel }: OpenTracer['api']): void {
  let quietUntil = 0;
  const complain = (reason: string) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + COMPLAIN_EVERY_MS;
    // The timer that sends was started by some call, which has nothing to do with it.
    onBehalfOf(undefined, () => log.warn({ reason: messageIn(reason) }, 'Traces could not be sent'));
  };
  const nothing = () => {};
  const logger = { error: complain, warn: nothing, info: nothing, debug: nothing, verbose: nothing };
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
}

/** The library describes errors as JSON, with their stack. */
function messageIn(reason: string): string {
  try {
    return String(JSON.parse(reason).message);
  } catch {
    return reason;
  }
}
