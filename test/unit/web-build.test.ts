import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAssets } from '../../src/capture/pages/index.ts';
import { builtFileRoute } from '../../src/pages/built-file-route.ts';
import { createTraceError } from '../../src/platform/http/error-body.ts';
import { createErrorHandler } from '../../src/platform/http/error-handler.ts';
import type { App } from '../../src/platform/http/typed-app.ts';
import { LANGUAGES } from '../../src/shared/languages.ts';
import { loadWebAppAssets } from '../../src/web-app/page-assets.ts';
import { webAppPageRoutes } from '../../src/web-app/page-routes.ts';

/** A build whose files carry this version in their names, as Vite makes them. */
async function build(folder: string, version: string, entries: string[], more: string[] = []) {
  await rm(folder, { recursive: true, force: true });
  for (const texts of ['texts', 'verify-texts'])
    await mkdir(join(folder, 'assets', texts), { recursive: true });
  const manifest: Record<string, object> = {};
  for (const entry of entries) {
    const name = `assets/${entry.replaceAll(/\W/g, '-')}-${version}`;
    manifest[entry] = { file: `${name}.js`, css: [`${name}.css`], isEntry: true };
    await writeAll(join(folder, `${name}.js`), `run("${entry} ${version}");`);
    await writeAll(join(folder, `${name}.css`), `a{}/* ${entry} ${version} */`);
  }
  for (const name of more) await writeAll(join(folder, `assets/${name}`), `{"version":"${version}"}`);
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

async function writeAll(path: string, text: string): Promise<void> {
  await writeFile(path, text);
  await writeFile(`${path}.gz`, gzipSync(text));
  await writeFile(`${path}.br`, brotliCompressSync(text));
}

describe('the built files of a running server', () => {
  const app = fastify();
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'web-build-'));
    const customer = join(folder, 'customer');
    const team = join(folder, 'team');
    const texts = LANGUAGES.flatMap(({ code }) => [`texts/${code}-1.json`, `verify-texts/${code}-1.json`]);
    await build(customer, '1', ['capture/main.tsx', 'capture/site.ts', 'verify/main.ts'], texts);
    await build(team, '1', ['index.html']);
    app.setValidatorCompiler(validatorCompiler);
    app.setErrorHandler(createErrorHandler(createTraceError('https://photos.example.com')));
    const { files } = await loadAssets(customer);
    builtFileRoute(app as unknown as App, '/', () => files);
    const site = { signUp: 'open', mailConfigured: true } as const;
    webAppPageRoutes(app as unknown as App, await loadWebAppAssets(team), site);
    app.get('/fails', async (_request, reply) => {
      reply.header('content-encoding', 'gzip').header('cache-control', 'public, max-age=31536000, immutable');
      throw new Error('The disk is gone');
    });
    await build(customer, '2', ['capture/main.tsx', 'capture/site.ts', 'verify/main.ts'], texts);
    await build(team, '2', ['index.html']);
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  const get = (url: string, encoding?: string) =>
    app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });

  it('should stay those that its pages name when others are put in their place', async () => {
    const { body: shell } = await get('/app');
    const [, script = ''] = /src="([^"]+)"/.exec(shell) ?? [];
    const [, styles = ''] = /stylesheet" href="([^"]+)"/.exec(shell) ?? [];
    expect((await get(script)).body).toBe('run("index.html 1");');
    expect((await get(styles)).body).toBe('a{}/* index.html 1 */');
    expect((await get('/assets/capture-main-tsx-1.js')).body).toBe('run("capture/main.tsx 1");');
    expect((await get('/assets/texts/de-1.json')).json()).toEqual({ version: '1' });
  });

  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ])('should be sent as %s to whoever takes that, and kept for ever', async (encoding, decode) => {
    for (const base of ['/app/assets/index-html', '/assets/capture-main-tsx']) {
      const response = await get(`${base}-1.js`, encoding);
      expect(response.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'content-encoding': encoding,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      });
      expect(decode(response.rawPayload).toString()).toMatch(/^run\("/);
    }
  });

  it.each([
    '/app/assets/index-html-2.js',
    '/assets/capture-main-tsx-2.js',
    '/app/assets/%2e%2e%2fmanifest.json',
  ])('should not be found, in words that no one keeps, where there is none: %s', async (address) => {
    const response = await get(address, 'gzip');
    expect(response.statusCode).toBe(404);
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(response.headers).not.toHaveProperty('content-encoding');
    expect(response.json()).toMatchObject({ error: { code: 'not_found' } });
  });

  it('should never be an error that says it is compressed or keeps for ever', async () => {
    const response = await get('/fails', 'gzip');
    expect(response.statusCode).toBe(500);
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(response.headers).not.toHaveProperty('content-encoding');
    expect(response.json()).toMatchObject({ error: { code: 'internal_error' } });
  });
});
