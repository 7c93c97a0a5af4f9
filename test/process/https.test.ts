import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useFolderForAll } from '../helpers/hooks.ts';
import { freePort } from '../helpers/http/free-port.ts';
import { type RunningProcess, runProcess, startProcess } from '../helpers/process/child-process.ts';

describe('npm start -- --https', () => {
  let port: number;
  let server: RunningProcess;
  const start = async () => {
    server = startProcess(process.execPath, ['src/main.js', '--https'], {
      DATA_DIR: folder,
      PORT: String(port),
      // The address of whichever network the machine is in must not decide the test.
      HOST: '127.0.0.1',
      PUBLIC_URL: `https://127.0.0.1:${port}`,
    });
    await server.untilPrinted('Safari');
  };
  const folder = useFolderForAll();
  beforeAll(async () => {
    port = await freePort();
    await start();
  });
  afterAll(async () => {
    server.kill('SIGKILL');
    await server.ended;
  });
  const certificate = () => readFileSync(join(folder, 'https-certificate.pem'), 'utf8');

  it('should serve with a certificate that holds for the address, and print where a phone finds it, the same after a restart', async () => {
    const first = certificate();
    const response = await get(`https://127.0.0.1:${port}/healthz`, first);
    expect(response).toMatchObject({ status: 200, body: '{"status":"ok"}', isAuthorized: true });
    server.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    await start();
    expect(certificate()).toBe(first);
    expect((await get(`https://127.0.0.1:${port}/healthz`, first)).status).toBe(200);

    const printed = server.stdout();
    expect(printed).toContain(`On a phone on the same network: https://127.0.0.1:${port}\n`);
    expect(printed.match(/^ *[█▀▄ ]{20,}$/gm)?.length ?? 0).toBeGreaterThan(8);
    expect(printed).not.toContain('it won’t be shown again');
  });

  it('should serve over https alone', async () => {
    expect((await get(`https://127.0.0.1:${port}/app/sign-in`, certificate())).status).toBe(200);
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  });

  it('should refuse an argument that there is not', async () => {
    const { code, stderr } = await runProcess(process.execPath, ['src/main.js', '--http2'], {
      DATA_DIR: folder,
    });
    expect(code).toBe(1);
    expect(stderr).toContain('--http2: unknown argument; the only one is --https');
  });
});

function get(url: string, ca: string): Promise<{ status: number; body: string; isAuthorized: boolean }> {
  return new Promise((resolve, reject) => {
    const call = request(url, { ca, agent: false }, (response: IncomingMessage) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      const isAuthorized = (response.socket as TLSSocket).authorized;
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body, isAuthorized }));
    });
    call.on('error', reject).end();
  });
}
