import { join } from 'node:path';
import pg from 'pg';
import { NEW_REQUEST } from '../api/sample-rows.ts';
import { seed } from '../api/seed.ts';
import { openDatabases } from '../databases.ts';
import { drive, type Target } from '../load.ts';
import { type Effort, takeTurns } from '../measure.ts';
import { familyCpuMs } from '../process-stats.ts';
import { type ServerProcess, service, startProcess } from '../server-process.ts';
import type { Comparison, PeerSample } from './comparison.ts';

const CONNECTIONS = 32;
const ROWS = 1_000;
const LISTED = 20;
const HOUR_MS = 3_600_000;

const PARSE_KEYS = { APPLICATION_ID: 'bench', MASTER_KEY: 'a key that only the benchmark uses' };
const JSON_BODY = { 'content-type': 'application/json' };
const PARSE_HEADERS = {
  'x-parse-application-id': PARSE_KEYS.APPLICATION_ID,
  'x-parse-master-key': PARSE_KEYS.MASTER_KEY,
};
const CLASS_PATH = '/classes/PhotoRequest';
const LIST_PATH = `${CLASS_PATH}?order=-createdAt&limit=${LISTED}`;

/** What the service stores of a new request; here the caller has to bring what it would make itself. */
const PARSE_OBJECT = {
  workspace_id: 'ws_00000000000000000000000000',
  environment: 'live',
  type: 'one_time',
  status: 'pending',
  instructions: NEW_REQUEST.instructions,
  photo_slots: NEW_REQUEST.photo_slots,
  token: '00000000000000000000000000',
  unique_code: '22222222',
  external_id: NEW_REQUEST.external_id,
  metadata: NEW_REQUEST.metadata,
  locale: 'en',
  expires_at: {
    __type: 'Date',
    iso: new Date(Date.now() + NEW_REQUEST.expires_in_hours * HOUR_MS).toISOString(),
  },
};

/** Photo requests of the service beside objects of Parse Server, in two databases of one PostgreSQL. */
export async function benchRequests(options: Effort, peers: string, folder: string): Promise<Comparison[]> {
  const databases = await openDatabases('postgres', folder);
  const servers: ServerProcess[] = [];
  try {
    const logFile = join(folder, 'servers.log');
    const own = await seed(await databases.create('own'), ROWS, { photosEach: 0 });
    const other = await databases.create('parse');
    const subject = await startProcess(service(own.env, logFile));
    servers.push(subject);
    const parse = await startProcess({
      command: process.execPath,
      args: ['bench/peers/parse-process.ts', peers],
      env: { NODE_ENV: 'production', DATA_DIR: folder, ...PARSE_KEYS, ...other.env },
      logFile,
    });
    servers.push(parse);
    const objectIds = await fillParse(parse.url, other.databaseUrl as string);

    const driven = async (target: Target, seconds: number): Promise<PeerSample> => {
      const before = familyCpuMs(databases.processId as number);
      const sample = await drive(target, seconds);
      const databaseMs = (familyCpuMs(databases.processId as number) - before) / sample.responses;
      return { ...sample, withDatabaseMs: sample.cpuMs + databaseMs };
    };
    const compare = async (what: string, ours: Target['requests'], theirs: Target['requests']) => {
      const target = (server: ServerProcess, requests: Target['requests'], headers: object) => ({
        name: what,
        server,
        connections: CONNECTIONS,
        requests: requests.map((one) => ({ ...one, headers: { ...one.headers, ...headers } })),
      });
      const [mine, peer] = await takeTurns(
        [target(subject, ours, { 'x-api-key': own.key }), target(parse, theirs, PARSE_HEADERS)],
        options,
        driven,
      );
      return { what, peer: 'Parse Server', ours: mine, theirs: peer } as Comparison;
    };
    const post = (path: string, body: object) => [
      { method: 'POST' as const, path, headers: JSON_BODY, body: JSON.stringify(body) },
    ];

    return [
      await compare(
        'read one request',
        own.ids.map((id) => ({ path: `/v1/photo-requests/${id}` })),
        objectIds.map((id) => ({ path: `${CLASS_PATH}/${id}` })),
      ),
      await compare(
        `list the newest ${LISTED}`,
        [{ path: `/v1/photo-requests?limit=${LISTED}` }],
        [{ path: LIST_PATH }],
      ),
      // The last one: both tables grow.
      await compare(
        'create a request',
        post('/v1/photo-requests', NEW_REQUEST),
        post(CLASS_PATH, PARSE_OBJECT),
      ),
    ];
  } finally {
    for (const server of servers) await server.stop();
    await databases.close();
  }
}

/** As many objects as the service has requests, and an index for the list, which its own table lacks. */
async function fillParse(url: string, databaseUrl: string): Promise<string[]> {
  const call = async (path: string, body?: object) => {
    const init = body && { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(url + path, { ...init, headers: { ...JSON_BODY, ...PARSE_HEADERS } });
    if (!response.ok) throw new Error(`${path} got ${response.status}: ${await response.text()}`);
    return response.json() as Promise<{ objectId: string; results: object[] }>;
  };
  const fields = Object.entries(PARSE_OBJECT).map(([name, value]) => [name, { type: parseType(value) }]);
  await call('/schemas/PhotoRequest', { className: 'PhotoRequest', fields: Object.fromEntries(fields) });
  const objectIds: string[] = [];
  while (objectIds.length < ROWS) objectIds.push((await call(CLASS_PATH, PARSE_OBJECT)).objectId);
  const { results } = await call(LIST_PATH);
  if (results.length !== LISTED) throw new Error(`Parse Server lists ${results.length} objects`);

  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create index on "PhotoRequest" ("createdAt" desc)');
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  await client.end();
  return objectIds;
}

function parseType(value: unknown): string {
  if (typeof value === 'string') return 'String';
  if (Array.isArray(value)) return 'Array';
  return Object.hasOwn(value as object, '__type') ? 'Date' : 'Object';
}
