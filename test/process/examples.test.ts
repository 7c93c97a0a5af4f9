import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useFolderForAll } from '../helpers/hooks.ts';
import { freePort } from '../helpers/http/free-port.ts';
import { PROJECT_ROOT, runProcess, startProcess } from '../helpers/process/child-process.ts';
import { filledIn, layOutExample, shellBlocks } from '../helpers/process/example.ts';
import { installedPackages } from '../helpers/process/installed-packages.ts';
import { useServer } from '../helpers/process/server-process.ts';

const packages = await installedPackages('examples/claims-form');

describe.skipIf(packages.missing !== '')(`the claims form${packages.missing}`, () => {
  const folder = useFolderForAll();
  const server = useServer(() => ({
    DATA_DIR: join(folder, 'data'),
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
  }));

  it('should go from the form to the photos by the commands of its README', async () => {
    await server.untilPrinted('Documentation: ');
    const url = `http://localhost:${await freePort()}`;
    const values: Record<string, string> = {
      'http://localhost:3000': server.url,
      'http://localhost:4000': url,
      'shp_test_…': /shp_test_\w{32}/.exec(server.stdout())?.[0] ?? '',
    };
    const { path, readme } = layOutExample('claims-form', packages.folder, folder);
    const [install, createEndpoint, start, submit, ...others] = shellBlocks(readme);
    expect([install, others]).toEqual(['npm install', []]);
    const exports = { SHUTTERPOST_URL: server.url, SHUTTERPOST_KEY: values['shp_test_…'] ?? '' };
    const answerOf = async (block = '') => {
      const { code, stdout } = await runProcess('sh', ['-ec', filledIn(block, values)], exports);
      expect(code).toBe(0);
      return JSON.parse(stdout).data;
    };

    values['whsec_…'] = (await answerOf(createEndpoint)).signing_secret;
    // So that what is ended afterwards is the application, and not only the shell around it.
    const command = filledIn(start ?? '', values).replace('\nnode ', '\nexec node ');
    const app = startProcess('sh', ['-ec', command], { ...exports, PORT: new URL(url).port }, { cwd: path });
    onTestFinished(async () => {
      app.kill('SIGKILL');
      await app.ended;
    });
    await app.untilPrinted(`Open ${url}`);

    expect(await (await fetch(url)).text()).toContain('<form');
    const form = new URLSearchParams({ name: '<Ada> Example', story: 'Someone drove into the parked car.' });
    const claim = await fetch(`${url}/claims`, { method: 'POST', body: form });
    const waiting = await claim.text();
    expect(waiting).toContain('Claim of &lt;Ada&gt; Example');
    expect(waiting).toContain(`${server.url}/r/`);
    expect(waiting).toContain('<svg');
    const listed = await server.call('GET', '/v1/photo-requests', { key: exports.SHUTTERPOST_KEY });
    const [request] = listed.body.data as unknown as { id: string; unique_code: string }[];
    expect(waiting).toContain(`<b>${request?.unique_code}</b>`);

    values['req_…'] = request?.id ?? '';
    await answerOf(submit);
    const arrived = await vi.waitFor(
      async () => {
        const page = await (await fetch(claim.url)).text();
        expect(page).toContain('Your photos have arrived');
        return page;
      },
      { timeout: 60_000, interval: 200 },
    );
    const photos = [...arrived.matchAll(/<img src="([^"]+)"/g)].map(([, source = '']) => source);
    expect(photos.length).toBe(2);
    for (const photo of photos)
      expect((await fetch(url + photo)).headers.get('content-type')).toBe('image/jpeg');

    const forged = await fetch(`${url}/webhooks`, { method: 'POST', body: '{}' });
    expect(forged.status).toBe(401);
  });

  it('should have no type errors', async () => {
    const tsc = join(PROJECT_ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const { path } = layOutExample('claims-form', packages.folder, join(folder, 'types'));
    expect(await runProcess(process.execPath, [tsc, '-p', path])).toMatchObject({ code: 0, stdout: '' });
  });
});
