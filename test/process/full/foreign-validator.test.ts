import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { useFolderForAll, useForAll } from '../../helpers/hooks.ts';
import { freePort } from '../../helpers/http/free-port.ts';
import { useWebhookInbox } from '../../helpers/http/webhook-inbox.ts';
import { startProcess } from '../../helpers/process/child-process.ts';
import { installedPackages } from '../../helpers/process/installed-packages.ts';
import { runCollection } from '../../helpers/process/newman.ts';
import { useServer } from '../../helpers/process/server-process.ts';

const newman = await installedPackages('test/foreign/newman');
const prism = await installedPackages('test/foreign/prism');
const missing = newman.missing || prism.missing;

/** It forwards bodies as text, which spoils pictures. */
const BINARY = 'Slot images';

describe.skipIf(missing !== '')(`Prism in front of the service${missing}`, () => {
  const folder = useFolderForAll();
  const server = useServer(() => ({
    DATA_DIR: join(folder, 'data'),
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
  }));
  const inbox = useWebhookInbox();
  const proxy = useForAll(
    async () => {
      const port = await freePort();
      const program = join(prism.folder, 'node_modules/@stoplight/prism-cli/dist/index.js');
      const listening = startProcess(process.execPath, [
        ...[program, 'proxy', 'docs/openapi.json', `${server.url}/v1`, '--errors'],
        ...['--host', '127.0.0.1', '--port', String(port)],
      ]);
      await listening.untilPrinted('Prism is listening');
      return { ...listening, url: `http://127.0.0.1:${port}` };
    },
    async (running) => {
      running.kill('SIGKILL');
      await running.ended;
    },
  );
  let key: string;
  beforeAll(async () => {
    await server.untilPrinted('Documentation: ');
    key = /shp_test_\w{32}/.exec(server.stdout())?.[0] ?? '';
  });

  it('should find every call and answer of the collection as the OpenAPI document says', async () => {
    const variables = { base_url: proxy.url, api_key: key, webhook_url: inbox.url };
    const calls = await runCollection(
      newman.folder,
      folder,
      server.url,
      variables,
      (name) => name !== BINARY,
    );
    expect(calls).toBeGreaterThan(40);
    expect(proxy.stdout()).not.toMatch(/violation/i);
  });

  it('should refuse by itself what the document does not allow', async () => {
    const response = await fetch(`${proxy.url}/photo-requests`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: '{"expires_in_hours": "soon"}',
    });
    expect(response.headers.get('x-request-id')).toBeNull();
    expect(await response.json()).toMatchObject({ title: 'Invalid request' });
  });
});
