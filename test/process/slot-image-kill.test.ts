import { describe, expect, it } from 'vitest';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import type { SlotImage } from '../../src/slot-images/schema.ts';
import type { SlotImageStep } from '../../src/slot-images/service.ts';
import { smallPhoto } from '../helpers/capture/customer.ts';
import { rowsOf, updateRows } from '../helpers/database/stored-rows.ts';
import { createMigratedDatabase, useTestDatabase } from '../helpers/database/test-database.ts';
import { startDoomedServer, stepsOn } from '../helpers/process/doomed-server.ts';
import { usePremises } from '../helpers/process/operator.ts';
import type { ServerProcess } from '../helpers/process/server-process.ts';
import { waitUntil } from '../helpers/wait-until.ts';

const STEPS: SlotImageStep[] = ['image announced', 'image stored', 'image recorded', 'image committed'];

describe.each(['sqlite', 'postgres'] as const)(
  'a server on %s that is killed while an image of a slot is uploaded',
  (engine) => {
    const testDatabase = useTestDatabase(() => createMigratedDatabase(engine));
    const premises = usePremises(testDatabase);
    const env = () => ({ ...testDatabase.env, HOUSEKEEPING_MS: '200' });

    it.each(stepsOn(engine, STEPS))(
      'should list nothing that cannot be read, and leave no file for ever, killed at "%s"',
      async (step) => {
        const workspaceId = await premises.createWorkspace();
        const { key } = await premises.createKey(workspaceId);
        const doomed = await startDoomedServer(env(), { step });
        await expect(upload(doomed, key)).rejects.toThrow();
        expect((await doomed.ended).signal).toBe('SIGKILL');

        const server = await startDoomedServer(env(), { step: 'never' });
        try {
          const left = await list(server, key);
          expect(left).toHaveLength(step === 'image committed' ? 1 : 0);
          // The same call again: an image that was stored is not stored twice.
          const again = await upload(server, key);
          expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([
            201,
            left.length === 1 ? 'true' : null,
          ]);
          await makeDeletionsDue();
          await waitUntil(async () => {
            expect(await rowsOf(premises.database, 'purges', {})).toEqual([]);
          });
          const listed = await list(server, key);
          expect(listed).toHaveLength(1);
          const { pathname } = new URL(listed[0]?.url ?? '');
          expect((await fetch(`${server.url}${pathname}`)).status).toBe(200);
          expect(await storedKeys()).toContain(pathname.slice(1));
          const rows = await rowsOf(premises.database, 'slot_images', {});
          expect(await storedKeys()).toHaveLength(rows.length);
        } finally {
          await server.stop();
        }
      },
    );

    async function upload(server: ServerProcess, key: string): Promise<Response> {
      const headers = { 'x-api-key': key, 'content-type': 'image/jpeg', 'idempotency-key': 'upload' };
      const body = new Uint8Array(await smallPhoto());
      return fetch(`${server.url}/v1/slot-images?purpose=example`, { method: 'POST', headers, body });
    }

    async function list(server: ServerProcess, key: string): Promise<SlotImage[]> {
      return (await server.call('GET', '/v1/slot-images', { key })).body.data as unknown as SlotImage[];
    }

    async function makeDeletionsDue(): Promise<void> {
      const { database } = premises;
      for (const { storage_key } of await rowsOf(database, 'purges', {}))
        await updateRows(database, 'purges', { storage_key }, { due_at: 0 });
    }

    async function storedKeys(): Promise<string[]> {
      const dataDir = testDatabase.env.DATA_DIR ?? '';
      const storage = await openStorage({ storageUrl: undefined, dataDir });
      try {
        const keys = [];
        for await (const { key } of storage.list('slot-images/')) keys.push(key);
        return keys;
      } finally {
        await storage.close();
      }
    }
  },
);
