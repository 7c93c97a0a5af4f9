import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/db/open-database.ts';
import { openWithLongLimits } from '../helpers/database/open-with-long-limits.ts';
import { startPostgres } from '../helpers/database/postgres-server.ts';
import { useFolderForAll, useForAll } from '../helpers/hooks.ts';
import { createUnlimitedKey } from '../helpers/process/operator.ts';
import { useServerForEach } from '../helpers/process/server-process.ts';
import { waitUntil } from '../helpers/wait-until.ts';

/** Far longer than anyone may wait for a server that hangs: it must be noticed otherwise. */
const LIMIT_OF_STATEMENTS = /Query read timeout|canceling statement/;
const BODY = { instructions: 'Photograph the door.' };

describe('a PostgreSQL that stops and comes back', () => {
  let key: string;
  const dataDir = useFolderForAll();
  const postgres = useForAll(startPostgres, 'stop');
  beforeAll(async () => {
    key = await createUnlimitedKey({
      open: () => openWithLongLimits({ DATABASE_URL: postgres.url }),
    });
  });
  const server = useServerForEach(() => ({ DATABASE_URL: postgres.url, DATA_DIR: dataDir }));

  const create = () => server.call('POST', '/v1/photo-requests', { key, body: BODY });
  const ping = () => server.call('GET', '/v1/ping', { key });

  /** Soon: on a busy disk the storage is late for a moment. */
  const untilReadyAs = (status: number, body: object) =>
    waitUntil(async () => {
      const response = await server.call('GET', '/readyz');
      expect([response.status, response.body]).toEqual([status, body]);
    });

  /** What the log says of a call that failed. */
  function reasonLogged(requestId: string | null): string {
    const lines = server.stdout().split('\n');
    const line = lines.find((one) => one.includes(`"request_id":"${requestId}"`) && one.includes('"err":'));
    expect(line).toBeDefined();
    return JSON.parse(line ?? '').err.message;
  }

  async function expectClearRefusals(): Promise<void> {
    const responses = await Promise.all([ping(), create(), ping(), create()]);
    for (const { status, headers, body } of responses) {
      expect([status, body.error.code]).toEqual([503, 'service_unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      const reason = await waitUntil(() => reasonLogged(headers.get('x-request-id')));
      expect(reason).not.toMatch(LIMIT_OF_STATEMENTS);
    }
    await untilReadyAs(503, { status: 'unavailable', problems: ['database'] });
    expect((await server.call('GET', '/healthz')).status).toBe(200);
  }

  async function expectRecovery(): Promise<void> {
    await waitUntil(async () => expect((await ping()).status).toBe(200));
    const created = await create();
    expect(created.status).toBe(201);
    const found = await server.call('GET', `/v1/photo-requests/${created.body.data.id}`, { key });
    expect(found.status).toBe(200);
    await untilReadyAs(200, { status: 'ok' });
  }

  it('should cost a 503 while it is down, and be forgotten when it is up again', async () => {
    const before = await create();
    await postgres.crash();
    await expectClearRefusals();
    await postgres.restart();
    await expectRecovery();
    const found = await server.call('GET', `/v1/photo-requests/${before.body.data.id}`, { key });
    expect(found.status).toBe(200);
  });

  it('should cost a 503 while it hangs, within seconds, and be forgotten when it goes on', async () => {
    expect((await create()).status).toBe(201);
    postgres.signalAll('SIGSTOP');
    try {
      await expectClearRefusals();
      // Those who come now find no connection that works; they too hear of it soon.
      await expectClearRefusals();
    } finally {
      postgres.signalAll('SIGCONT');
    }
    await expectRecovery();
  });

  it('should not be taken for one that hangs because a statement takes long', async () => {
    const database = await openDatabase({ databaseUrl: postgres.url, sqliteFile: '' });
    try {
      const slow = sql<{ done: number }>`select 1 as done from pg_sleep(8)`.execute(database.reader);
      expect((await slow).rows).toEqual([{ done: 1 }]);
    } finally {
      await database.close();
    }
  });
});
