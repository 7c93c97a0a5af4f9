import { beforeAll, describe, expect, it } from 'vitest';
import {
  openDevice,
  required,
  sendShot,
  sha256Of,
  submitFrom,
  takeShot,
} from '../helpers/capture/capture-client.ts';
import { keyOf, smallPhoto } from '../helpers/capture/customer.ts';
import { createMigratedDatabase, useTestDatabase } from '../helpers/database/test-database.ts';
import { useForAll } from '../helpers/hooks.ts';
import { openPremises } from '../helpers/process/operator.ts';
import { useServerForEach } from '../helpers/process/server-process.ts';
import { startS3Server } from '../helpers/storage/s3-server.ts';
import { waitUntil } from '../helpers/wait-until.ts';

describe('an S3 server that stops and comes back', () => {
  const testDatabase = useTestDatabase(() => createMigratedDatabase('sqlite'));
  const s3 = useForAll(startS3Server, 'stop');
  let key: string;
  beforeAll(async () => {
    const premises = await openPremises(testDatabase);
    const workspaceId = await premises.createWorkspace();
    ({ key } = await premises.createKey(workspaceId));
    await premises.close();
  });
  const server = useServerForEach(() => ({ ...testDatabase.env, STORAGE_URL: s3.url() }));

  async function openPage() {
    const body = { instructions: 'Photograph the door.' };
    const created = await server.call('POST', '/v1/photo-requests', { key, body });
    const { id, request_url } = created.body.data as { id: string; request_url: string };
    const device = await openDevice(server.url, { kind: 'request', key: keyOf(request_url) });
    const shots = [
      takeShot(device, 0, await smallPhoto(1)),
      takeShot(device, 1, await smallPhoto(2)),
    ] as const;
    return { id, device, shots };
  }

  async function send(shot: Parameters<typeof sendShot>[1]) {
    const reply = await sendShot(server.url, shot);
    return [reply?.status, reply?.code];
  }

  /** The first photo is there before, the second is taken while the storage is away. */
  async function loseAndRegain(case_: {
    lose: () => Promise<void>;
    regain: () => Promise<void>;
    maxRetries: number;
  }): Promise<void> {
    const { id, device, shots } = await openPage();
    const [before, during] = shots;
    expect(await send(before)).toEqual([201, undefined]);
    await case_.lose();
    expect(await send(during)).toEqual([503, 'service_unavailable']);
    // Once the failure itself is in the log, so is all that came before it.
    await waitUntil(() => expect(server.stdout()).toMatch(/"level":"error".*The storage is not available/));
    const retries = server.stdout().match(/Writing to the storage failed; retrying/g) ?? [];
    expect(retries.length).toBeLessThanOrEqual(case_.maxRetries);
    const ready = await server.call('GET', '/readyz');
    expect([ready.status, ready.body]).toEqual([503, { status: 'unavailable', problems: ['storage'] }]);
    // What needs no file goes on.
    expect((await server.call('GET', `/v1/photo-requests/${id}`, { key })).status).toBe(200);

    await case_.regain();
    await waitUntil(async () => expect(await send(during)).toEqual([201, undefined]));
    const clientIds = shots.map(({ clientId }) => clientId);
    required(await submitFrom(server.url, device, clientIds));
    const { body } = await server.call('GET', `/v1/photo-requests/${id}`, { key });
    const items = body.data.items as { url: string; sha256: string }[];
    expect(items).toHaveLength(2);
    for (const { url, sha256 } of items) expect(await sha256Of(server.url, url)).toBe(sha256);
    await waitUntil(async () => expect((await server.call('GET', '/readyz')).body).toEqual({ status: 'ok' }));
  }

  it('should cost 503 while it is down, after three attempts at the most, and no photo', async () => {
    await loseAndRegain({
      lose: () => s3.signal('SIGKILL'),
      regain: () => s3.restart(),
      maxRetries: 2,
    });
  });

  it('should cost 503 while it hangs, after one attempt, and no photo', async () => {
    await loseAndRegain({
      lose: () => s3.signal('SIGSTOP'),
      regain: () => s3.signal('SIGCONT'),
      maxRetries: 0,
    });
  });
});
