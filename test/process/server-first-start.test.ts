import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SECRET_KEY } from '../helpers/app/test-platform.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database/test-database.ts';
import { runProcess } from '../helpers/process/child-process.ts';
import { openPremises } from '../helpers/process/operator.ts';
import {
  launchServer,
  type ServerProcess,
  startServer,
  untilAnswers,
} from '../helpers/process/server-process.ts';
import { waitUntil } from '../helpers/wait-until.ts';

const GREETING = 'it won’t be shown again';
const LAST_LINE = 'Documentation: ';
const QR_CODE = /(^ *[█▀▄ ]{20,}\n){8}/m;

const servers: ServerProcess[] = [];
let testDatabase: TestDatabase;
const start = async (env: Record<string, string> = {}) => {
  const server = await startServer({ ...testDatabase.env, ...env });
  servers.push(server);
  return server;
};
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop('SIGKILL');
  await testDatabase.drop();
});

describe.each(['sqlite', 'postgres'] as const)('the first start on %s', (engine) => {
  beforeEach(async () => {
    testDatabase = await createTestDatabase(engine);
  });

  it('should print a sign-in, two keys, a curl line that works as printed, and a sample request for this computer', async () => {
    const server = await start();
    await server.untilPrinted(LAST_LINE);
    const printed = server.stdout();
    expect(printed).toMatch(new RegExp(`Web application\\s+${server.url}/app\\n`));
    expect(printed).toMatch(/Sign in\s+\S+@\S+\n\s+Password\s+\S{12,}\n/);

    const live = /Live API key\s+(shp_live_\w{32})\n/.exec(printed)?.[1] ?? '';
    const test = /Test API key\s+(shp_test_\w{32})\n/.exec(printed)?.[1] ?? '';
    expect((await server.call('GET', '/v1/ping', { key: live })).status).toBe(200);
    expect((await server.call('GET', '/v1/ping', { key: test })).status).toBe(200);

    const curl = curlLineOf(printed);
    const response = JSON.parse((await runProcess('sh', ['-c', curl])).stdout);
    expect(response.data).toMatchObject({ id: expect.stringMatching(/^req_/), status: 'pending', items: [] });
    const status = await runProcess('sh', ['-c', `${curl} -s -o /dev/null -w '%{http_code}'`]);
    expect(status.stdout).toBe('201');

    const sample = new RegExp(`^ {2}(${server.url}/r/\\S+)$`, 'm').exec(printed)?.[1];
    const list = await server.call('GET', '/v1/photo-requests', { key: live });
    expect(list.body.data).toMatchObject([{ request_url: sample, status: 'pending' }]);
    // No phone can open "localhost".
    expect(printed).toContain('to open on this computer:');
    expect(printed).toContain('For a phone, run: npm start -- --https\n');
    expect(printed).not.toMatch(QR_CODE);
  });

  it('should print nothing of it at the second start, which goes on where the first ended', async () => {
    const first = await start();
    await first.untilPrinted(LAST_LINE);
    const key = /shp_live_\w{32}/.exec(first.stdout())?.[0] ?? '';
    await first.stop();
    const second = await start();
    expect((await second.call('GET', '/v1/ping', { key })).status).toBe(200);
    await second.stop();
    const printed = second.stdout() + second.stderr();
    expect(printed).not.toContain(GREETING);
    expect(printed).not.toMatch(/shp_(live|test)_/);
    expect(printed).not.toMatch(/password/i);
  });

  it('should print once in total when two servers start first at once', async () => {
    servers.push(...(await Promise.all([launchServer(testDatabase.env), launchServer(testDatabase.env)])));
    await Promise.all(servers.map(untilAnswers));
    await Promise.any(servers.map((server) => server.untilPrinted(LAST_LINE)));
    const premises = await openPremises(testDatabase);
    await waitUntil(() => Promise.all(servers.map((server) => server.call('GET', '/readyz'))));
    const printed = (await Promise.all(servers.map((server) => server.stop()))).map(({ stdout }) => stdout);
    expect(printed.filter((text) => text.includes(GREETING))).toHaveLength(1);
    expect(await premises.database.reader.selectFrom('workspaces').selectAll().execute()).toHaveLength(1);
    expect(await premises.database.reader.selectFrom('api_keys').selectAll().execute()).toHaveLength(2);
    await premises.close();
  });
});

describe('the first start', () => {
  beforeEach(async () => {
    testDatabase = await createTestDatabase('sqlite');
  });

  it('should print a QR code for a phone where the address is one that phones can open', async () => {
    const server = await start({ PUBLIC_URL: 'https://photos.example.com' });
    await server.untilPrinted(LAST_LINE);
    expect(server.stdout()).toContain('to open on a phone:\n\n  https://photos.example.com/r/');
    expect(server.stdout()).toMatch(QR_CODE);
    expect(server.stdout()).not.toContain('--https');
  });

  it('should print no secret in production, and create no account', async () => {
    const server = await start({ NODE_ENV: 'production', SECRET_KEY });
    await server.untilPrinted('workspace create');
    const printed = server.stdout() + server.stderr();
    expect(printed).not.toMatch(/shp_(live|test)_/);
    expect(printed).not.toContain(GREETING);
    const premises = await openPremises(testDatabase);
    expect(await premises.database.reader.selectFrom('users').selectAll().execute()).toEqual([]);
    expect(await premises.database.reader.selectFrom('api_keys').selectAll().execute()).toEqual([]);
    await premises.close();
  });

  it('should create nothing when the operator created a workspace before', async () => {
    const premises = await openPremises(testDatabase);
    await premises.createWorkspace();
    const server = await start();
    await server.stop();
    expect(server.stdout()).not.toContain(GREETING);
    expect(await premises.database.reader.selectFrom('workspaces').selectAll().execute()).toHaveLength(1);
    await premises.close();
  });
});

/** From `curl` to the first line that is not continued. */
function curlLineOf(printed: string): string {
  return /^ {2}(curl (?:.*\\\n)*.*)$/m.exec(printed)?.[1] ?? '';
}
