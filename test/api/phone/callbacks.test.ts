import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { openPhoneTransport } from '../../../src/phone/open-transport.ts';
import { createLog } from '../../../src/platform/log.ts';
import { PUBLIC_URL, type TestApp, useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { HOUR, MINUTE } from '../../helpers/app/test-clock.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import {
  askByPhone,
  messagesOf,
  newNumber,
  readRequest,
  usePhoneWorker,
} from '../../helpers/phone/phone-worker.ts';
import {
  GATEWAY,
  signedForm,
  TWILIO,
  twilioReply,
  useProvider,
} from '../../helpers/phone/provider-server.ts';

const status = (api: TestApp, id: string, form: Record<string, string>, token?: string) =>
  api.call('POST', `/phone/status?id=${id}`, signedForm(`${PUBLIC_URL}/phone/status?id=${id}`, form, token));

const inbound = (api: TestApp, form: Record<string, string>, token?: string) =>
  api.call('POST', '/phone/inbound', signedForm(`${PUBLIC_URL}/phone/inbound`, form, token));

const optOuts = (api: TestApp) => rowsOf(api.database, 'phone_opt_outs', {});

describe('what Twilio tells of a message', () => {
  const api = useTestApp({ platform: { phone: TWILIO } });
  const workspace = useWorkspace(api);
  const provider = useProvider(twilioReply);
  const settings = () => ({ ...TWILIO, baseUrl: provider.origin });
  const worker = usePhoneWorker(api, settings);

  async function sent() {
    const request = await askByPhone(api, workspace);
    await worker.settled();
    const [message] = await messagesOf(api, request.id);
    return {
      id: request.id,
      messageId: message?.id ?? '',
      read: () => readRequest(api, workspace, request.id),
    };
  }

  it('should show on the request, and the first end counts, however often another is told', async () => {
    const { messageId, read } = await sent();
    for (const [told, shown] of [
      ['queued', 'sent'],
      ['sent', 'sent'],
      ['delivered', 'delivered'],
      ['undelivered', 'delivered'],
      ['sent', 'delivered'],
      ['delivered', 'delivered'],
    ] as const) {
      expect((await status(api, messageId, { MessageStatus: told })).statusCode).toBe(204);
      expect((await read()).sms_status).toBe(shown);
    }
  });

  it('should say why it was not delivered', async () => {
    const { id, messageId, read } = await sent();
    await status(api, messageId, { MessageStatus: 'undelivered', ErrorCode: '30006' });
    expect((await read()).sms_status).toBe('failed');
    expect(await messagesOf(api, id)).toMatchObject([
      { error: 'The message was not delivered (code 30006).' },
    ]);
  });

  it('should change nothing when it is not signed, or signed for something else', async () => {
    const [{ messageId, read }, other] = [await sent(), await sent()];
    const form = { MessageStatus: 'failed' };
    const target = `/phone/status?id=${messageId}`;
    const forOther = signedForm(`${PUBLIC_URL}/phone/status?id=${other.messageId}`, form);
    const tampered = {
      ...signedForm(PUBLIC_URL + target, { MessageStatus: 'sent' }),
      raw: 'MessageStatus=failed',
    };
    const unsigned = {
      raw: 'MessageStatus=failed',
      headers: { 'content-type': forOther.headers['content-type'] },
    };
    const responses = [
      await status(api, messageId, form, 'another token'),
      await api.call('POST', target, forOther),
      await api.call('POST', target, tampered),
      await api.call('POST', target, unsigned),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401]);
    expect((await read()).sms_status).toBe('sent');
  });

  it('should be ignored for messages that no one knows, as for those that were erased', async () => {
    const { id, messageId } = await sent();
    await api.services.photoRequests.eraseAnywhere(OPERATOR, id);
    for (const unknown of [messageId, 'msg_0', `msg_${'0'.repeat(28)}`, 'req_1'])
      expect((await status(api, unknown, { MessageStatus: 'delivered' })).statusCode).toBe(204);
  });

  it('should not stand for a later message that is still to be sent', async () => {
    const { id, messageId, read } = await sent();
    await api.call('POST', `/v1/photo-requests/${id}/resend-sms`, { key: workspace.live.key });
    await status(api, messageId, { MessageStatus: 'undelivered' });
    expect((await read()).sms_status).toBe('queued');
    await worker.settled();
    expect((await read()).sms_status).toBe('sent');
  });

  it('should keep a message from being sent twice whose response was lost', async () => {
    const request = await askByPhone(api, workspace);
    const [queued] = await messagesOf(api, request.id);
    const transport = openPhoneTransport(settings(), {
      folder: '',
      publicUrl: PUBLIC_URL,
      clock: api.clock.now,
    });
    const losing = api.services.openPhoneWorker({
      transport: {
        ...transport,
        async send(message) {
          await transport.send(message);
          await status(api, message.id, { MessageStatus: 'sent' });
          throw new Error('The response was lost.');
        },
      },
      log: createLog('silent'),
    });
    await losing.settled();
    const before = provider.calls.length;
    api.clock.advance(6 * HOUR);
    await losing.settled();
    await losing.stop();
    expect(provider.calls).toHaveLength(before);
    expect(await messagesOf(api, request.id)).toMatchObject([{ id: queued?.id, status: 'sent' }]);
  });
});

describe('a customer who replies STOP', () => {
  const api = useTestApp({ platform: { phone: TWILIO } });
  const workspace = useWorkspace(api);
  const provider = useProvider(twilioReply);
  const worker = usePhoneWorker(api, () => ({ ...TWILIO, baseUrl: provider.origin }));
  let sids = 0;

  const says = (from: string, text: string, changes: Record<string, string> = {}, token?: string) => {
    const form = {
      AccountSid: TWILIO.accountSid,
      MessageSid: `SM${++sids}`,
      From: from,
      To: TWILIO.smsFrom ?? '',
      Body: text,
      ...changes,
    };
    return inbound(api, form, token);
  };
  const ask = (recipient_phone: string, by = workspace) =>
    api.call('POST', '/v1/photo-requests', {
      key: by.live.key,
      body: { instructions: 'A photo', recipient_phone, send_sms: true },
    });

  it('should get nothing more from any workspace, whose messages come from the same number, until START', async () => {
    const number = newNumber();
    const waiting = (await ask(number)).json().data.id;
    expect((await says(number, ' stop\n')).statusCode).toBe(204);
    await worker.settled();
    expect(await messagesOf(api, waiting)).toMatchObject([
      { status: 'failed', error: 'The customer has replied STOP.' },
    ]);
    const other = await api.createWorkspace();
    for (const refused of [await ask(number), await ask(number, other)])
      expect([refused.statusCode, refused.json().error.code]).toEqual([422, 'recipient_unsubscribed']);
    expect((await ask(newNumber())).statusCode).toBe(201);
    await says(number, 'Start');
    expect((await ask(number)).statusCode).toBe(201);
  });

  it('should be known by a hash alone', async () => {
    const number = newNumber();
    await says(number, 'STOP');
    const stored = JSON.stringify([await optOuts(api), await rowsOf(api.database, 'phone_keywords', {})]);
    expect(stored).not.toContain(number.slice(3));
    expect(await optOuts(api)).not.toEqual([]);
  });

  it('should not be believed without the signature, nor when it was written to another number or account', async () => {
    const number = newNumber();
    const before = await optOuts(api);
    expect((await says(number, 'STOP', {}, 'another token')).statusCode).toBe(401);
    await says(number, 'STOP', { To: '+14155550000' });
    await says(number, 'STOP', { AccountSid: 'AC00000000000000000000000000000002' });
    await says(number, 'Please stop by tomorrow');
    await says('+1', 'STOP');
    expect(await optOuts(api)).toEqual(before);
    await says(`whatsapp:${number}`, 'Arrêt', { To: `whatsapp:${TWILIO.whatsappFrom}` });
    expect(await optOuts(api)).toHaveLength(before.length + 1);
  });

  it('should stay so when an earlier START is sent a second time', async () => {
    const number = newNumber();
    await says(number, 'STOP');
    await says(number, 'START', { MessageSid: 'SM-once' });
    await says(number, 'STOP');
    await says(number, 'START', { MessageSid: 'SM-once' });
    expect((await ask(number)).json().error.code).toBe('recipient_unsubscribed');
  });
});

describe('what a gateway tells', () => {
  const api = useTestApp({ platform: { phone: GATEWAY } });
  const workspace = useWorkspace(api);

  async function signed(body: object, { id = 'call-1', at = api.clock.now(), secret = GATEWAY.secret } = {}) {
    const { Webhook } = await import('standardwebhooks');
    const raw = JSON.stringify(body);
    const signature = new Webhook(Buffer.from(secret).toString('base64')).sign(id, new Date(at), raw);
    return {
      raw,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at / 1000)),
        'webhook-signature': `v1,AAAA ${signature}`,
      },
    };
  }

  it('should show on the request if it is signed, and just now', async () => {
    const { id } = await askByPhone(api, workspace);
    const [message] = await messagesOf(api, id);
    const news = { id: message?.id, status: 'delivered' };
    const read = async () => (await readRequest(api, workspace, id)).sms_status;
    for (const call of [
      await signed(news, { secret: 'another secret of thirty-two characters' }),
      await signed(news, { at: api.clock.now() - 6 * MINUTE }),
      await signed(news, { at: api.clock.now() + 6 * MINUTE }),
      { raw: JSON.stringify(news), headers: { 'content-type': 'application/json' } },
    ])
      expect((await api.call('POST', '/phone/status', call)).statusCode).toBe(401);
    expect(await read()).toBe('queued');
    expect((await api.call('POST', '/phone/status', await signed(news))).statusCode).toBe(204);
    expect(await read()).toBe('delivered');
  });

  it('should say why a message failed, without the number', async () => {
    const { id, recipient_phone } = await askByPhone(api, workspace);
    const [message] = await messagesOf(api, id);
    const news = { id: message?.id, status: 'failed', error: `${recipient_phone} is\u0000 off` };
    await api.call('POST', '/phone/status', await signed(news));
    expect(await messagesOf(api, id)).toMatchObject([{ status: 'failed', error: '[recipient] is  off' }]);
  });

  it('should end messages to a number by STOP, and a copy of it after START changes nothing', async () => {
    const from = newNumber();
    const stop = await signed({ from, text: 'STOP' }, { id: 'in-1' });
    await api.call('POST', '/phone/inbound', stop);
    expect(await optOuts(api)).toHaveLength(1);
    await api.call('POST', '/phone/inbound', await signed({ from, text: 'START' }, { id: 'in-2' }));
    await api.call('POST', '/phone/inbound', stop);
    expect(await optOuts(api)).toEqual([]);
  });

  it('should be bounded, and understood or ignored', async () => {
    for (const body of [[], { id: 5 }, { from: 5, text: 'STOP' }, { id: 'msg_1', status: 'eaten' }])
      for (const path of ['/phone/status', '/phone/inbound'])
        expect((await api.call('POST', path, await signed(body, { id: 'odd' }))).statusCode).toBe(204);
    const long = await signed({ from: '+4915112345678', text: 'x'.repeat(20_000) });
    expect((await api.call('POST', '/phone/inbound', long)).statusCode).toBe(400);
  });
});
