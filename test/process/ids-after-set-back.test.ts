import { describe, expect, it } from 'vitest';
import { firstIdAt, timeOfId } from '../../src/platform/ids.ts';
import { eventRow } from '../helpers/database/rows.ts';
import { insertRows, rowOf, rowsOf } from '../helpers/database/stored-rows.ts';
import { createMigratedDatabase, useConnection, useTestDatabase } from '../helpers/database/test-database.ts';
import { createUnlimitedKey, operatorOf } from '../helpers/process/operator.ts';
import { startServer } from '../helpers/process/server-process.ts';

const HOUR = 3_600_000;

describe.each(['sqlite', 'postgres'] as const)('ids on %s after the clock was set back', (engine) => {
  const testDatabase = useTestDatabase(() => createMigratedDatabase(engine));
  const database = useConnection(testDatabase);

  it('should come behind the newest event, whoever starts', async () => {
    const key = await createUnlimitedKey(testDatabase);
    const [workspace] = await rowsOf(database, 'workspaces', {});
    const created_at = Date.now() + HOUR;
    const id = firstIdAt('event', created_at).padEnd(32, 'z');
    await insertRows(database, 'events', eventRow(workspace?.id ?? '', { id, created_at }));

    const server = await startServer(testDatabase.env);
    const body = { instructions: 'Please photograph the parcel.' };
    const { data } = (await server.call('POST', '/v1/photo-requests', { key, body })).body;
    await server.stop();
    const requestId = String(data.id);
    expect(timeOfId('photoRequest', requestId)).toBeGreaterThan(created_at);

    expect((await operatorOf(testDatabase.env).run('request', 'erase', '--id', requestId)).code).toBe(0);
    const told = { subject_id: requestId, type: 'photo_request.deleted' };
    const deleted = await rowOf(database, 'events', told);
    expect(timeOfId('event', deleted.id)).toBeGreaterThan(created_at);
  });
});
