import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { type MetricsCollector, openMetrics } from '../../src/observability/metrics.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** What Prometheus itself knows. */
const FUNCTIONS = new Set(
  'sum max min avg count topk rate increase histogram_quantile time vector label_values'.split(' '),
);
const WORDS = new Set('by without and or unless on ignoring bool group_left group_right offset'.split(' '));
/** Prometheus makes it of every target. */
const OF_PROMETHEUS = ['up'];

interface Panel {
  title: string;
  targets?: { expr: string }[];
}

const dashboard = JSON.parse(read('deploy/grafana-dashboard.json'));
const panels: Panel[] = dashboard.panels;
const alerts = read('deploy/alerts.yaml')
  .split(/\n\s+- alert: /)
  .slice(1);
const expressionOf = (alert: string) => /^\s+expr: (.+)$/m.exec(alert)?.[1] ?? '';
const expressions = [
  ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...alerts.map(expressionOf),
  ...dashboard.templating.list.flatMap((variable: { type: string; query: string }) =>
    variable.type === 'query' ? [variable.query] : [],
  ),
];

/** Names outside of strings, labels and ranges, each with what follows it. */
function namesIn(expression: string): { name: string; isCalled: boolean }[] {
  const bare = expression
    .replace(/"(\\.|[^"\\])*"/g, '""')
    .replace(/\{[^{}]*\}/g, '')
    .replace(/\[[^[\]]*\]/g, '')
    .replace(/\b(by|without|on|ignoring) *\([^()]*\)/g, '')
    .replace(/label_values\(([^,]+),[^)]*\)/g, 'label_values($1)');
  return [...bare.matchAll(/(?<![\w.])([a-zA-Z_:][\w:]*)( *\()?/g)]
    .map(([, name = '', bracket]) => ({ name, isCalled: bracket !== undefined }))
    .filter(({ name }) => !WORDS.has(name));
}

function isBalanced(expression: string): boolean {
  const open: string[] = [];
  const pairs: Record<string, string> = { ')': '(', ']': '[', '}': '{' };
  for (const sign of expression.replace(/"(\\.|[^"\\])*"/g, '')) {
    if ('([{'.includes(sign)) open.push(sign);
    else if (sign in pairs && open.pop() !== pairs[sign]) return false;
    else if (sign === '"') return false;
  }
  return open.length === 0;
}

/** Everything happens once, and goes well. */
async function liveThroughAGoodDay(metrics: MetricsCollector): Promise<void> {
  const app = fastify();
  metrics.countCalls(app as never);
  app.get('/v1/ping', async () => 'pong');
  await app.inject('/v1/ping');
  const well = (name: string) => ({
    result: () => ({ name, isError: false }),
    thrown: () => ({ name, isError: true }),
  });
  const run = async () => {};
  for (const name of ['read', 'write']) await metrics.observe({ part: 'database', name }, well('done'), run);
  for (const name of ['put', 'open']) await metrics.observe({ part: 'storage', name }, well('done'), run);
  await metrics.observe({ part: 'webhook', name: 'post' }, well('delivered'), run);
  await metrics.observe({ part: 'mail', name: 'send' }, well('sent'), run);
  await metrics.observe({ part: 'phone', name: 'send' }, well('sent'), run);
  metrics.databaseWatch.listRead();
  metrics.told.uploaded('done', 1, 1_000);
  metrics.told.submitted('done');
  metrics.told.sealed('done', 0.1);
  metrics.told.copiedToArchive('done', 0.1);
  metrics.told.swept('expire', 'done', 0.1);
  metrics.addState({
    health: { states: async () => new Map([['database', true]]) },
    outbox: async () => ({
      webhooks: { depth: 0, oldestDueSeconds: 0 },
      mails: { depth: 0, oldestDueSeconds: 0 },
      phone: { depth: 0, oldestDueSeconds: 0 },
      seals: { depth: 0, oldestDueSeconds: 0 },
      archive: { depth: 0, oldestDueSeconds: 0 },
      notifications: { depth: 0, oldestDueSeconds: 0 },
      reminders: { depth: 0, oldestDueSeconds: 0 },
    }),
    stoppedArchives: async () => 0,
    replica: {
      report: async () => ({
        ...{ isReplica: true, isOfPrimary: true, isOfDatabase: true, isOnTimeline: true },
        lagSeconds: 0,
      }),
    },
    dataFolder: ROOT,
    connections: () => 1,
  });
}

/** The parts of an expression that select series of ours, but for those that are given a value where there are none. */
function selectorsWithoutDefault(expression: string): string[] {
  const defaulted = [
    ...expression.matchAll(/([a-z ]+(?:\([^()]*\) ?)?\((?:[^()]|\([^()]*\))*\)) or vector\(0\)/g),
  ];
  const rest = defaulted.reduce((text, [, part = '']) => text.replace(part, ''), expression);
  return rest.match(/\bshutterpost_\w+(?:\{[^{}]*\})?/g) ?? [];
}

function selects(selector: string, sample: string): boolean {
  const [, name = '', matchers = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(selector) ?? [];
  if (!sample.startsWith(`${name}{`) && !sample.startsWith(`${name} `)) return false;
  return [...matchers.matchAll(/(\w+)(=~|!=|=)"([^"]*)"/g)].every(([, label, operator, value = '']) => {
    if (label === 'instance') return true;
    const found = new RegExp(`[{,]${label}="([^"]*)"`).exec(sample)?.[1] ?? '';
    return operator === '=~'
      ? new RegExp(`^(?:${value})$`).test(found)
      : (found === value) === (operator === '=');
  });
}

describe('what ships for Prometheus and Grafana', () => {
  let printed: Set<string>;
  let own: string[];
  beforeAll(async () => {
    const metrics = await openMetrics({ clock: Date.now, build: { version: '0.0.0' } });
    metrics.addState({
      health: { states: async () => new Map() },
      outbox: () => Promise.reject(new Error('no one looks')),
      stoppedArchives: async () => 0,
      replica: { report: () => Promise.reject(new Error('no one looks')) },
      dataFolder: ROOT,
      connections: () => 0,
    });
    const { text } = await metrics.print();
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => ({ name, type }));
    own = types.map(({ name }) => name).filter((name) => name.startsWith('shutterpost_'));
    printed = new Set(
      types.flatMap(({ name, type }) =>
        type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    );
  });

  it('should have something to check', () => {
    expect(panels.length).toBeGreaterThan(25);
    expect(alerts.length).toBeGreaterThan(12);
    expect(own.length).toBeGreaterThan(20);
  });

  it('should use only metrics that the service prints, and functions that Prometheus has', () => {
    for (const expression of expressions) {
      const names = namesIn(expression);
      expect(names.length, expression).toBeGreaterThan(0);
      for (const { name, isCalled } of names) {
        const isKnown = isCalled ? FUNCTIONS.has(name) : printed.has(name) || OF_PROMETHEUS.includes(name);
        expect(isKnown, `${name} in ${expression}`).toBe(true);
      }
    }
  });

  it('should show something in every panel of a service where all is well', async () => {
    const metrics = await openMetrics({ clock: Date.now, build: { version: '0.0.0' } });
    await liveThroughAGoodDay(metrics);
    const samples = (await metrics.print()).text.split('\n');
    const empty = panels.flatMap(({ title, targets = [] }) =>
      targets
        .flatMap(({ expr }) => selectorsWithoutDefault(expr))
        .filter((selector) => !samples.some((sample) => selects(selector, sample)))
        .map((selector) => `${title}: ${selector}`),
    );
    expect(empty).toEqual([]);
  });

  it('should have no expression that cannot be parsed', () => {
    for (const expression of expressions) {
      expect(isBalanced(expression), expression).toBe(true);
      const outside = expression.replace(/"(\\.|[^"\\])*"/g, '');
      // A counter or a histogram says nothing by itself, and a rate needs its window.
      for (const [call] of outside.matchAll(/\b(rate|increase)\([^()]*\)/g)) {
        expect(call, expression).toMatch(/\[(\d+[smhd]|\$__rate_interval)\]\)$/);
      }
    }
  });

  it('should say of each alert how bad it is, what it is and what to do', () => {
    for (const alert of alerts) {
      expect(alert).toMatch(/^Shutterpost\w+\n/);
      expect(alert).toMatch(/labels: \{ severity: (critical|warning) \}/);
      expect(alert).toMatch(/summary: ".{20,}"/);
      expect(alert).toMatch(/description: ".{80,}"/);
    }
  });

  it('should show every metric of ours on the dashboard', () => {
    const shown = expressions.join('\n');
    const hidden = own.filter((name) => !shown.includes(name));
    expect(hidden).toEqual([]);
  });

  it('should explain every metric of ours in the guide', () => {
    const guide = read('docs/guides/observability.md');
    expect(own.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
    for (const alert of alerts) expect(guide).toContain(alert.split('\n', 1)[0]);
  });

  it('should choose the data source and the nodes on the dashboard', () => {
    const variables = dashboard.templating.list.map(({ name }: { name: string }) => name);
    expect(variables).toEqual(['datasource', 'instance']);
    expect(JSON.stringify(panels)).not.toMatch(/"uid":"(?!\$\{datasource\})/);
  });
});
