import { beforeAll, describe, expect, it } from 'vitest';
import { solves } from '../../../src/platform/http/proof-of-work.ts';
import { displayCode } from '../../../src/shared/short-code.ts';
import { solveChallenge } from '../../../web/proof-of-work.ts';
import { startTestApp, useTestApp, useWorkspace, useWorkspaceForEach } from '../../helpers/app/test-app.ts';
import { HOUR, MINUTE } from '../../helpers/app/test-clock.ts';
import { createLink, createRequest, openPage, smallPhoto } from '../../helpers/capture/customer.ts';
import { updateRows } from '../../helpers/database/stored-rows.ts';
import { useForEach } from '../../helpers/hooks.ts';

const WRONG = 'ZZZZ2222';

describe('a code that is typed', () => {
  const api = useForEach(() => startTestApp({ withPages: true }), 'close');
  const workspace = useWorkspaceForEach(api);

  const type = (code: string, remoteAddress = '192.0.2.1') =>
    api.call('POST', '/code', {
      raw: new URLSearchParams({ code }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      remoteAddress,
    });
  /** The page without what differs from call to call anyway. */
  const shown = (response: { statusCode: number; body: string }, code: string) =>
    `${response.statusCode} ${response.body.replaceAll(/nonce="[^"]*"/g, '').replaceAll(code, '')}`;

  it('should lead on in any case, with and without dash and spaces, for requests and links', async () => {
    const request = await createRequest(api, workspace.live.key);
    const link = await createLink(api, workspace.live.key);
    const cases: [string, string][] = [
      [request.code, `/r/${request.token}`],
      [link.code, `/p/${link.slug}`],
    ];
    for (const [code, path] of cases) {
      const halves = displayCode(code).split('-');
      const spellings = [
        code,
        code.toLowerCase(),
        halves.join('-'),
        halves.join(' '),
        ` ${halves.join(' – ')}\t`,
        [...code.toLowerCase()].join(' '),
      ];
      for (const spelling of spellings) {
        const response = await type(spelling);
        expect([response.statusCode, response.headers.location], spelling).toEqual([303, path]);
      }
    }
  });

  it('should get the same response when it never was, is over, was canceled, closed or deleted', async () => {
    const key = workspace.live.key;
    const over = await createRequest(api, key, { expires_in_hours: 1 });
    const canceled = await createRequest(api, key);
    const deleted = await createRequest(api, key);
    const off = await createLink(api, key);
    const gone = await createLink(api, key);
    const overLink = await createLink(api, key, {
      expires_at: new Date(api.clock.now() + HOUR).toISOString(),
    });
    await updateRows(api.database, 'photo_requests', { id: canceled.id }, { status: 'canceled' });
    await api.call('DELETE', `/v1/photo-requests/${deleted.id}`, { key });
    await api.call('PATCH', `/v1/permanent-links/${off.id}`, { key, body: { is_active: false } });
    await api.call('DELETE', `/v1/permanent-links/${gone.id}`, { key });
    api.clock.advance(HOUR);
    const never = shown(await type(WRONG), WRONG);
    expect(never).toMatch(/^404 /);
    expect(never).toContain('data-problem="code-unknown"');
    for (const { code } of [over, canceled, deleted, off, gone, overLink]) {
      expect(shown(await type(code), code)).toBe(never);
    }
  });

  it('should lead someone who has submitted to be told so', async () => {
    const { token, code } = await createRequest(api, workspace.live.key);
    const page = await openPage(api, 'request', token);
    await page.send({ body: await smallPhoto() });
    await page.submit();
    expect((await type(code)).headers.location).toBe(`/r/${token}`);
  });

  it.each([
    '',
    ' ',
    '-',
    'A',
    'ABCDEFGHI',
    'OOOO0000',
    '<script>',
    'é'.repeat(8),
    'A'.repeat(4_000),
    '\u0000',
  ])('should be unknown when it cannot be one: "%.20s"', async (text) => {
    const response = await type(text);
    expect(response.statusCode).toBe(404);
    expect(response.body).not.toContain('<script>"');
    expect(response.headers['content-type']).toMatch(/^text\/html/);
  });

  it('should be throttled after ten wrong ones in a minute, right ones too, and for that address only', async () => {
    const { code } = await createRequest(api, workspace.live.key);
    for (let n = 0; n < 10; n++) expect((await type(WRONG)).statusCode).toBe(404);
    const throttled = await type(code);
    expect(throttled.statusCode).toBe(429);
    expect(throttled.body).toContain('data-problem="code-throttled"');
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(0);
    expect((await type(code, '192.0.2.2')).statusCode).toBe(303);
    api.clock.advance(MINUTE);
    expect((await type(code)).statusCode).toBe(303);
  });

  it('should be throttled after fifty wrong ones in an hour', async () => {
    for (let minute = 0; minute < 5; minute++) {
      for (let n = 0; n < 10; n++) expect((await type(WRONG)).statusCode).toBe(404);
      api.clock.advance(MINUTE);
    }
    const throttled = await type(WRONG);
    expect(throttled.statusCode).toBe(429);
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(60);
    api.clock.advance(HOUR - 5 * MINUTE);
    expect((await type(WRONG)).statusCode).toBe(404);
  });

  it('should not be throttled by right ones, however many', async () => {
    const { code } = await createRequest(api, workspace.live.key);
    for (let n = 0; n < 60; n++) expect((await type(code)).statusCode).toBe(303);
    for (let n = 0; n < 10; n++) expect((await type(WRONG)).statusCode).toBe(404);
    expect((await type(WRONG)).statusCode).toBe(429);
  });

  it('should not be guessed more often by asking at once, nor from the many addresses of one network', async () => {
    const responses = await Promise.all(Array.from({ length: 40 }, () => type(WRONG)));
    expect(responses.filter(({ statusCode }) => statusCode === 404)).toHaveLength(10);
    const network = await Promise.all(
      Array.from({ length: 40 }, (_, n) => type(WRONG, `2001:db8:1:2::${n.toString(16)}`)),
    );
    expect(network.filter(({ statusCode }) => statusCode === 404)).toHaveLength(10);
  });
});

describe('a code that is typed while strangers try thousands of wrong ones', () => {
  const api = useTestApp({ withPages: true });
  const workspace = useWorkspace(api);
  beforeAll(async () => {
    // What cannot be a code counts as well, and is not even looked up.
    for (let round = 0; round < 10; round++) {
      const responses = await Promise.all(
        Array.from({ length: 300 }, (_, network) =>
          send({ code: '?' }, `2001:db8:0:${network.toString(16)}::1`),
        ),
      );
      expect(responses.map(({ statusCode }) => statusCode)).not.toContain(429);
    }
  });

  const send = (fields: Record<string, string>, remoteAddress = '203.0.113.5') =>
    api.call('POST', '/code', {
      raw: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      remoteAddress,
    });
  const challengeIn = ({ body }: { body: string }) => ({
    challenge: /data-challenge="([^"]*)"/.exec(body)?.[1] ?? '',
    bits: Number(/data-bits="(\d+)"/.exec(body)?.[1]),
  });
  const solved = async (response: { body: string }) => {
    const { challenge, bits } = challengeIn(response);
    return { challenge, answer: (await solveChallenge(challenge, bits)) ?? '' };
  };

  it('should still lead on for whoever types a right one, after a little work', async () => {
    const { code, token } = await createRequest(api, workspace.live.key);
    const asked = await send({ code });
    expect([asked.statusCode, asked.headers['retry-after']]).toEqual([429, '30']);
    expect(asked.body).toContain('data-problem="code-checking"');
    const response = await send({ code, ...(await solved(asked)) });
    expect([response.statusCode, response.headers.location]).toEqual([303, `/r/${token}`]);
  });

  it('should have its work in the page before it is typed', async () => {
    const { code } = await createRequest(api, workspace.live.key);
    const page = await api.call('GET', '/code', { remoteAddress: '203.0.113.5' });
    expect((await send({ code, ...(await solved(page)) })).statusCode).toBe(303);
  });

  it('should lead on without a script after half a minute, a few times', async () => {
    const { code } = await createRequest(api, workspace.live.key);
    for (let n = 0; n < 5; n++) {
      const { challenge } = challengeIn(await send({ code }));
      expect((await send({ code, challenge, answer: '' })).statusCode).toBe(429);
      api.clock.advance(30_000);
      expect((await send({ code, challenge, answer: '' })).statusCode).toBe(303);
    }
    const { challenge } = challengeIn(await send({ code }));
    api.clock.advance(30_000);
    expect((await send({ code, challenge, answer: '' })).statusCode).toBe(429);
  });

  it('should cost work for every guess, done for that address, once', async () => {
    const page = await send({ code: WRONG });
    const { challenge, bits } = challengeIn(page);
    const proof = await solved(page);
    const { code } = await createRequest(api, workspace.live.key);
    expect((await send({ code, ...proof }, '203.0.113.6')).statusCode).toBe(429);
    // One number in 512 would do.
    let wrong = 999_999_999;
    while (await solves(challenge, String(wrong), bits)) wrong -= 1;
    expect((await send({ code, challenge, answer: String(wrong) })).statusCode).toBe(429);
    expect((await send({ code: WRONG, ...proof })).statusCode).toBe(404);
    expect((await send({ code, ...proof })).statusCode).toBe(429);
  });

  it('should need nothing more once the hour is over', async () => {
    api.clock.advance(HOUR);
    expect((await send({ code: WRONG })).statusCode).toBe(404);
  });
});
