import { describe, expect, it } from 'vitest';
import type { PhotoRequest } from '../../src/photo-requests/schema.ts';
import type { ReviewStep } from '../../src/reviews/steps.ts';
import { openDevice, sendShot, submitFrom, takeShot } from '../helpers/capture/capture-client.ts';
import { keyOf, smallPhoto } from '../helpers/capture/customer.ts';
import { rowsOf } from '../helpers/database/stored-rows.ts';
import { createMigratedDatabase, useTestDatabase } from '../helpers/database/test-database.ts';
import { startDoomedServer, stepsOn } from '../helpers/process/doomed-server.ts';
import { usePremises } from '../helpers/process/operator.ts';
import { type ServerProcess, startServer } from '../helpers/process/server-process.ts';

const STEPS: ReviewStep[] = [
  'round withdrawn',
  'decision recorded',
  'link opened',
  'decision told',
  'decision committed',
];
const ASK = JSON.stringify({ decision: 'request_changes', slots: [{ slot_index: 0, reason: 'glare' }] });

describe.each(['sqlite', 'postgres'] as const)(
  'a server on %s that is killed while someone decides',
  (engine) => {
    const testDatabase = useTestDatabase(() => createMigratedDatabase(engine));
    const premises = usePremises(testDatabase);

    it.each(stepsOn(engine, STEPS))(
      'should have decided wholly or not at all, killed at "%s", and once when it is asked again',
      async (step) => {
        const { database } = premises;
        const workspaceId = await premises.createWorkspace();
        const { key } = await premises.createKey(workspaceId);
        const doomed = await startDoomedServer(testDatabase.env, { step });
        const id = await submitTo(doomed, key);
        await expect(decide(doomed, key, id)).rejects.toThrow();
        expect((await doomed.ended).signal).toBe('SIGKILL');

        const server = await startServer(testDatabase.env);
        try {
          const left = await read(server, key, id);
          const isDecided = step === 'decision committed';
          expect(left).toMatchObject(
            isDecided
              ? { status: 'in_progress', round: 2, review: { state: 'changes_requested' } }
              : { status: 'submitted', round: 1, review: { state: 'pending' } },
          );
          const pending = await rowsOf(database, 'pending_reviews', { request_id: id });
          expect(pending).toHaveLength(isDecided ? 0 : 1);

          const again = await decide(server, key, id);
          expect(again.status).toBe(200);
          expect(again.headers.get('idempotent-replayed')).toBe(isDecided ? 'true' : null);
          expect(await read(server, key, id)).toMatchObject({
            status: 'in_progress',
            round: 2,
            review: { state: 'changes_requested', slots: [{ slot_index: 0 }] },
            items: [{ round: 1 }],
          });
        } finally {
          await server.stop();
        }
      },
    );

    function decide(server: ServerProcess, key: string, id: string): Promise<Response> {
      const headers = {
        'x-api-key': key,
        'content-type': 'application/json',
        'idempotency-key': `decide-${id}`,
      };
      return fetch(`${server.url}/v1/photo-requests/${id}/review`, { method: 'POST', headers, body: ASK });
    }

    async function read(server: ServerProcess, key: string, id: string): Promise<PhotoRequest> {
      return (await server.call('GET', `/v1/photo-requests/${id}`, { key })).body.data as PhotoRequest;
    }

    async function submitTo(server: ServerProcess, key: string): Promise<string> {
      const body = { instructions: 'Please photograph the car.', requires_review: true };
      const created = await server.call('POST', '/v1/photo-requests', { key, body });
      const { id = '', request_url = '' } = created.body.data as Record<string, string>;
      const device = await openDevice(server.url, { kind: 'request', key: keyOf(request_url) });
      const shot = takeShot(device, 0, await smallPhoto(1));
      await sendShot(server.url, shot);
      await submitFrom(server.url, device, [shot.clientId]);
      return id;
    }
  },
);
