import { describe, expect, it } from 'vitest';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { HOUR, MINUTE } from '../../helpers/app/test-clock.ts';
import { pauseProcess } from '../../helpers/pause-process.ts';
import {
  askByPhone,
  messagesOf,
  phoneWorkerOf,
  readRequest,
  usePhoneWorker,
} from '../../helpers/phone/phone-worker.ts';
import {
  formOf,
  GATEWAY,
  type ProviderReply,
  startProvider,
  TWILIO,
  twilioReply,
  useProvider,
} from '../../helpers/phone/provider-server.ts';

describe('a provider of phone messages that misbehaves', () => {
  const api = useTestApp({ platform: { phone: TWILIO } });
  const workspace = useWorkspace(api);
  const provider = useProvider(twilioReply);
  const settings = () => ({ ...TWILIO, baseUrl: provider.origin });
  const worker = usePhoneWorker(api, settings);
  const hurried = usePhoneWorker(api, settings, { limitMs: 3_000 });

  const attempt = async (reply: ProviderReply | 'hang' | 'break') => {
    const request = await askByPhone(api, workspace);
    provider.behave(() => reply);
    await (reply === 'hang' ? hurried : worker).settled();
    provider.behave();
    const [message] = await messagesOf(api, request.id);
    if (message === undefined) throw new Error('There is no message');
    return { request, message, wait: message.next_attempt_at - api.clock.now() };
  };
  const sentTo = (number: string | null) => provider.calls.map(formOf).filter(({ To }) => To === number);

  it.each<[string, ProviderReply | 'hang' | 'break', RegExp]>([
    ['fails', { status: 500 }, /responded with 500/],
    ['does not know our account', { status: 401, body: { code: 20003 } }, /401, code 20003/],
    ['does not let us send from our number', { status: 400, body: { code: 21606 } }, /code 21606/],
    ['never answers', 'hang', /could not be reached/],
    ['breaks the connection', 'break', /could not be reached/],
    ['redirects', { status: 307, headers: { location: '/elsewhere' } }, /could not be reached/],
    ['sends without end', { status: 200, body: 'x'.repeat(100_000) }, /too long/],
  ])('should get the message again a minute later when it %s', async (_case, reply, error) => {
    const { request, message, wait } = await attempt(reply);
    expect(message).toMatchObject({
      status: 'queued',
      attempt_count: 1,
      error: expect.stringMatching(error),
    });
    expect(wait).toBeGreaterThanOrEqual(MINUTE);
    expect((await readRequest(api, workspace, request.id)).sms_status).toBe('queued');
    const before = sentTo(request.recipient_phone).length;
    api.clock.advance(wait);
    await worker.settled();
    expect(sentTo(request.recipient_phone)).toHaveLength(before + 1);
    expect((await readRequest(api, workspace, request.id)).sms_status).toBe('sent');
  });

  it('should be believed when it accepts a message while this process pauses for longer than the limit', async () => {
    const brief = phoneWorkerOf(api, settings(), { limitMs: 300 });
    const request = await askByPhone(api, workspace);
    provider.behave((call) => {
      // With the response on its way.
      setImmediate(() => pauseProcess(600));
      return twilioReply(call);
    });
    await brief.settled();
    provider.behave();
    await brief.stop();
    expect(await messagesOf(api, request.id)).toMatchObject([{ status: 'sent', attempt_count: 1 }]);
  });

  it('should be left alone for as long as it asks for', async () => {
    const { wait } = await attempt({ status: 429, headers: { 'retry-after': '600' } });
    expect(wait).toBe(10 * MINUTE);
    const { wait: bounded } = await attempt({ status: 429, headers: { 'retry-after': '999999' } });
    expect(bounded).toBe(HOUR);
    const { wait: usual } = await attempt({ status: 503, headers: { 'retry-after': 'tomorrow' } });
    expect(usual).toBeLessThan(2 * MINUTE);
  });

  it('should be believed at once that a number cannot be reached, without the number in the reason', async () => {
    const number = '+4915199999999';
    const request = await askByPhone(api, workspace, { recipient_phone: number });
    provider.behave(() => ({ status: 400, body: { code: 21211, message: `Invalid 'To': ${number}` } }));
    await worker.settled();
    provider.behave();
    expect(await messagesOf(api, request.id)).toMatchObject([
      { status: 'failed', error: "The provider responded with 400, code 21211: Invalid 'To': [recipient]" },
    ]);
    expect((await readRequest(api, workspace, request.id)).sms_status).toBe('failed');
  });

  it('should be believed that a customer wants no messages: no further one is accepted', async () => {
    const { request } = await attempt({ status: 400, body: { code: 21610, message: 'unsubscribed' } });
    const again = await api.call('POST', `/v1/photo-requests/${request.id}/resend-sms`, {
      key: workspace.live.key,
    });
    expect([again.statusCode, again.json().error.code]).toEqual([422, 'recipient_unsubscribed']);
    expect(again.json().error.details).toEqual({ recipient_phone: [expect.stringContaining('STOP')] });
  });

  it('should be given up after six attempts, which the request says', async () => {
    const { request } = await attempt({ status: 500 });
    provider.behave(() => ({ status: 500 }));
    for (let count = 2; count <= 6; count++) {
      api.clock.advance(5 * HOUR);
      await worker.settled();
    }
    provider.behave();
    expect(await messagesOf(api, request.id)).toMatchObject([{ status: 'failed', attempt_count: 6 }]);
    expect((await readRequest(api, workspace, request.id)).sms_status).toBe('failed');
  });
});

describe('a gateway that is down, and comes back', () => {
  const api = useTestApp({ platform: { phone: GATEWAY } });
  const workspace = useWorkspace(api);

  it('should get every message, once accepted with one key for all attempts and a signature of ours', async () => {
    const request = await askByPhone(api, workspace, { locale: 'hi' });
    const down = phoneWorkerOf(api, GATEWAY);
    await down.settled();
    await down.stop();
    expect(await messagesOf(api, request.id)).toMatchObject([{ status: 'queued', attempt_count: 1 }]);

    const { Webhook } = await import('standardwebhooks');
    let failed = 0;
    const provider = await startProvider(() => (++failed === 1 ? { status: 502 } : { status: 202 }));
    const worker = phoneWorkerOf(api, { ...GATEWAY, url: `${provider.origin}/messages` });
    for (let count = 0; count < 2; count++) {
      api.clock.advance(10 * MINUTE);
      await worker.settled();
    }
    await worker.stop();
    const [message] = await messagesOf(api, request.id);
    expect(provider.calls.map(({ headers }) => headers['idempotency-key'])).toEqual([
      message?.id,
      message?.id,
    ]);
    const [call] = provider.calls.slice(-1);
    expect(JSON.parse(call?.body ?? '')).toEqual({
      id: message?.id,
      channel: 'sms',
      to: request.recipient_phone,
      text: expect.stringContaining(request.request_url),
      parts: 2,
      locale: 'hi',
    });
    const verifier = new Webhook(Buffer.from(GATEWAY.secret).toString('base64'));
    const signedAt = Number(call?.headers['webhook-timestamp']);
    expect(signedAt).toBe(Math.floor(api.clock.now() / 1000));
    expect(verifier.sign(message?.id ?? '', new Date(signedAt * 1000), call?.body ?? '')).toBe(
      call?.headers['webhook-signature'],
    );
    await provider.stop();
  });

  it.each([400, 410, 422])('should be believed that it will never send a message: %d', async (status) => {
    const request = await askByPhone(api, workspace);
    const provider = await startProvider(() => ({ status }));
    const worker = phoneWorkerOf(api, { ...GATEWAY, url: provider.origin });
    await worker.settled();
    await worker.stop();
    await provider.stop();
    expect(await messagesOf(api, request.id)).toMatchObject([{ status: 'failed', attempt_count: 1 }]);
  });
});
