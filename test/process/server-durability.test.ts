import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMigratedDatabase, useTestDatabase } from '../helpers/database/test-database.ts';
import { createUnlimitedKey } from '../helpers/process/operator.ts';
import { type ServerProcess, startServerWithLongLimits } from '../helpers/process/server-process.ts';

const CLIENTS = 16;
const CREATED_BEFORE_THE_KILL = 60;

describe.each(['sqlite', 'postgres'] as const)('what got a 201 on %s', (engine) => {
  const testDatabase = useTestDatabase(() => createMigratedDatabase(engine));
  let server: ServerProcess;
  let key: string;
  beforeAll(async () => {
    key = await createUnlimitedKey(testDatabase);
    server = await startServerWithLongLimits(testDatabase.env);
  });
  afterAll(() => server.stop('SIGKILL'));

  it.each([1, 2, 3])(
    'should be there after the server is killed in the middle of many calls, round %i',
    async (round) => {
      const created = new Map<string, string>();
      const clients = Array.from({ length: CLIENTS }, (_, client) =>
        createUntilKilled(`${round}-${client}`, created),
      );
      await vi.waitFor(() => expect(created.size).toBeGreaterThan(CREATED_BEFORE_THE_KILL), {
        timeout: 60_000,
        interval: 5,
      });
      await server.stop('SIGKILL');
      await Promise.all(clients);

      // The next round kills this one.
      server = await startServerWithLongLimits(testDatabase.env);
      const found = new Map<string, string>();
      for (const id of created.keys()) {
        const { status, body } = await server.call('GET', `/v1/photo-requests/${id}`, { key });
        if (status === 200) found.set(id, body.data.instructions as string);
      }
      expect(found).toEqual(created);
    },
  );

  async function createUntilKilled(name: string, created: Map<string, string>): Promise<void> {
    const doomed = server;
    for (let call = 0; ; call++) {
      const instructions = `Request ${name}-${call}`;
      try {
        const { status, body } = await doomed.call('POST', '/v1/photo-requests', {
          key,
          body: { instructions },
        });
        expect(status).toBe(201);
        created.set(body.data.id as string, instructions);
      } catch (error) {
        if (error instanceof TypeError) return;
        throw error;
      }
    }
  }
});
