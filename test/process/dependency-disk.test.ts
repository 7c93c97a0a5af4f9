import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/db/open-database.ts';
import {
  openDevice,
  required,
  sendShot,
  sha256,
  sha256Of,
  submitFrom,
  takeShot,
} from '../helpers/capture/capture-client.ts';
import { keyOf } from '../helpers/capture/customer.ts';
import { samplePhoto } from '../helpers/capture/sample-photo.ts';
import { useForEach } from '../helpers/hooks.ts';
import { createUnlimitedKey } from '../helpers/process/operator.ts';
import { useServerForEach } from '../helpers/process/server-process.ts';
import { canMount, mountSmallDisk } from '../helpers/process/small-disk.ts';
import { waitUntil } from '../helpers/wait-until.ts';

if (!canMount()) it.skip('needs the right to mount a file system, which there is not here');
else
  describe('a data volume that is full', () => {
    const disk = useForEach(() => mountSmallDisk(48), 'remove');
    let key: string;
    beforeEach(async () => {
      const sqliteFile = join(disk.folder, 'shutterpost.db');
      key = await createUnlimitedKey({ open: () => openDatabase({ databaseUrl: undefined, sqliteFile }) });
    });
    const server = useServerForEach(() => ({ DATA_DIR: disk.folder }));

    const ready = async () => {
      const { status, body } = await server.call('GET', '/readyz');
      return [status, body];
    };
    /** Soon: on a busy disk the storage is late for a moment. */
    const untilReadyAs = (expected: unknown) =>
      waitUntil(async () => expect(await ready()).toEqual(expected));
    const create = (instructions = 'Photograph the door.') =>
      server.call('POST', '/v1/photo-requests', { key, body: { instructions } });
    const filesBelow = (folder: string) =>
      readdirSync(join(disk.folder, 'photos', folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name);

    async function openPage() {
      const { id, request_url } = (await create()).body.data as { id: string; request_url: string };
      const device = await openDevice(server.url, { kind: 'request', key: keyOf(request_url) });
      return { id, device, shot: takeShot(device, 0, await samplePhoto()) };
    }

    it('should be told of before it is full', async () => {
      await untilReadyAs([200, { status: 'ok' }]);
      disk.fill(2 * 1024 ** 2);
      await untilReadyAs([200, { status: 'degraded', problems: ['disk'] }]);
      expect((await create()).status).toBe(201);
      disk.clear();
      await untilReadyAs([200, { status: 'ok' }]);
    });

    it('should cost 503 and leave nothing half-written, until there is space again', async () => {
      const { id, device, shot } = await openPage();
      disk.fill(0);
      const upload = await sendShot(server.url, shot);
      expect([upload?.status, upload?.code]).toEqual([503, 'service_unavailable']);
      expect(filesBelow('')).toEqual([]);

      // What is written to the database's log may still find room in it; then it is kept.
      const acknowledged: string[] = [];
      const refused = await waitUntil(async () => {
        const response = await create('Photograph the door. '.repeat(90));
        if (response.status === 201) acknowledged.push(String(response.body.data.id));
        expect(response.status).toBe(503);
        return response;
      });
      expect(refused.body.error.code).toBe('service_unavailable');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      const [status, body] = await ready();
      expect(status).toBe(503);
      expect(body).toEqual({ status: 'unavailable', problems: expect.arrayContaining(['storage', 'disk']) });
      // Reading goes on.
      expect((await server.call('GET', `/v1/photo-requests/${id}`, { key })).status).toBe(200);

      disk.clear();
      await waitUntil(async () => expect((await create()).status).toBe(201));
      for (const created of acknowledged) {
        expect((await server.call('GET', `/v1/photo-requests/${created}`, { key })).status).toBe(200);
      }
      expect((await sendShot(server.url, shot))?.status).toBe(201);
      required(await submitFrom(server.url, device, [shot.clientId]));
      const found = await server.call('GET', `/v1/photo-requests/${id}`, { key });
      const items = found.body.data.items as { url: string }[];
      expect(await sha256Of(server.url, items[0]?.url ?? '')).toBe(sha256(shot.body));
      await untilReadyAs([200, { status: 'ok' }]);
    });
  });
