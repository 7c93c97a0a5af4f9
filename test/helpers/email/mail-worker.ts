import { join } from 'node:path';
import { openMailTransport } from '../../../src/email/open-transport.ts';
import { createMailRenderer } from '../../../src/email/render.ts';
import type { MailTransport } from '../../../src/email/transport.ts';
import { createMailWorker, type MailWorker } from '../../../src/email/worker.ts';
import { createMailTemplates } from '../../../src/mails.ts';
import { createMailedRequestRepository } from '../../../src/photo-requests/mailed-request-repository.ts';
import type { Database } from '../../../src/platform/db/database.ts';
import type { MailRow } from '../../../src/platform/db/tables.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createSecrets } from '../../../src/platform/secrets.ts';
import { PUBLIC_URL, type TestApp, type TestWorkspace } from '../app/test-app.ts';
import { SECRET_KEY } from '../app/test-platform.ts';
import { rowOf } from '../database/stored-rows.ts';
import { useForAll } from '../hooks.ts';
import type { SmtpServer } from './smtp-server.ts';

const silent = createLog('silent');
export const MAIL_FROM = { name: 'Shutterpost', address: 'no-reply@photos.test' };

export interface TestMailWorker extends MailWorker {
  transport: MailTransport;
}

/** What the server would run, on the clock of the test. */
export function mailWorkerOf(
  api: TestApp,
  options: { smtpUrl?: string; limitMs?: number; transport?: MailTransport; database?: Database } = {},
): TestMailWorker {
  const { services, clock } = api;
  const database = options.database ?? api.database;
  const transport =
    options.transport ??
    openMailTransport({
      smtpUrl: options.smtpUrl,
      mailFolder: mailFolderOf(api),
      from: MAIL_FROM,
      ...(options.limitMs === undefined ? {} : { limitMs: options.limitMs }),
    });
  const render = createMailRenderer({
    templates: createMailTemplates({
      database,
      publicUrl: PUBLIC_URL,
      secrets: createSecrets(SECRET_KEY),
      clock: clock.now,
    }),
    publicUrl: PUBLIC_URL,
    serviceName: MAIL_FROM.name,
  });
  const requests = createMailedRequestRepository(database);
  const parts = { database, transport, render, requests, clock: clock.now, random: services.random };
  const worker = createMailWorker({ ...parts, log: silent });
  return {
    ...worker,
    transport,
    async stop() {
      await worker.stop();
      await transport.close();
    },
  };
}

/** A worker that sends through this server, for the tests of a group. */
export function useMailWorker(api: TestApp, smtp: SmtpServer): TestMailWorker {
  return useForAll(() => mailWorkerOf(api, { smtpUrl: smtp.url }), 'stop');
}

export function mailFolderOf(api: TestApp): string {
  return join(api.databaseEnv.DATA_DIR ?? '', 'mail');
}

/** Asks for photos by API and by email; the id of the request. */
export async function askByMail(
  api: TestApp,
  workspace: TestWorkspace,
  body: Record<string, unknown>,
): Promise<string> {
  const response = await api.call('POST', '/v1/photo-requests', {
    key: workspace.live.key,
    body: { instructions: 'The damage, please.', send_email: true, ...body },
  });
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json().data.id;
}

export async function emailStatusOf(api: TestApp, workspace: TestWorkspace, id: string): Promise<string> {
  const response = await api.call('GET', `/v1/photo-requests/${id}`, { key: workspace.live.key });
  return response.json().data.email_status;
}

export function mailOf(api: TestApp, requestId: string): Promise<MailRow> {
  return rowOf(api.database, 'mails', { request_id: requestId });
}
