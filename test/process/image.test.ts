import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECRET_KEY } from '../helpers/app/test-platform.ts';
import { type Image, layOutImage } from '../helpers/capture/image.ts';
import { freePort } from '../helpers/http/free-port.ts';
import { type Finished, runProcess, startProcess } from '../helpers/process/child-process.ts';
import { HEAVY_BUILTINS, watchBuiltins } from '../helpers/process/loaded-builtins.ts';
import { overHttp, type ServerProcess, untilAnswers } from '../helpers/process/server-process.ts';

/** What the Dockerfile copies, with the production packages alone, read-only, as its user and with its settings. */
describe('the files of the image', () => {
  let image: Image;
  let server: ServerProcess;
  let env: Record<string, string>;
  beforeAll(async () => {
    image = layOutImage();
    const port = await freePort();
    // The image listens on all addresses of its container; this is no container.
    env = {
      ...image.env,
      HOST: 'localhost',
      PORT: String(port),
      DATA_DIR: image.data,
      TMPDIR: image.temporary,
      SECRET_KEY,
    };
    const watched = { ...env, ...watchBuiltins(image.data).env };
    const running = startProcess(process.execPath, [...image.asUser, ...image.command], watched, {
      cwd: image.folder,
    });
    server = overHttp(running, port);
    await untilAnswers(server);
  });
  afterAll(async () => {
    await server.stop('SIGKILL');
    image.remove();
  });

  const run = (...args: string[]): Promise<Finished> =>
    runProcess(process.execPath, [...image.asUser, ...args], env, { cwd: image.folder });
  const command = async (...args: string[]) => {
    const { code, stdout, stderr } = await run('src/cli/main.js', ...args, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  };

  it('should take a photo request from its creation to its photos', async () => {
    await server.untilPrinted('Open this link to create the owner account');
    const workspace = await command(
      ...['workspace', 'create', '--name', 'Acme', '--email', 'owner@acme.example'],
      ...['--password', 'seven purple lamps hum', '--plan', 'enterprise'],
    );
    const { key } = await command(
      'key',
      'create',
      '--workspace',
      workspace.workspace_id,
      '--env',
      'test',
      '--name',
      'A',
    );
    const created = await server.call('POST', '/v1/photo-requests', {
      key,
      body: { instructions: 'The damage' },
    });
    expect(created.status).toBe(201);
    const helper = `/v1/test-helpers/photo-requests/${created.body.data.id}/submit`;
    const submitted = await server.call('POST', helper, { key });
    expect(submitted.body.data).toMatchObject({ status: 'submitted' });
    const [photo] = submitted.body.data.items as { url: string; thumbnail_url: string }[];
    const thumbnail = new URL(photo?.thumbnail_url ?? '');
    expect((await fetch(server.url + thumbnail.pathname + thumbnail.search)).status).toBe(200);
    expect((await server.call('GET', '/v1/openapi.json', { key })).status).toBe(200);
    for (const page of ['/code', '/app/sign-in', '/docs']) {
      expect((await fetch(server.url + page)).status).toBe(200);
    }
  });

  it('should not even try to write outside of the data folder', () => {
    expect(statSync(join(image.data, 'shutterpost.db')).uid).not.toBe(0);
    expect(readdirSync(image.temporary)).toEqual([]);
    expect(server.stdout() + server.stderr()).not.toMatch(/EACCES|EROFS|EPERM/);
  });

  it('should be found healthy while it runs, and end at once with a signal', async () => {
    expect((await run(...image.healthCheck)).code).toBe(0);
    expect((await server.stop('SIGTERM')).code).toBe(0);
    expect((await run(...image.healthCheck)).code).toBe(1);
    // All of its code was compiled when the image was made.
    const loaded = watchBuiltins(image.data).read();
    expect(HEAVY_BUILTINS.filter((name) => loaded.includes(name))).toEqual([]);
  });
});
