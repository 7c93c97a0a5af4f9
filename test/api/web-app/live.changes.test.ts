import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { MailRefusedError } from '../../../src/email/mail-refused-error.ts';
import type { MailTransport } from '../../../src/email/transport.ts';
import { useAddress, useTestApp } from '../../helpers/app/test-app.ts';
import { createOwner, type Person } from '../../helpers/app/web-browser.ts';
import { newClientId, openPage, smallPhoto } from '../../helpers/capture/customer.ts';
import { mailWorkerOf } from '../../helpers/email/mail-worker.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { listenLive } from './live-listener.ts';
import { createRequest } from './web-requests.ts';

const SILENT = { warn: () => {}, error: () => {} };
const MAILED = { recipient_email: 'customer@example.com', send_email: true };

/** Sends nothing, in the way that is asked for. */
function pretend(send: () => Promise<void>): MailTransport {
  return { kind: 'smtp', send, close: async () => {} };
}

describe('an open page of the web application', () => {
  const api = useTestApp();
  const address = useAddress(api);

  const act = ({ browser, path }: Person, id: string, action: string, body?: object) =>
    browser.expect('POST', `${path}/photo-requests/${id}/${action}`, body);

  async function sendMails(transport: MailTransport): Promise<void> {
    const worker = mailWorkerOf(api, { transport });
    await worker.settled();
    await worker.stop();
  }

  async function sendDeliveries(): Promise<void> {
    const worker = api.services.createDeliveryWorker(SILENT);
    worker.start();
    await worker.settled();
    await worker.stop();
  }

  /** What is there before anyone looks, and what then happens. */
  const CHANGES: [string, object, (person: Person, id: string, token: string) => Promise<unknown>][] = [
    ['is canceled', {}, (person, id) => act(person, id, 'cancel')],
    ['is extended', {}, (person, id) => act(person, id, 'extend', { hours: 2 })],
    ['is opened for the first time', {}, (_person, _id, token) => openPage(api, 'request', token)],
    ['is emailed', MAILED, () => sendMails(pretend(async () => {}))],
    [
      'cannot be emailed',
      MAILED,
      () =>
        sendMails(
          pretend(async () => {
            throw new MailRefusedError('550 no such mailbox');
          }),
        ),
    ],
    ['is told of by a webhook', {}, () => sendDeliveries()],
    ['is deleted', {}, ({ browser, path }, id) => browser.expect('DELETE', `${path}/photo-requests/${id}`)],
  ];

  it.each(CHANGES)('should be told when a request %s', async (_what, body, change) => {
    const person = await createOwner(api);
    await api.services.webhookEndpoints.create(OPERATOR, person.workspaceId, {
      url: 'http://127.0.0.1:8081/hook',
      events: ['photo_request.created'],
    });
    const { id, token } = await createRequest(person, body);
    api.clock.advance(1);
    const page = await listenLive(address.url, person);
    expect(page.events()).toEqual([]);
    await change(person, id, token);
    await waitUntil(() =>
      expect(page.events()).toContainEqual({ event: 'request', data: { id: null, status: null } }),
    );
    page.leave();
  });

  it('should be told of each photo the customer takes and takes back, without what is in it', async () => {
    const person = await createOwner(api);
    const { token } = await createRequest(person, {
      photo_slots: [{ instructions: 'A' }, { instructions: 'B' }],
    });
    const customer = await openPage(api, 'request', token);
    api.clock.advance(1);
    const page = await listenLive(address.url, person);
    const told = async (change: () => Promise<{ statusCode: number }>) => {
      const before = page.events().length;
      expect((await change()).statusCode).toBeLessThan(300);
      await waitUntil(() => expect(page.events().length).toBeGreaterThan(before));
    };
    const clientId = newClientId();
    await told(async () => customer.send({ slot: 0, clientId, body: await smallPhoto(1) }));
    await told(async () => customer.send({ slot: 1, body: await smallPhoto(2) }));
    await told(() => customer.remove(clientId));
    expect(new Set(page.events().map(({ event, data }) => JSON.stringify({ event, data })))).toEqual(
      new Set([JSON.stringify({ event: 'request', data: { id: null, status: null } })]),
    );
    page.leave();
  });

  it('should be told of requests that are created with an API key', async () => {
    const person = await createOwner(api);
    const { key } = await api.createKey(person.workspaceId);
    const page = await listenLive(address.url, person);
    const created = await api.call('POST', '/v1/photo-requests', { key, body: { instructions: 'A photo' } });
    const { id } = created.json().data;
    await waitUntil(() =>
      expect(page.events()).toContainEqual({ event: 'request', data: { id, status: 'pending' } }),
    );
    page.leave();
  });
});
