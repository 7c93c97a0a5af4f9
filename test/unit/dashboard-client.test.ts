import { describe, expect, it } from 'vitest';
import { ApiError, fieldErrors, isOutOfReach } from '../../web/dashboard/api/api-error.ts';
import { createApiClient, scopedTo } from '../../web/dashboard/api/client.ts';
import { postWithProof } from '../../web/dashboard/api/proof.ts';
import { returnPathOf, signInPath } from '../../web/dashboard/api/return-path.ts';
import { solveChallenge } from '../../web/proof-of-work.ts';
import { wordsOf } from '../helpers/words.ts';

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const ok = (data: unknown) => json(200, { data, meta: { request_id: 'req_1' } });
const refusal = (status: number, code: string, details = {}) =>
  json(status, { error: { code, message: `It is ${code}.`, details }, meta: { request_id: 'req_2' } });

interface Sent {
  address: string;
  init: RequestInit;
}

/** A client whose server gives the responses in turn. */
function clientOf(responses: (Response | Error)[], password: () => Promise<boolean> = async () => false) {
  const sent: Sent[] = [];
  const signedOut: string[] = [];
  const api = createApiClient({
    fetch: async (address, init = {}) => {
      sent.push({ address: String(address), init });
      const response = responses.shift() ?? new Error('No response is left');
      if (response instanceof Error) throw response;
      return response;
    },
    askForPassword: password,
    onSignedOut: ({ code }) => signedOut.push(code),
  });
  return { api, sent, signedOut };
}

describe('the client of the session API', () => {
  it('should send the header against forged calls and give back the data', async () => {
    const { api, sent } = clientOf([ok({ id: 1 })]);
    expect(await api.post('/things', { name: 'é' })).toEqual({ id: 1 });
    const [{ address, init }] = sent as [Sent];
    expect(address).toBe('/app/api/things');
    expect(init).toMatchObject({ method: 'POST', body: '{"name":"é"}', credentials: 'same-origin' });
    expect(init.headers).toMatchObject({ 'x-shutterpost': '1', 'content-type': 'application/json' });
  });

  it('should send a file as it is', async () => {
    const { api, sent } = clientOf([ok({})]);
    const logo = new Blob(['PNG'], { type: 'image/png' });
    await api.put('/logo', logo);
    expect(sent[0]?.init.body).toBe(logo);
    expect(sent[0]?.init.headers).toMatchObject({ 'content-type': 'image/png' });
  });

  it('should add workspace and environment to every call and leave out empty filters', async () => {
    const { api, sent } = clientOf([ok([]), ok({}), ok({})]);
    const scoped = scopedTo(api, 'ws_1', 'test');
    await scoped.get('photo-requests', { status: 'pending', search: '', cursor: null, limit: 20 });
    await scoped.post('photo-requests/pr_1/cancel');
    await scoped.delete('api-keys/key_1');
    expect(sent.map(({ address }) => address)).toEqual([
      '/app/api/workspaces/ws_1/photo-requests?environment=test&status=pending&limit=20',
      '/app/api/workspaces/ws_1/photo-requests/pr_1/cancel?environment=test',
      '/app/api/workspaces/ws_1/api-keys/key_1?environment=test',
    ]);
  });

  it('should throw what the server refused with', async () => {
    const { api } = clientOf([
      refusal(422, 'validation_error', { 'slots.0.text': ['Is empty.', 'Is odd.'] }),
    ]);
    const error = await api.post('/things').catch((caught) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 422, code: 'validation_error', requestId: 'req_2' });
    expect(fieldErrors(error)).toEqual({ 'slots.0.text': 'Is empty.' });
  });

  it('should understand the refusal of email on the free plan, which has a shape of its own', async () => {
    const { api } = clientOf([
      json(422, { message: 'Prohibited.', errors: { recipient_email: ['Upgrade.'] } }),
    ]);
    const error = await api.post('/things').catch((caught) => caught);
    expect(error).toMatchObject({ code: 'validation_error', message: 'Prohibited.' });
    expect(fieldErrors(error)).toEqual({ recipient_email: 'Upgrade.' });
  });

  it('should say that there is no connection, and survive a response that is no JSON', async () => {
    const { api } = clientOf([
      new TypeError('fetch failed'),
      new Response('<h1>Bad gateway', { status: 502 }),
    ]);
    expect(await api.get('/things').catch((error) => error)).toMatchObject({
      status: 0,
      code: 'network_error',
    });
    expect(await api.get('/things').catch((error) => error)).toMatchObject({ status: 502 });
  });

  it('should ask for the password and repeat the call', async () => {
    const { api, sent } = clientOf([refusal(403, 'confirmation_required'), ok('key')], async () => true);
    expect(await api.post('/api-keys', { name: 'A' })).toBe('key');
    expect(sent.map(({ init }) => init.body)).toEqual(['{"name":"A"}', '{"name":"A"}']);
  });

  it('should repeat nothing when the password is not given', async () => {
    const { api, sent } = clientOf([refusal(403, 'confirmation_required')]);
    await expect(api.post('/api-keys')).rejects.toMatchObject({ code: 'confirmation_required' });
    expect(sent).toHaveLength(1);
  });

  it('should not ask for the password when something else is refused', async () => {
    const { api, sent } = clientOf([refusal(403, 'insufficient_permission'), ok('key')], async () => true);
    await expect(api.post('/api-keys')).rejects.toMatchObject({ code: 'insufficient_permission' });
    expect(sent).toHaveLength(1);
  });

  it('should lead to sign-in when the session is over, but not when that is an expected response', async () => {
    const { api, signedOut } = clientOf([
      refusal(401, 'unauthorized'),
      refusal(401, 'unauthorized'),
      refusal(401, 'sign_in_failed'),
      refusal(401, 'unauthorized'),
    ]);
    await expect(api.get('/session', {}, { mayBeSignedOut: true })).rejects.toThrow();
    await expect(api.post('/second-factor', {}, { mayBeSignedOut: true })).rejects.toThrow();
    await expect(api.post('/sign-in')).rejects.toThrow();
    expect(signedOut).toEqual([]);
    await expect(api.get('/things')).rejects.toThrow();
    expect(signedOut).toEqual(['unauthorized']);
  });
});

describe('what was read earlier', () => {
  it.each([
    [404, true],
    [403, true],
    [0, false],
    [429, false],
    [500, false],
  ])('should be taken from the screen after a %i: %s', (status, isTaken) => {
    const error = new ApiError({ status, code: 'some_code', message: 'No.' });
    expect(isOutOfReach(error)).toBe(isTaken);
  });

  it('should stay after a fault of the page itself', () => {
    expect(isOutOfReach(new TypeError('odd'))).toBe(false);
    expect(isOutOfReach(null)).toBe(false);
  });
});

describe('the way back after sign-in', () => {
  const back = (path: string) => returnPathOf(new URLSearchParams(signInPath(path).split('?')[1]));

  it('should lead to where the person was', () => {
    expect(back('/ws_1/test/photo-requests?status=pending&search=a b')).toBe(
      '/ws_1/test/photo-requests?status=pending&search=a b',
    );
    expect(back('/invitation/abc')).toBe('/invitation/abc');
    expect(signInPath('/')).toBe('/sign-in');
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    ...wordsOf(`
      https://evil.example javascript:alert(1) /sign-in?return=/ /second-factor /second-factor?return=%2F
      /sign-up /reset-password/abc /verify-email#token=abc /set-up /forgot-password
    `),
  ])('should not lead to %s', (path) => {
    expect(back(path)).toBe('/');
  });
});

describe('a call that needs a proof of work', () => {
  const asked = () =>
    refusal(429, 'proof_required', { challenge: ['a challenge'], bits: ['1'], wait_seconds: ['30'] });

  it('should be sent again with the work done', async () => {
    const { api, sent } = clientOf([asked(), ok({ done: true })]);
    let worked = 0;
    const response = await postWithProof(api, '/sign-in', { email: 'a@example.com' }, () => worked++);
    expect([response, worked]).toEqual([{ done: true }, 1]);
    expect(JSON.parse(String(sent[1]?.init.body))).toEqual({
      email: 'a@example.com',
      proof: { challenge: 'a challenge', answer: await solveChallenge('a challenge', 1) },
    });
  });

  it('should do further work when more is asked for meanwhile', async () => {
    const { api, sent } = clientOf([asked(), asked(), asked(), ok({ done: true })]);
    expect(await postWithProof(api, '/sign-in', {}, () => {})).toEqual({ done: true });
    expect(sent).toHaveLength(4);
  });

  it('should be refused in words when that is not enough', async () => {
    const { api, sent } = clientOf([asked(), asked(), asked(), asked(), ok({})]);
    const refused = await postWithProof(api, '/sign-in', {}, () => {}).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'rate_limited', details: {} });
    expect(sent).toHaveLength(4);
  });
});
