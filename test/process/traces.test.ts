import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/audit/actor.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { createServices } from '../../src/services.ts';
import { openTestPlatform, SECRET_KEY } from '../helpers/app/test-platform.ts';
import { createMigratedDatabase, type TestDatabase } from '../helpers/database/test-database.ts';
import { type ReceivedSpan, startOtlpReceiver } from '../helpers/http/otlp-receiver.ts';
import { launchServer, startServer, untilAnswers } from '../helpers/process/server-process.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { type Receiver, startReceiver } from '../helpers/webhooks/misbehaving-receiver.ts';

const CALLER = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const EMAIL = 'a-customer@example.com';

/** Prints which of the packages for metrics and traces a process loads. */
const TELL_LOADED = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) {
    const name = /node_modules\\/(prom-client|@opentelemetry\\/[^/]+)/.exec(url);
    if (name !== null) process.stderr.write('loaded ' + name[1] + '\\n');
    return next(url, context);
  } });
`)}`;

interface TracedResponse {
  status: number;
  requestId: string;
  data: { id: string; request_url: string };
}

describe('traces', () => {
  let testDatabase: TestDatabase;
  let receiver: Receiver;
  let collector: Awaited<ReturnType<typeof startOtlpReceiver>>;
  let keys: { live: string; test: string };
  let workspaceId: string;
  let created: TracedResponse;
  let submitted: TracedResponse;
  let page: TracedResponse;
  let unknown: TracedResponse;

  beforeAll(async () => {
    testDatabase = await createMigratedDatabase('sqlite');
    receiver = await startReceiver();
    collector = await startOtlpReceiver();
    ({ keys, workspaceId } = await prepare(testDatabase, receiver));
    const server = await startServer({
      ...testDatabase.env,
      SECRET_KEY,
      WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'photos-of-acme',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    });
    const call = async (
      key: string,
      method: string,
      path: string,
      body?: object,
    ): Promise<TracedResponse> => {
      const response = await fetch(server.url + path, {
        method,
        headers: {
          'x-api-key': key,
          traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-01`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const { data } = text.startsWith('{') ? JSON.parse(text) : { data: undefined };
      return { status: response.status, requestId: response.headers.get('x-request-id') ?? '', data };
    };
    created = await call(keys.live, 'POST', '/v1/photo-requests', {
      instructions: 'Photograph the door.',
      recipient_email: EMAIL,
      send_email: true,
    });
    const { data } = await call(keys.test, 'POST', '/v1/photo-requests', { instructions: 'A test' });
    submitted = await call(keys.test, 'POST', `/v1/test-helpers/photo-requests/${data.id}/submit`);
    page = await call(keys.live, 'GET', '/r/a-token-that-no-one-has');
    unknown = await call(keys.live, 'GET', '/nowhere/a-token-that-no-one-has');
    await receiver.waitFor('/traced', 1);
    const mails = join(testDatabase.env.DATA_DIR ?? '', 'mail');
    await waitUntil(() => expect(readdirSync(mails)).toHaveLength(1));
    await server.stop();
  });
  afterAll(async () => {
    await collector.close();
    await receiver.stop();
    await testDatabase.drop();
  });

  const spansNamed = (name: string) => collector.spans().filter((span) => span.name === name);
  const spanOf = (response: TracedResponse): ReceivedSpan => {
    const found = collector
      .spans()
      .find(
        ({ kind, attributes }) => kind === 2 && attributes['shutterpost.request_id'] === response.requestId,
      );
    if (found === undefined) throw new Error(`There is no span of ${response.requestId}`);
    return found;
  };
  const childrenOf = (parent: ReceivedSpan) =>
    collector.spans().filter(({ parentSpanId }) => parentSpanId === parent.spanId);

  it('should have a span for each call, below the caller’s own', () => {
    expect([created.status, submitted.status]).toEqual([201, 200]);
    expect(spanOf(created)).toMatchObject({
      ...{ name: 'POST /v1/photo-requests', traceId: CALLER.traceId, parentSpanId: CALLER.spanId, status: 0 },
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/v1/photo-requests',
        'http.response.status_code': 201,
        'shutterpost.workspace_id': workspaceId,
      },
    });
  });

  it('should name a call by its route, and one that leads nowhere by its method alone', () => {
    expect(spanOf(submitted).name).toBe('POST /v1/test-helpers/photo-requests/:id/submit');
    expect(spanOf(page)).toMatchObject({
      name: 'GET /r/:token',
      attributes: { 'http.response.status_code': 404 },
    });
    expect(spanOf(unknown)).toMatchObject({ name: 'GET', attributes: { 'http.response.status_code': 404 } });
    expect(collector.text()).not.toContain('a-token-that-no-one-has');
  });

  it('should have what the call asked of the database and the storage below it', () => {
    const names = childrenOf(spanOf(created)).map(({ name }) => name);
    expect(names).toContain('database read');
    expect(names).toContain('database write');
    expect(childrenOf(spanOf(submitted)).map(({ name }) => name)).toContain('storage put');
  });

  it('should link what is sent in the background to the call it came from', () => {
    for (const name of ['webhook post', 'mail send']) {
      const [sent] = spansNamed(name);
      const { traceId, spanId } = spanOf(created);
      expect(sent).toMatchObject({
        links: [{ traceId, spanId }],
        attributes: { 'shutterpost.request_id': created.requestId },
      });
      expect(sent?.parentSpanId).toBeUndefined();
    }
  });

  it('should mark what failed', () => {
    expect(spansNamed('webhook post')[0]).toMatchObject({
      status: 2,
      attributes: { 'shutterpost.outcome': 'answered_badly' },
    });
    expect(spansNamed('mail send')[0]).toMatchObject({
      status: 0,
      attributes: { 'shutterpost.outcome': 'sent' },
    });
  });

  it('should have no trace of the service looking after itself', () => {
    const roots = collector.spans().filter(({ parentSpanId }) => parentSpanId === undefined);
    expect(new Set(roots.map(({ name }) => name))).toEqual(new Set(['webhook post', 'mail send']));
  });

  it('should say which service it is, as the standard variables tell', () => {
    expect(collector.resource()).toMatchObject({
      'service.name': 'photos-of-acme',
      'service.version': expect.stringMatching(/^\d+\.\d+\.\d+/),
      'deployment.environment.name': 'test',
    });
  });

  it('should have nothing secret or personal in them', () => {
    const secrets = [
      keys.live.slice(9),
      EMAIL,
      'Photograph',
      receiver.url,
      created.data.request_url.split('/').pop(),
    ];
    for (const secret of secrets) expect(collector.text()).not.toContain(secret);
  });
});

describe('metrics and traces that no one asked for', () => {
  it('should not even be loaded', async () => {
    const testDatabase = await createMigratedDatabase('sqlite');
    const server = await launchServer({ ...testDatabase.env, NODE_OPTIONS: TELL_LOADED });
    await untilAnswers(server);
    expect((await server.call('GET', '/metrics')).status).toBe(404);
    const { stderr } = await server.stop();
    expect(stderr).not.toContain('loaded');
    await testDatabase.drop();
  });

  it('should be loaded when they are', async () => {
    const testDatabase = await createMigratedDatabase('sqlite');
    const server = await launchServer({
      ...testDatabase.env,
      NODE_OPTIONS: TELL_LOADED,
      METRICS_PORT: '0',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:9/no-one-listens-there',
    });
    await untilAnswers(server);
    await server.untilPrinted('Metrics are served on their own port');
    const address = /"address":\{"address":"[^"]+","family":"IPv[46]","port":(\d+)\}/.exec(server.stdout());
    const metrics = await fetch(`http://localhost:${address?.[1]}/metrics`);
    expect(await metrics.text()).toContain('shutterpost_build_info{version="');
    expect((await fetch(`http://localhost:${address?.[1]}/other`)).status).toBe(404);
    await server.call('GET', '/v1/ping');
    const { stdout, stderr, code } = await server.stop();
    expect(code).toBe(0);
    expect(stderr).toContain('loaded prom-client');
    const complaint = stdout.split('\n').find((line) => line.includes('Traces could not be sent')) ?? '{}';
    expect(Object.keys(JSON.parse(complaint))).toEqual(['level', 'time', 'reason', 'msg']);
    expect(stderr).toContain('loaded @opentelemetry/sdk-trace');
    await testDatabase.drop();
  });
});

/** A workspace with keys, and an endpoint that refuses what it is told. */
async function prepare(testDatabase: TestDatabase, receiver: Receiver) {
  await receiver.behave('/traced', { status: 500 });
  const database = await testDatabase.open();
  await migrate(database);
  const { platform, close } = await openTestPlatform({ database });
  const services = createServices(platform);
  const owner = { email: 'owner@example.com', password: 'three loud geese' };
  const { workspaceId } = await services.identity.ownedWorkspaces.create(OPERATOR, {
    name: 'Acme',
    ...owner,
    plan: 'enterprise',
  });
  const createKey = async (environment: 'live' | 'test') =>
    (await services.apiKeys.create(OPERATOR, workspaceId, { environment, name: 'A key' })).key;
  const keys = { live: await createKey('live'), test: await createKey('test') };
  await services.webhookEndpoints.create(OPERATOR, workspaceId, {
    url: `${receiver.url}/traced`,
    events: ['photo_request.created'],
    serves: 'live',
  });
  await close();
  await database.close();
  return { keys, workspaceId };
}
