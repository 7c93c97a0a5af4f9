import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { useFolderForAll, useForAll } from '../../helpers/hooks.ts';
import { freePort } from '../../helpers/http/free-port.ts';
import { useWebhookInbox } from '../../helpers/http/webhook-inbox.ts';
import { PROJECT_ROOT, runProcess, startProcess } from '../../helpers/process/child-process.ts';
import { installedPackages } from '../../helpers/process/installed-packages.ts';
import { type Exchange, liftLimits, runCollection } from '../../helpers/process/newman.ts';
import { useServer } from '../../helpers/process/server-process.ts';

const newman = await installedPackages('test/foreign/newman');
const validators = await installedPackages('test/foreign/validators');
const missing = newman.missing || validators.missing;

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
      const program = join(validators.folder, 'node_modules/@stoplight/prism-cli/dist/index.js');
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
  let exchanges: Exchange[];
  beforeAll(async () => {
    await server.untilPrinted('Documentation: ');
    key = /shp_test_\w{32}/.exec(server.stdout())?.[0] ?? '';
    await liftLimits({ DATA_DIR: join(folder, 'data') });
  });

  it('should find every call and response of the collection as the OpenAPI document says', async () => {
    const variables = { base_url: proxy.url, api_key: key, webhook_url: inbox.url };
    exchanges = await runCollection(newman.folder, folder, server.url, variables, (name) => name !== BINARY);
    expect(exchanges.length).toBeGreaterThan(40);
    expect(proxy.stdout()).not.toMatch(/violation/i);
  });

  it('should get responses that schemas generated from the document accept', async () => {
    const schemas = await generateSchemas(folder);
    const { paths } = JSON.parse(await readFile(join(PROJECT_ROOT, 'docs/openapi.json'), 'utf8'));
    const operations = Object.values<Record<string, Operation>>(paths).flatMap((methods) =>
      Object.values(methods),
    );
    const checked = exchanges.filter(({ status, body }) => status < 300 && body[0] === '{'.charCodeAt(0));
    for (const { name, status, body } of checked) {
      const { operationId = '' } = operations.find(({ summary }) => summary === name) ?? {};
      const schema = schemas[`${operationId}${status}Response`];
      expect([name, schema?.safeParse(JSON.parse(body.toString())).error]).toEqual([name, undefined]);
      expect(schema?.safeParse({}).success).toBe(false);
    }
    expect(checked.length).toBeGreaterThan(30);
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

interface Operation {
  operationId: string;
  summary: string;
}

interface Schema {
  safeParse(value: unknown): { success: boolean; error?: Error };
}

/** What a developer gets who lets orval write zod schemas. */
async function generateSchemas(folder: string): Promise<Record<string, Schema>> {
  const output = join(folder, 'schemas.ts');
  const input = { target: join(PROJECT_ROOT, 'docs/openapi.json') };
  // It would leave out all but those with 200.
  const override = { zod: { generateEachHttpStatus: true } };
  const settings = { api: { input, output: { client: 'zod', mode: 'single', target: output, override } } };
  const config = join(folder, 'orval.config.cjs');
  await writeFile(config, `module.exports = ${JSON.stringify(settings)};`);
  const program = join(validators.folder, 'node_modules/orval/dist/bin/orval.js');
  const { code, stdout, stderr } = await runProcess(
    process.execPath,
    [program, '--config', config],
    {},
    { cwd: folder },
  );
  expect(code, stdout + stderr).toBe(0);
  await symlink(join(validators.folder, 'node_modules'), join(folder, 'node_modules'));
  return import(pathToFileURL(output).href);
}
