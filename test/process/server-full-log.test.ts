import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SECRET_KEY } from '../helpers/app/test-platform.ts';
import { createTestDatabase } from '../helpers/database/test-database.ts';
import { freePort } from '../helpers/http/free-port.ts';
import { waitUntil } from '../helpers/wait-until.ts';

it('should keep responding, and stop when told, while the disk behind its log is full', async () => {
  const database = await createTestDatabase('sqlite');
  const port = await freePort();
  const full = openSync('/dev/full', 'w');
  const server = spawn(process.execPath, ['src/main.js'], {
    env: { ...process.env, ...database.env, NODE_ENV: 'production', SECRET_KEY, PORT: String(port) },
    stdio: ['ignore', full, 'ignore'],
  });
  closeSync(full);
  const ended = new Promise((resolve) => server.once('exit', resolve));
  try {
    const ping = () => fetch(`http://localhost:${port}/healthz`, { headers: { connection: 'close' } });
    await waitUntil(ping);
    for (let i = 0; i < 200; i++) expect((await ping()).status).toBe(200);
    server.kill('SIGTERM');
    expect(await ended).toBe(0);
  } finally {
    server.kill('SIGKILL');
    await ended;
    await database.drop();
  }
});
