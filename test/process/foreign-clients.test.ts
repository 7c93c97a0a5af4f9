import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { useFolderForAll } from '../helpers/hooks.ts';
import { type ReceivedWebhook, useWebhookInbox } from '../helpers/http/webhook-inbox.ts';
import { PROJECT_ROOT } from '../helpers/process/child-process.ts';
import { installedPackages } from '../helpers/process/installed-packages.ts';
import { liftLimits, runCollection } from '../helpers/process/newman.ts';
import { useServer } from '../helpers/process/server-process.ts';

const tools = await installedPackages('test/foreign/newman');
const isMissing = tools.missing !== '';

type Verifier = new (secret: string) => { verify(body: string, headers: Record<string, string>): unknown };

describe('a client that others wrote', () => {
  const folder = useFolderForAll();
  const server = useServer(() => ({
    DATA_DIR: join(folder, 'data'),
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
  }));
  const inbox = useWebhookInbox();
  let key: string;
  beforeAll(async () => {
    await server.untilPrinted('Documentation: ');
    key = /shp_test_\w{32}/.exec(server.stdout())?.[0] ?? '';
    await liftLimits({ DATA_DIR: join(folder, 'data') });
  });

  describe('for webhooks', () => {
    let secret: string;
    let webhook: ReceivedWebhook;
    let requestId: string;
    beforeAll(async () => {
      const endpoint = { url: inbox.url, events: ['photo_request.submitted'] };
      const created = await server.call('POST', '/v1/webhook-endpoints', { key, body: endpoint });
      secret = String(created.body.data.signing_secret);
      const body = { instructions: 'Die Tür, bitte 📷' };
      requestId = String((await server.call('POST', '/v1/photo-requests', { key, body })).body.data.id);
      await server.call('POST', `/v1/test-helpers/photo-requests/${requestId}/submit`, { key });
      webhook = await inbox.received(requestId);
    });

    const expectVerified = (verifier: Verifier) => {
      const { body, headers } = webhook;
      // One returns the event, the other nothing.
      expect(() => new verifier(secret).verify(body, headers)).not.toThrow();
      expect(JSON.parse(body)).toMatchObject({ event: 'photo_request.submitted', data: { id: requestId } });
      const changed = body.replace('Tür', 'Tor');
      expect(() => new verifier(secret).verify(changed, headers)).toThrow();
    };

    it('should verify what was delivered, as standardwebhooks does', () => expectVerified(Webhook));

    it.skipIf(isMissing)(`should verify what was delivered, as svix does${tools.missing}`, async () => {
      const svix = pathToFileURL(join(tools.folder, 'node_modules/svix/dist/index.mjs')).href;
      expectVerified((await import(svix)).Webhook);
    });
  });

  it.skipIf(isMissing)(
    `should run the collection from top to bottom, as newman does${tools.missing}`,
    async () => {
      const { paths } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'docs/openapi.json'), 'utf8'));
      const operations = Object.values<object>(paths).flatMap((methods) => Object.keys(methods));
      const variables = { api_key: key, webhook_url: inbox.url };
      const exchanges = await runCollection(tools.folder, folder, server.url, variables);
      // All but the stream, which never ends.
      expect(exchanges.length).toBe(operations.length - 1);
    },
  );
});
