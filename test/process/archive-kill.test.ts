import { describe, expect, it } from 'vitest';
import type { ArchiveStep } from '../../src/archive/steps.ts';
import { OPERATOR } from '../../src/audit/actor.ts';
import { createServices } from '../../src/services.ts';
import { openTestPlatform, SECRET_KEY } from '../helpers/app/test-platform.ts';
import { s3Archive } from '../helpers/archive/archive-scene.ts';
import { startStrictS3 } from '../helpers/archive/archive-server.ts';
import { openDevice, sendShot, sha256, submitFrom, takeShot } from '../helpers/capture/capture-client.ts';
import { keyOf, smallPhoto } from '../helpers/capture/customer.ts';
import { rowsOf } from '../helpers/database/stored-rows.ts';
import { createMigratedDatabase, useTestDatabase } from '../helpers/database/test-database.ts';
import { useForEach } from '../helpers/hooks.ts';
import { startDoomedServer, stepsOn } from '../helpers/process/doomed-server.ts';
import { usePremises } from '../helpers/process/operator.ts';
import { type ServerProcess, startServer } from '../helpers/process/server-process.ts';
import { waitUntil } from '../helpers/wait-until.ts';

const STEPS: ArchiveStep[] = ['file opened', 'file copied', 'copy recorded'];
const PHOTOS = 4;

describe.each(['sqlite', 'postgres'] as const)('a server on %s that is killed while it copies', (engine) => {
  const testDatabase = useTestDatabase(() => createMigratedDatabase(engine));
  const premises = usePremises(testDatabase);
  const s3 = useForEach(startStrictS3, 'close');
  const env = () => ({ ...testDatabase.env, SECRET_KEY, WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' });

  it.each(stepsOn(engine, STEPS))(
    'should be followed by one that copies every file to its name, killed at "%s"',
    async (step) => {
      const { database } = premises;
      const workspaceId = await premises.createWorkspace();
      await premises.liftLimits(workspaceId);
      const { key } = await premises.createKey(workspaceId);
      await setUpArchive(workspaceId);
      const doomed = await startDoomedServer(env(), { step, occurrence: 2 });
      const id = await submitTo(doomed, key);
      expect((await doomed.ended).signal).toBe('SIGKILL');
      await s3.untilUnused();
      const copiedBefore = s3.calls.length;

      const server = await startServer(env());
      try {
        await waitUntil(async () => {
          const copies = await rowsOf(database, 'archive_copies', { request_id: id });
          expect(copies.map(({ status }) => status)).toEqual(Array(PHOTOS).fill('done'));
        });
        const sent = await Promise.all(Array.from({ length: PHOTOS }, (_, slot) => smallPhoto(slot + 1)));
        expect([...s3.files.values()].map(sha256).sort()).toEqual(sent.map(sha256).sort());
        // Only what was under way may be copied twice.
        expect(s3.calls.length - copiedBefore).toBeLessThanOrEqual(PHOTOS);
        expect(new Set(s3.calls).size).toBe(PHOTOS);
      } finally {
        await server.stop();
      }
    },
  );

  async function setUpArchive(workspaceId: string): Promise<void> {
    const { platform, close } = await openTestPlatform({ database: premises.database });
    const { archiveSettings } = createServices(platform);
    await archiveSettings.save({ ...OPERATOR, workspaceId, environment: 'live' }, s3Archive(s3));
    await close();
  }

  async function submitTo(server: ServerProcess, key: string): Promise<string> {
    const body = { instructions: 'Please photograph the car.' };
    const created = await server.call('POST', '/v1/photo-requests', { key, body });
    const { id = '', request_url = '' } = created.body.data as Record<string, string>;
    const device = await openDevice(server.url, { kind: 'request', key: keyOf(request_url) });
    const shots = await Promise.all(
      Array.from({ length: PHOTOS }, async (_, slot) => takeShot(device, slot, await smallPhoto(slot + 1))),
    );
    for (const shot of shots) await sendShot(server.url, shot);
    const clientIds = shots.map(({ clientId }) => clientId);
    // It may end before it can respond.
    await submitFrom(server.url, device, clientIds).catch(() => {});
    return id;
  }
});
