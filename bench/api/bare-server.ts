// The ceilings: Fastify with nothing around it. Usage: node bench/api/bare-server.ts constant|read|list|insert
import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fastify from 'fastify';
import type { PhotoRequestRow } from '../../src/platform/db/tables.ts';
import { CODE_ALPHABET, CODE_LENGTH } from '../../src/shared/short-code.ts';
import { COLUMNS, codeOf, rowValues, type Value } from './sample-rows.ts';

type ListedRow = Pick<PhotoRequestRow, 'id' | 'submitted_at'>;

interface Store {
  read(id: string): unknown;
  list(): ListedRow[] | Promise<ListedRow[]>;
  photosOf(requestIds: string[]): unknown;
  insert(values: Value[]): unknown;
}

const { DATA_DIR = '', DATABASE_URL, WORKSPACE_ID = '', PORT } = process.env;
/** The page that the service reads, one row more than it shows, and the photos of what was submitted. */
const LIST = `select * from photo_requests where workspace_id = $1 and environment = 'live'
  order by id desc limit 21`;
const PHOTOS = 'select * from photos where request_id';
const INSERT = `insert into photo_requests (${COLUMNS.join(', ')}) values`;
/** As many connections as the service has. */
const POOL_SIZE = 20;
/** Shares no factor with the number of codes: its multiples run through all of them before one comes again. */
const CODE_STEP = 7_777_777;
const ALL_CODES = CODE_ALPHABET.length ** CODE_LENGTH;

const app = fastify();
app.get('/healthz', () => ({ status: 'ok' }));
await addRoute(process.argv[2] ?? '');
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
process.once('SIGTERM', () => process.exit(0));

async function addRoute(kind: string): Promise<void> {
  if (kind === 'constant') {
    app.get('/constant', () => ({ status: 'ok' }));
    return;
  }
  const store = DATABASE_URL === undefined ? sqliteStore() : await postgresStore(DATABASE_URL);
  if (kind === 'read') {
    app.get<{ Params: { id: string } }>('/read/:id', (request) => store.read(request.params.id));
    return;
  }
  if (kind === 'list') {
    app.get('/list', async () => {
      const requests = await store.list();
      const submitted = requests.filter((row) => row.submitted_at !== null).map((row) => row.id);
      return { requests, photos: await store.photosOf(submitted) };
    });
    return;
  }
  let number = randomInt(1_000_000_000);
  app.post('/insert', async (_request, reply) => {
    number += 1;
    // As long and as scattered over their indexes as the service's own, but cheaper to make.
    const id = `req_${Date.now().toString(36).padStart(12, '0')}${String(number).padStart(16, '0')}`;
    const token = randomBytes(13).toString('hex');
    const code = codeOf((number * CODE_STEP) % ALL_CODES);
    const row = { id, token, code, status: 'pending', workspaceId: WORKSPACE_ID, createdAt: Date.now() };
    await store.insert(rowValues(row));
    reply.code(201);
    return { id };
  });
}

/** One commit and one sync for each row, as `synchronous = full` makes a single statement. */
function sqliteStore(): Store {
  const connection = new DatabaseSync(join(DATA_DIR, 'shutterpost.db'));
  connection.exec('pragma journal_mode = wal; pragma synchronous = full');
  const select = connection.prepare('select * from photo_requests where id = ?');
  const list = connection.prepare(LIST);
  const photos = connection.prepare(`${PHOTOS} in (select value from json_each(?))`);
  const insert = connection.prepare(`${INSERT} (${COLUMNS.map(() => '?').join(', ')})`);
  return {
    read: (id) => select.get(id),
    list: () => list.all({ $1: WORKSPACE_ID }) as unknown as ListedRow[],
    photosOf: (ids) => photos.all(JSON.stringify(ids)),
    insert: (values) => insert.run(...values),
  };
}

async function postgresStore(url: string): Promise<Store> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE });
  const select = { name: 'read', text: 'select * from photo_requests where id = $1' };
  const photos = { name: 'photos', text: `${PHOTOS} = any($1)` };
  const insert = {
    name: 'insert',
    text: `${INSERT} (${COLUMNS.map((_, column) => `$${column + 1}`).join(', ')})`,
  };
  return {
    read: async (id) => (await pool.query({ ...select, values: [id] })).rows[0],
    list: async () => (await pool.query({ name: 'list', text: LIST, values: [WORKSPACE_ID] })).rows,
    photosOf: async (ids) => (await pool.query({ ...photos, values: [ids] })).rows,
    insert: (values) => pool.query({ ...insert, values }),
  };
}
