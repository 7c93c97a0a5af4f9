/** The standard's own names, https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ */
export interface TraceSettings {
  sampler: SamplerName;
  /** The share of traces that a ratio sampler keeps. */
  ratio: number;
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

/** Undefined: no traces. Where they go, and with which headers, the exporter reads by itself. */
export function readTraceSettings(
  value: (name: string) => string | undefined,
  fault: (name: string, text: string) => undefined,
): TraceSettings | undefined {
  const endpoints = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'];
  const given = endpoints.filter((name) => value(name) !== undefined);
  if (
    given.length === 0 ||
    value('OTEL_SDK_DISABLED') === 'true' ||
    value('OTEL_TRACES_EXPORTER') === 'none'
  ) {
    return undefined;
  }
  for (const name of given) {
    if (!/^https?:\/\/[^/]/.test(value(name) ?? '')) {
      fault(name, 'must be a URL that starts with https:// or http://');
    }
  }
  const wanted = value('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on';
  const sampler =
    SAMPLERS.find((name) => name === wanted) ??
    fault('OTEL_TRACES_SAMPLER', `must be one of ${SAMPLERS.join(', ')}`) ??
    'always_off';
  const ratio = Number(value('OTEL_TRACES_SAMPLER_ARG') ?? '1');
  if (sampler.endsWith('traceidratio') && !(ratio >= 0 && ratio <= 1)) {
    fault('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1');
  }
  return { sampler, ratio };
}
