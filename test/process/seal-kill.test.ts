import { describe, expect, it } from 'vitest';
import type { SealStep } from '../../src/content-credentials/steps.ts';
import type { Photo } from '../../src/photos/schema.ts';
import { openDevice, sendShot, sha256, submitFrom, takeShot } from '../helpers/capture/capture-client.ts';
import { keyOf, smallPhoto } from '../helpers/capture/customer.ts';
import { readSeal } from '../helpers/content-credentials/official-reader.ts';
import { rowsOf } from '../helpers/database/stored-rows.ts';
import { createMigratedDatabase, useTestDatabase } from '../helpers/database/test-database.ts';
import { startDoomedServer, stepsOn } from '../helpers/process/doomed-server.ts';
import { usePremises } from '../helpers/process/operator.ts';
import { type ServerProcess, startServer } from '../helpers/process/server-process.ts';
import { waitUntil } from '../helpers/wait-until.ts';

const PHOTOS = 2;
const STEPS: SealStep[] = ['photo read', 'photo signed', 'seal stored', 'seal recorded', 'seal committed'];

describe.each(['sqlite', 'postgres'] as const)('a server on %s that is killed while it seals', (engine) => {
  const testDatabase = useTestDatabase(() => createMigratedDatabase(engine));
  const premises = usePremises(testDatabase);

  it.each(stepsOn(engine, STEPS))(
    'should be followed by one that seals every photo, killed at "%s"',
    async (step) => {
      const { database } = premises;
      const workspaceId = await premises.createWorkspace();
      await premises.liftLimits(workspaceId);
      const { key } = await premises.createKey(workspaceId);
      const doomed = await startDoomedServer(testDatabase.env, { step });
      const id = await submitTo(doomed, key);
      expect((await doomed.ended).signal).toBe('SIGKILL');

      const server = await startServer(testDatabase.env);
      try {
        const items = await sealedItems(server, key, id);
        const anchors = await (await fetch(`${server.url}/.well-known/shutterpost-ca.pem`)).text();
        const rows = await rowsOf(database, 'photos', { request_id: id }, 'slot_index');
        for (const [index, { sealed_url, sha256: original }] of items.entries()) {
          expect(original).toBe(sha256(await smallPhoto(index + 1)));
          const sealed = Buffer.from(await (await fetch(sealed_url ?? '')).arrayBuffer());
          expect(sha256(sealed)).toBe(rows[index]?.sealed_sha256);
          expect((await readSeal(sealed, { anchors })).state).toBe('Trusted');
        }
        expect(await rowsOf(database, 'seal_jobs', { request_id: id })).toEqual([]);
      } finally {
        await server.stop();
      }
    },
  );

  async function submitTo(server: ServerProcess, key: string): Promise<string> {
    const created = await server.call('POST', '/v1/photo-requests', {
      key,
      body: { instructions: 'Please photograph the car.' },
    });
    const { id = '', request_url = '' } = created.body.data as Record<string, string>;
    const device = await openDevice(server.url, { kind: 'request', key: keyOf(request_url) });
    const shots = await Promise.all(
      Array.from({ length: PHOTOS }, async (_, slot) => takeShot(device, slot, await smallPhoto(slot + 1))),
    );
    for (const shot of shots) await sendShot(server.url, shot);
    await submitFrom(
      server.url,
      device,
      shots.map(({ clientId }) => clientId),
    );
    return id;
  }

  function sealedItems(server: ServerProcess, key: string, id: string): Promise<Photo[]> {
    return waitUntil(async () => {
      const { body } = await server.call('GET', `/v1/photo-requests/${id}`, { key });
      const { items } = body.data as { items: Photo[] };
      expect(items.map(({ sealed_url }) => sealed_url)).toEqual(items.map(() => expect.any(String)));
      expect(items).toHaveLength(PHOTOS);
      return items;
    });
  }
});
