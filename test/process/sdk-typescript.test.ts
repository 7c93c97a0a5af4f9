import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AuthenticationError,
  ConnectionError,
  createShutterpost,
  NotFoundError,
  RateLimitError,
  ValidationError,
  VerificationError,
  verifyReturn,
  verifyWebhook,
} from '../../packages/typescript/src/index.ts';
import { type FailingProxy, startFailingProxy } from '../helpers/http/failing-proxy.ts';
import { PROJECT_ROOT, runProcess } from '../helpers/process/child-process.ts';
import { filledIn } from '../helpers/process/example.ts';
import { commandsOf } from '../helpers/process/printed-blocks.ts';
import { type ServerProcess, startServer } from '../helpers/process/server-process.ts';
import { receivedReturns, receivedWebhooks } from '../helpers/sdks/received.ts';

const PACKAGE = join(PROJECT_ROOT, 'packages', 'typescript');

describe('the TypeScript SDK', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-sdk-'));
  let server: ServerProcess;
  let apiKey: string;
  beforeAll(async () => {
    server = await startServer({ DATA_DIR: join(folder, 'data') });
    await server.untilPrinted('Documentation: ');
    apiKey = /shp_test_\w{32}/.exec(server.stdout())?.[0] ?? '';
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const connect = (options: { baseUrl?: string; apiKey?: string; maxRetries?: number } = {}) =>
    createShutterpost({ baseUrl: server.url, apiKey, ...options });

  it('should be built as it is published, and run its example', async () => {
    const installed = join(folder, 'node_modules', '@shutterpost', 'sdk');
    mkdirSync(installed, { recursive: true });
    const tsc = join(PROJECT_ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const build = await runProcess(process.execPath, [
      tsc,
      '-p',
      PACKAGE,
      '--outDir',
      join(installed, 'dist'),
    ]);
    expect(build).toMatchObject({ code: 0, stdout: '' });
    cpSync(join(PACKAGE, 'package.json'), join(installed, 'package.json'));
    cpSync(join(PACKAGE, 'examples', 'first-request.ts'), join(folder, 'first-request.ts'));
    const example = await runProcess(process.execPath, [join(folder, 'first-request.ts')], {
      SHUTTERPOST_URL: server.url,
      SHUTTERPOST_KEY: apiKey,
    });
    expect(example.stderr).toBe('');
    expect(example.stdout).toMatch(
      /^Send this to your customer: \S+\nThe whole car from the front: \d+ bytes\nThe damage up close: \d+ bytes\nreq_\w+ is submitted\nRefused: .+\n$/,
    );
    const [install, program, ...others] = commandsOf(readFileSync(join(PACKAGE, 'README.md'), 'utf8'));
    expect([install?.block, others]).toEqual(['npm install @shutterpost/sdk', []]);
    const values = { 'https://photos.example.com': server.url };
    writeFileSync(
      join(folder, 'readme.ts'),
      `${filledIn(program?.block ?? '', values)}\nconsole.log(request.id);\n`,
    );
    const readme = await runProcess(process.execPath, [join(folder, 'readme.ts')], {
      SHUTTERPOST_KEY: apiKey,
    });
    expect(readme.stderr + readme.stdout).toMatch(/^req_\w+\n$/);
  });

  it('should read page after page', async () => {
    const { templates } = connect();
    const created = [];
    for (const name of ['One', 'Two', 'Three'])
      created.push((await templates.create({ name, instructions: 'Photograph it.' })).id);
    const found = [];
    for await (const { id } of templates.list({ limit: 2 })) found.push(id);
    expect(found).toEqual(created.toReversed());
    expect((await templates.list({ limit: 2 }).toArray(1)).length).toBe(1);
    expect((await templates.list({ limit: 2 }).page()).meta.has_more).toBe(true);
  });

  it('should say what was refused, by whom, and where it is explained', async () => {
    const wrongKey = connect({ apiKey: 'shp_test_wrong' });
    await expect(wrongKey.service.ping()).rejects.toBeInstanceOf(AuthenticationError);
    await expect(connect().photoRequests.get('req_none')).rejects.toBeInstanceOf(NotFoundError);
    const refused = await connect()
      .photoRequests.create({ instructions: 'x', expires_in_hours: 0 })
      .catch((error: unknown) => error as ValidationError);
    expect(refused).toBeInstanceOf(ValidationError);
    expect(refused).toMatchObject({
      status: 422,
      code: 'validation_error',
      details: { expires_in_hours: [expect.any(String)] },
      requestId: expect.stringMatching(/^req_/),
    });
  });

  describe('through a network that fails', () => {
    let proxy: FailingProxy;
    beforeAll(async () => {
      proxy = await startFailingProxy(server.url);
    });
    afterAll(() => proxy.close());

    it('should create a request once, whatever is lost on the way', async () => {
      proxy.faults = ['lost before', 'busy', 'lost after'];
      proxy.keys = [];
      const { photoRequests } = connect({ baseUrl: proxy.url });
      const { id } = await photoRequests.create({ instructions: 'Once', external_id: 'only-once' });
      expect(new Set(proxy.keys).size).toBe(1);
      expect(proxy.keys.length).toBe(4);
      const found = await photoRequests.list({ external_id: 'only-once' }).toArray(10);
      expect(found.map((request) => request.id)).toEqual([id]);
    });

    it('should not repeat what may have happened and cannot be repeated', async () => {
      const { photoRequests } = connect({ baseUrl: proxy.url });
      const { id } = await photoRequests.create({ instructions: 'Cancel me' });
      proxy.faults = ['lost after'];
      await expect(photoRequests.cancel(id)).rejects.toBeInstanceOf(ConnectionError);
      expect((await photoRequests.get(id)).status).toBe('canceled');
    });

    it('should leave the decision to the caller when it has to wait long', async () => {
      proxy.faults = ['later'];
      await expect(connect({ baseUrl: proxy.url }).service.ping()).rejects.toSatisfy(
        (error) => error instanceof RateLimitError && error.retryAfter === 3_600,
      );
    });

    it('should refuse a photo that is not the one that was sent', async () => {
      const { photoRequests, testHelpers, downloadPhoto } = connect();
      const { id } = await photoRequests.create({ instructions: 'Photograph it.' });
      const [first, second] = (await testHelpers.submitSamplePhotos(id)).items;
      const exchanged = { url: first?.url ?? '', sha256: second?.sha256 ?? '' };
      await expect(downloadPhoto(exchanged)).rejects.toBeInstanceOf(VerificationError);
    });
  });

  it('should know what is genuine', async () => {
    const nameOf = (error: unknown) => (error as Error).constructor.name;
    for (const { body, headers, secrets, becomes } of receivedWebhooks())
      expect(
        await verifyWebhook({ body, headers, secret: secrets }).then(({ id }) => id, nameOf),
        JSON.stringify({ body, headers, secrets }),
      ).toBe(becomes);
    for (const { url, secrets, becomes } of receivedReturns())
      expect(
        await verifyReturn({ url, secret: secrets }).then((back) => back.photo_request_id, nameOf),
        url,
      ).toBe(becomes);
  });
});
