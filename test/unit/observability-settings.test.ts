import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { createCounter, createHistogram } from '../../src/observability/tallies.ts';

const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };

describe('the settings of metrics and traces', () => {
  it('should be off unless they are asked for', () => {
    const { metricsPort, metricsToken, traces } = readConfig({});
    expect([metricsPort, metricsToken, traces]).toEqual([undefined, undefined, undefined]);
  });

  it('should take a port, a token and where traces go', () => {
    const config = readConfig({ METRICS_PORT: '9464', METRICS_TOKEN: 'sixteen letters!', ...COLLECTOR });
    expect(config).toMatchObject({
      metricsPort: 9464,
      metricsToken: 'sixteen letters!',
      traces: { sampler: 'parentbased_always_on' },
    });
  });

  it.each([
    ['the SDK is disabled', { ...COLLECTOR, OTEL_SDK_DISABLED: 'true' }],
    ['no exporter is wanted', { ...COLLECTOR, OTEL_TRACES_EXPORTER: 'none' }],
    ['the endpoint is empty', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
  ])('should have no traces when %s', (_why, env) => {
    expect(readConfig(env).traces).toBeUndefined();
  });

  it('should take the sampler by its standard name', () => {
    const env = { ...COLLECTOR, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' };
    expect(readConfig(env).traces).toEqual({ sampler: 'traceidratio', ratio: 0.25 });
  });

  it.each([
    ['METRICS_PORT', { METRICS_PORT: 'x' }],
    ['METRICS_PORT', { METRICS_PORT: '3000' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }],
    ['OTEL_TRACES_SAMPLER', { ...COLLECTOR, OTEL_TRACES_SAMPLER: 'some' }],
    [
      'OTEL_TRACES_SAMPLER_ARG',
      { ...COLLECTOR, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' },
    ],
  ])('should refuse a wrong %s, without repeating it', (name, env) => {
    const faults = () => readConfig(env);
    expect(faults).toThrow(ConfigError);
    expect(faults).toThrow(new RegExp(`- ${name}: `));
  });
});

describe('counters and histograms', () => {
  it('should be the same for the same labels', async () => {
    const counter = createCounter('calls', 'Calls.');
    counter.of({ kind: 'a' }).count += 1;
    counter.of({ kind: 'a' }).count += 1;
    counter.of({ kind: 'b' }).count += 5;
    expect((await counter.get()).values).toEqual([
      { labels: { kind: 'a' }, value: 2 },
      { labels: { kind: 'b' }, value: 5 },
    ]);
  });

  it('should put what lies on a bound below it, and count buckets up to infinity', async () => {
    const histogram = createHistogram('seconds', 'Seconds.', [1, 2]);
    for (const value of [0.5, 1, 1.5, 3]) histogram.of({}).observe(value);
    const values = (await histogram.get()).values.map(({ metricName, labels, value }) => [
      metricName,
      labels.le,
      value,
    ]);
    expect(values).toEqual([
      ['seconds_bucket', 1, 2],
      ['seconds_bucket', 2, 3],
      ['seconds_bucket', '+Inf', 4],
      ['seconds_sum', undefined, 6],
      ['seconds_count', undefined, 4],
    ]);
  });
});
