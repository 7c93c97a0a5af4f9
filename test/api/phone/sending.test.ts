import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/shared/languages.ts';
import { PUBLIC_URL, useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import {
  askByPhone,
  messagesOf,
  newNumber,
  readRequest,
  usePhoneWorker,
} from '../../helpers/phone/phone-worker.ts';
import { formOf, TWILIO, twilioReply, useProvider } from '../../helpers/phone/provider-server.ts';

describe('a photo request by phone', () => {
  const api = useTestApp({ platform: { phone: TWILIO } });
  const workspace = useWorkspace(api);
  const provider = useProvider(twilioReply);
  const worker = usePhoneWorker(api, () => ({ ...TWILIO, baseUrl: provider.origin }));

  const create = (body: Record<string, unknown>, key = workspace.live.key) =>
    api.call('POST', '/v1/photo-requests', { key, body: { instructions: 'The damage, please.', ...body } });
  const sentTo = (number: string) => provider.calls.map(formOf).filter(({ To }) => To === number);

  it('should reach the provider with the business, the link and how to stop it', async () => {
    const request = await askByPhone(api, workspace, { recipient_phone: '+49 (151) 234-56789' });
    expect(request).toMatchObject({
      recipient_phone: '+4915123456789',
      phone_channel: 'sms',
      sms_status: 'queued',
    });
    await worker.settled();
    const [message] = await messagesOf(api, request.id);
    expect(sentTo('+4915123456789')).toEqual([
      {
        To: '+4915123456789',
        From: TWILIO.smsFrom,
        Body: `Workspace 1: Please take a few photos for us here:\n${request.request_url}\nReply STOP to opt out.`,
        StatusCallback: `${PUBLIC_URL}/phone/status?id=${message?.id}`,
      },
    ]);
    expect((await readRequest(api, workspace, request.id)).sms_status).toBe('sent');
  });

  it('should go by WhatsApp from the number for that, without the note', async () => {
    const number = newNumber();
    const request = await askByPhone(api, workspace, {
      recipient_phone: number,
      phone_channel: 'whatsapp',
      locale: 'de-AT',
    });
    await worker.settled();
    expect(sentTo(`whatsapp:${number}`)).toMatchObject([
      {
        From: `whatsapp:${TWILIO.whatsappFrom}`,
        Body: `Workspace 1: Bitte nehmen Sie hier ein paar Fotos auf:\n${request.request_url}`,
      },
    ]);
  });

  it.each(LANGUAGES.map(({ code }) => code))(
    'should hold the whole link on a line of its own: %s',
    async (locale) => {
      const request = await askByPhone(api, workspace, { locale });
      await worker.settled();
      const [message] = sentTo(request.recipient_phone ?? '');
      expect(message?.Body?.split('\n')).toEqual([
        expect.stringMatching(/^Workspace 1: /),
        request.request_url,
        expect.stringContaining('STOP'),
      ]);
    },
  );

  it('should never be sent for a test key, nor unasked', async () => {
    const number = newNumber();
    const tested = await create({ recipient_phone: number, send_sms: true }, workspace.test.key);
    const unasked = await create({ recipient_phone: number });
    expect([tested.json().data.sms_status, unasked.json().data.sms_status]).toEqual([null, null]);
    expect(await rowsOf(api.database, 'phone_messages', { recipient: number })).toEqual([]);
  });

  it.each<[Record<string, unknown>, object]>([
    [{ send_sms: true }, { recipient_phone: ['This field is required when send_sms is true.'] }],
    ...[
      '0151 23456789',
      '+49',
      '+1 900 555 0123',
      'call me',
      `+49151${'1'.repeat(90)}`,
      '+4915112345678 ext. 5',
    ].map((recipient_phone): [Record<string, unknown>, object] => [
      { recipient_phone },
      { recipient_phone: ['Must be a phone number with its country code, such as +14155550123.'] },
    ]),
    [{ recipient_phone: '+4915112345678', phone_channel: 'fax' }, { phone_channel: [expect.any(String)] }],
  ])('should be refused: %j', async (body, errors) => {
    const response = await create(body);
    expect([response.statusCode, response.json().error?.details]).toEqual([422, errors]);
  });

  it('should be refused on a plan without messages, where the number alone is fine', async () => {
    const free = await api.createWorkspace({ plan: 'developer_free' });
    const refused = await create({ recipient_phone: newNumber(), send_sms: true }, free.live.key);
    expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'plan_upgrade_required']);
    expect((await create({ recipient_phone: newNumber() }, free.live.key)).statusCode).toBe(201);
  });

  it('should be sent again on request, to that number only', async () => {
    const request = await askByPhone(api, workspace, { send_sms: false });
    const path = `/v1/photo-requests/${request.id}/resend-sms`;
    const { key } = workspace.live;
    expect((await api.call('POST', path, { key })).json().data.sms_status).toBe('queued');
    const again = await api.call('POST', path, { key });
    expect(again.json().error.details).toEqual({ id: ['A message is already being sent.'] });
    await worker.settled();
    expect(sentTo(request.recipient_phone ?? '')).toHaveLength(1);
    const without = (await create({})).json().data.id;
    const refused = await api.call('POST', `/v1/photo-requests/${without}/resend-sms`, { key });
    expect(refused.json().error.details).toEqual({ id: ['This request has no phone number.'] });
  });

  it('should not be sent any more when the request is over by then', async () => {
    const request = await askByPhone(api, workspace);
    await api.call('POST', `/v1/photo-requests/${request.id}/cancel`, { key: workspace.live.key });
    await worker.settled();
    expect(sentTo(request.recipient_phone ?? '')).toEqual([]);
    expect(await messagesOf(api, request.id)).toMatchObject([
      { status: 'failed', error: 'The photo request was canceled before the message was sent.' },
    ]);
  });
});

describe('a server without a provider of phone messages', () => {
  const api = useTestApp({ platform: { phone: undefined } });
  const workspace = useWorkspace(api);

  it('should say so, and take the number', async () => {
    const body = { instructions: 'A photo', recipient_phone: newNumber() };
    for (const channel of ['sms', 'whatsapp']) {
      const response = await api.call('POST', '/v1/photo-requests', {
        key: workspace.live.key,
        body: { ...body, send_sms: true, phone_channel: channel },
      });
      expect(response.json().error.details).toEqual({ send_sms: [expect.stringContaining('not set up')] });
    }
    const taken = await api.call('POST', '/v1/photo-requests', { key: workspace.live.key, body });
    expect(taken.json().data).toMatchObject({ recipient_phone: body.recipient_phone, sms_status: null });
  });

  it('should not know the addresses that a provider calls', async () => {
    for (const path of ['/phone/status', '/phone/inbound'])
      expect((await api.call('POST', path, { raw: 'Body=STOP' })).statusCode).toBe(404);
  });
});
