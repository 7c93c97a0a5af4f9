import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openDevice,
  required,
  sendShot,
  sha256,
  sha256Of,
  submitFrom,
  takeShot,
} from '../helpers/capture/capture-client.ts';
import { keyOf, smallPhoto } from '../helpers/capture/customer.ts';
import { createTestDatabase, useTestDatabase } from '../helpers/database/test-database.ts';
import { useFolderForAll, useForAll } from '../helpers/hooks.ts';
import { createUnlimitedKey, operatorWithProcesses } from '../helpers/process/operator.ts';
import { type ServerProcess, startServer } from '../helpers/process/server-process.ts';

interface Item {
  url: string;
  sha256: string;
}

/** What the server said it has: requests, and the photos that were submitted to them. */
type Acknowledged = Map<string, string[]>;

describe('a backup of a server at work', () => {
  const folder = useFolderForAll();
  const archive = join(folder, 'backup.tar');
  const restored = { DATA_DIR: join(folder, 'restored') };
  const acknowledged: Acknowledged = new Map();
  const testDatabase = useTestDatabase(() => createTestDatabase('sqlite'));
  const operator = useForAll(() => operatorWithProcesses(testDatabase.env));
  let server: ServerProcess;
  let key: string;
  let before: Acknowledged;

  beforeAll(async () => {
    server = await startServer(testDatabase.env);
    key = await createUnlimitedKey(testDatabase);
  });
  afterAll(() => server.stop());

  /** One customer after the other, until it is enough or the server is gone. */
  async function comeAndGo(isEnough: () => boolean, first: number): Promise<void> {
    for (let number = first; !isEnough(); number++) {
      const created = await server.call('POST', '/v1/photo-requests', {
        key,
        body: { instructions: 'A photo, please.' },
      });
      const { id, request_url } = created.body.data as { id: string; request_url: string };
      // Some are deleted again, files and all, while they may be on their way into the backup.
      const isKept = number % 4 !== 0;
      if (isKept) acknowledged.set(id, []);
      const device = await openDevice(server.url, { kind: 'request', key: keyOf(request_url) });
      const shot = takeShot(device, 0, await smallPhoto(first + (number % 3)));
      required(await sendShot(server.url, shot));
      required(await submitFrom(server.url, device, [shot.clientId]));
      if (isKept) acknowledged.set(id, [sha256(shot.body)]);
      else await server.call('DELETE', `/v1/photo-requests/${id}`, { key });
    }
  }

  it('should be created while customers come and go', async () => {
    let isOver = false;
    const customers = [10, 20, 30].map((first) => comeAndGo(() => isOver, first));
    await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(15);
    before = new Map(acknowledged);
    const report = await operator.json('backup', '--to', archive);
    expect(report).toMatchObject({ photos_missing: 0, photos_damaged: 0, has_secret_key: true });
    const during = acknowledged.size - before.size;
    isOver = true;
    await Promise.all(customers);
    // The server was not held up by it.
    expect(during).toBeGreaterThan(0);
  });

  it('should bring back everything that was acknowledged before, on another machine', async () => {
    await server.stop('SIGKILL');
    const report = await operatorWithProcesses(restored).json('restore', '--from', archive);
    expect(report).toMatchObject({ data_dir: restored.DATA_DIR, has_secret_key: true });
    expect(await operatorWithProcesses(restored).json('photos', 'verify')).toMatchObject({
      missing: 0,
      damaged: 0,
    });

    server = await startServer(restored);
    for (const [id, hashes] of before) {
      const { status, body } = await server.call('GET', `/v1/photo-requests/${id}`, { key });
      // It may have been submitted after the list was made, but not lost.
      const items = (body.data?.items ?? []) as Item[];
      expect([id, status]).toEqual([id, 200]);
      if (hashes.length > 0) expect(items.map((item) => item.sha256)).toEqual(hashes);
      for (const item of items) expect(await sha256Of(server.url, item.url)).toBe(item.sha256);
    }
  });

  it('should not be restored over a server at work', async () => {
    const refused = await operatorWithProcesses(restored).run('restore', '--from', archive);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/is not empty .*\n/);
    expect(refused.stderr).not.toMatch(/^\s+at /m);
    expect((await server.call('GET', '/healthz')).status).toBe(200);
  });

  it('should tell a person what is in it and what to do', async () => {
    const created = await operatorWithProcesses(restored).run('backup', '--to', join(folder, 'second.tar'));
    expect([created.code, created.stderr]).toEqual([0, '']);
    expect(created.stdout).toMatch(/photos_missing\s+0\n[\s\S]*contains personal data and the secret key/);
    const again = await operatorWithProcesses(restored).failure('backup', '--to', join(folder, 'second.tar'));
    expect(again).toMatchObject({ exit: 1, code: 'not_operational' });
  });

  it('should be left to the tools of PostgreSQL and S3 where these are used', async () => {
    const elsewhere = operatorWithProcesses({
      DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/shutterpost',
      STORAGE_URL: 's3://key:hunter2@bucket?endpoint=http://127.0.0.1:1&region=local',
    });
    for (const command of [
      ['backup', '--to', join(folder, 'none.tar')],
      ['restore', '--from', archive],
    ]) {
      const { code, stderr } = await elsewhere.run(...command);
      expect(code).toBe(1);
      expect(stderr).toMatch(/pg_dump/);
      expect(stderr).toMatch(/versioning/);
      expect(stderr).not.toContain('hunter2');
    }
    expect(existsSync(join(folder, 'none.tar'))).toBe(false);
  });
});
