import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { diagnose } from '../../src/doctor/doctor.ts';
import type { FallbackReason } from '../../src/platform/db/database.ts';
import { openPostgres } from '../../src/platform/db/postgres.ts';
import { openWithLongLimits } from '../helpers/database/open-with-long-limits.ts';
import { runOn } from '../helpers/database/postgres-admin.ts';
import {
  startPostgres,
  startReplica,
  WITHOUT_WAITING_FOR_DISK,
} from '../helpers/database/postgres-server.ts';
import { useFolderForAll, useForAll } from '../helpers/hooks.ts';
import { openPremises } from '../helpers/process/operator.ts';
import { type ServerProcess, useServer } from '../helpers/process/server-process.ts';
import { waitUntil } from '../helpers/wait-until.ts';

const TOKEN = 'a token of the tests';
const SECRET_KEY = 'a secret key of two nodes, long enough';
const BODY = { instructions: 'Photograph the door.' };
/** For statements: what ends sooner was ended by another limit. */
const WITHOUT_LIMIT = { connectMs: 5_000, statementMs: 0, answerMs: 2 ** 31 - 1 };

describe('two nodes with a replica for lists', () => {
  const primary = useForAll(() => startPostgres(WITHOUT_WAITING_FOR_DISK), 'stop');
  const replica = useForAll(() => startReplica(primary), 'stop');
  const dataDir = useFolderForAll();
  let key: string;
  beforeAll(async () => {
    const premises = await openPremises({
      open: () => openWithLongLimits({ DATABASE_URL: primary.url }),
    });
    const workspaceId = await premises.createWorkspace();
    await premises.liftLimits(workspaceId);
    ({ key } = await premises.createKey(workspaceId, { environment: 'test' }));
    await premises.close();
  });
  const env = () => ({
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: replica.url,
    DATA_DIR: dataDir,
    METRICS_TOKEN: TOKEN,
    SECRET_KEY,
  });
  const node = useServer(env, 'SIGKILL');
  const otherNode = useServer(env, 'SIGKILL');

  const create = async (at: ServerProcess, body: object = BODY) =>
    (await at.call('POST', '/v1/photo-requests', { key, body })).body.data.id as string;
  const newest = async (at: ServerProcess) => {
    const { status, body } = await at.call('GET', '/v1/photo-requests?limit=1', { key });
    expect(status).toBe(200);
    return (body.data as unknown as { id: string }[])[0]?.id;
  };

  async function scrape(at: ServerProcess) {
    const response = await fetch(`${at.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    const text = await response.text();
    const value = (line: string) =>
      Number(text.split(`\nshutterpost_database_${line} `)[1]?.split('\n', 1)[0] ?? 0);
    return {
      replica: value('list_reads_total{target="replica"}'),
      primary: value('list_reads_total{target="primary"}'),
      fellBack: (reason: FallbackReason) => value(`list_fallbacks_total{reason="${reason}"}`),
      hasLag: text.includes('\nshutterpost_database_replica_lag_seconds '),
    };
  }

  /** Which servers ran the statements of a call. */
  async function readBy(at: ServerProcess, call: () => Promise<unknown>): Promise<string[]> {
    const before = await scrape(at);
    await call();
    const after = await scrape(at);
    return (['replica', 'primary'] as const).filter((target) => after[target] > before[target]);
  }

  const untilInUse = (at: ServerProcess) =>
    waitUntil(async () => expect(await readBy(at, () => newest(at))).toEqual(['replica']));
  const untilBothUseIt = () => Promise.all([node, otherNode].map(untilInUse));
  const timesSaid = (at: ServerProcess, text: string) => at.stdout().split(text).length - 1;

  function hang(): void {
    replica.signalAll('SIGSTOP');
    // Also when the test fails: what is stopped cannot be ended.
    onTestFinished(() => replica.signalAll('SIGCONT'));
  }

  it('should read lists, search, statistics and exports from the replica', async () => {
    const id = await create(node, { ...BODY, external_id: 'claim-4711' });
    const submitted = await node.call('POST', `/v1/test-helpers/photo-requests/${id}/submit`, {
      key,
      body: {},
    });
    expect(submitted.status).toBe(200);
    await untilBothUseIt();
    // Those that find nothing read nothing else, such as photos.
    const paths = [
      '/v1/photo-requests?status=canceled',
      '/v1/photo-requests?search=nowhere',
      '/v1/permanent-links',
      '/v1/events',
      '/v1/stats',
      `/v1/photo-requests/${id}/photos.zip`,
    ];
    for (const path of paths) {
      const get = async () => {
        const response = await fetch(node.url + path, { headers: { 'x-api-key': key } });
        expect([path, response.status]).toEqual([path, 200]);
        await response.arrayBuffer();
      };
      // On a busy machine it may be too far behind for a moment.
      await waitUntil(async () => expect([path, await readBy(node, get)]).toEqual([path, ['replica']]));
    }
    await waitUntil(async () => expect((await scrape(node)).hasLag).toBe(true));
    // One request is read from the primary: whoever asks for it may be about to change it.
    expect(await readBy(node, () => node.call('GET', `/v1/photo-requests/${id}`, { key }))).toEqual([]);
  });

  it('should show what was just written, through the other node too, while the replica lags', async () => {
    await untilBothUseIt();
    await runOn(replica.url, 'select pg_wal_replay_pause()');
    const id = await create(node);
    expect(await newest(otherNode)).toBe(id);
    expect(await newest(node)).toBe(id);
    const { fellBack } = await scrape(otherNode);
    expect(fellBack('behind') + fellBack('unreachable')).toBeGreaterThan(0);
    await runOn(replica.url, 'select pg_wal_replay_resume()');
    await untilBothUseIt();
    expect(await newest(otherNode)).toBe(id);
  });

  it('should go on when the replica is killed, say so once, and use it again when it is back', async () => {
    await untilBothUseIt();
    const said = timesSaid(node, 'replica is not in use');
    await replica.crash();
    for (let call = 0; call < 5; call++) await newest(node);
    // On a busy disk the storage is late for a moment.
    await waitUntil(async () => expect((await node.call('GET', '/readyz')).status).toBe(200));
    expect(timesSaid(node, 'replica is not in use') - said).toBe(1);
    await replica.restart();
    await untilBothUseIt();
  });

  it('should keep one call waiting, and no other, when the replica hangs', async () => {
    await untilBothUseIt();
    const before = await scrape(node);
    hang();
    for (let call = 0; call < 5; call++) await newest(node);
    const after = await scrape(node);
    expect(after.replica).toBe(before.replica);
    // None where it was too far behind for a moment, and so was not asked.
    expect(after.fellBack('unreachable') - before.fellBack('unreachable')).toBeLessThanOrEqual(1);
    replica.signalAll('SIGCONT');
    await untilBothUseIt();
  });

  /** The database as a node opens it, and what it tells. */
  async function openWith(readUrl: string, more: { limits?: typeof WITHOUT_LIMIT } = {}) {
    const reads: (FallbackReason | undefined)[] = [];
    const warnings: unknown[] = [];
    const { lists, close } = openPostgres(primary.url, {
      ...{ readUrl, ...more },
      watch: { queried() {}, committed() {}, waited() {}, listRead: (reason) => void reads.push(reason) },
      log: { info() {}, warn: (line: { err: Error }) => void warnings.push(line.err.message) },
    });
    onTestFinished(close);
    const isReplica = async () =>
      (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(lists)).rows[0]?.is;
    return { lists, isReplica, reads, warnings };
  }

  it('should give up on a replica that hangs by a limit of its own, not by that of a statement', async () => {
    const { isReplica, reads } = await openWith(replica.url, { limits: WITHOUT_LIMIT });
    await waitUntil(async () => expect(await isReplica()).toBe(true));
    hang();
    expect(await isReplica()).toBe(false);
    expect(reads.at(-1)).toBe('unreachable');
    replica.signalAll('SIGCONT');
    await waitUntil(async () => expect(await isReplica()).toBe(true));
  });

  it('should ask the primary when the replica cancels a statement for what it has to replay', async () => {
    const { lists, isReplica, reads } = await openWith(replica.url);
    await waitUntil(async () => expect(await isReplica()).toBe(true));
    await runOn(replica.url, 'alter system set max_standby_streaming_delay = 0');
    await runOn(replica.url, 'select pg_reload_conf()');
    const slow = sql`select count(*), pg_sleep(case when pg_is_in_recovery() then 60 else 0 end) from installation`;
    let listed = slow.execute(lists);
    const running = `select 1 / count(*) from pg_stat_activity where wait_event = 'PgSleep'`;
    await waitUntil(async () => {
      // The replica may have been too far behind for a moment; then the primary took it, which does not sleep.
      if (reads.at(-1) !== undefined && (await isReplica())) listed = slow.execute(lists);
      await runOn(replica.url, running);
    });
    await runOn(primary.url, 'begin; lock table installation in access exclusive mode; commit');
    expect((await listed).rows).toHaveLength(1);
    expect(reads.at(-1)).toBe('conflict');
  });

  it('should not read from another database of the replica', async () => {
    const { isReplica, warnings } = await openWith(replica.url.replace(/postgres$/, 'template1'));
    expect(await isReplica()).toBe(false);
    // On a busy machine a look may find no connection in time.
    await waitUntil(() => expect(warnings).toContain('It does not follow DATABASE_URL'));
    expect(await isReplica()).toBe(false);
  });

  it('should be checked by the doctor', async () => {
    const found = async (more: Record<string, string> = {}) => {
      const { checks } = await diagnose({ ...env(), ...more });
      return checks.find(({ name }) => name === 'read replica');
    };
    const inUse = { status: 'ok', message: expect.stringMatching(/s behind$/) };
    // On a busy machine it may be a second behind.
    await waitUntil(async () => expect(await found()).toMatchObject(inUse));
    const other = replica.url.replace(/postgres$/, 'template1');
    const refusals = {
      [primary.url]: 'It takes writes of its own, so it is not a replica.',
      [other]: 'It names another database than DATABASE_URL.',
    };
    for (const [DATABASE_READ_URL, message] of Object.entries(refusals)) {
      const refused = { status: 'failure', message };
      await waitUntil(async () => expect(await found({ DATABASE_READ_URL })).toMatchObject(refused));
    }
  });

  // The last one: there is no way back for it.
  it('should not read from a replica that was promoted', async () => {
    const id = await newest(node);
    // Right before: one that was too far behind for a moment would not be asked at all.
    await untilBothUseIt();
    await runOn(replica.url, 'select pg_promote()');
    await runOn(replica.url, 'truncate photo_requests cascade');
    expect(await newest(node)).toBe(id);
    const { fellBack } = await scrape(node);
    expect(fellBack('foreign') + fellBack('unreachable')).toBeGreaterThan(0);
  });
});
