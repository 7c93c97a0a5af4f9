import { beforeAll, describe, expect, it } from 'vitest';
import { PUBLIC_URL, useTestApp } from '../../helpers/app/test-app.ts';
import {
  type Customer,
  createLink,
  createRequest,
  newClientId,
  openPage,
  smallPhoto,
} from '../../helpers/capture/customer.ts';

const percentEncoded = (text: string) =>
  [...text].map((character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');

/** Whoever reads the log must not be able to send photos, nor to see any. */
describe('the log of the customer’s side', () => {
  const api = useTestApp({ withPages: true });
  let token: string;
  let page: Customer;
  beforeAll(async () => {
    const { live } = await api.createWorkspace();
    ({ token } = await createRequest(api, live.key));
    page = await openPage(api, 'request', token);
  });

  function expectNowhere(secrets: string[]): void {
    const text = api
      .logLines()
      .map((line) => JSON.stringify(line))
      .join('\n');
    expect(text.length).toBeGreaterThan(0);
    const decoded = text.replace(/%([0-9a-f]{2})/gi, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    for (const secret of secrets) {
      const where = decoded.split('\n').filter((line) => line.toLowerCase().includes(secret.toLowerCase()));
      expect(where).toEqual([]);
    }
  }

  it('should have no session, ticket or signature in it, whatever the calls come to', async () => {
    const all = Object.values(page.tickets).flat();
    const used = page.tickets[0]?.[0] as string;
    const sent = await page.send({ body: await smallPhoto(), ticket: used });
    const refused = [
      await page.send({ body: await smallPhoto(2), ticket: used }),
      await page.send({ body: Buffer.from('x'), ticket: page.tickets[0]?.[1] as string }),
      await page.send({ slot: 1, ticket: used }),
      await page.send({ clientId: `${newClientId()}x`, ticket: used }),
      await page.submit({ photos: [newClientId()] }),
      await api.call('GET', '/capture/session', { headers: { 'x-capture-session': `${page.session}x` } }),
      await api.call('POST', '/capture/sessions', {
        raw: `{"key":"${token}"`,
        headers: { 'content-type': 'application/json' },
      }),
      await api.call('POST', '/capture/sessions', {
        body: { kind: 'request', key: token, previous: page.session.repeat(5) },
      }),
    ];
    for (const { statusCode } of refused) expect(statusCode).toBeGreaterThanOrEqual(400);
    await page.submit();
    const link = sent.json().data.thumbnail_url.slice(PUBLIC_URL.length) as string;
    const signature = link.slice(link.lastIndexOf('=') + 1);
    await api.call('GET', link);
    await api.call('HEAD', link);
    await api.call('GET', link.replace('expires=', 'expires=1'));
    const signatures = all.map((ticket) => ticket.split('.')[1] as string);
    expectNowhere([page.session, signature, ...signatures]);
  });

  it('should have no address of a request in it, however it is written', async () => {
    const paths = [
      `/r/${token}`,
      `/r/${token}?lang=de`,
      `/r/${token}/qr.svg`,
      `/r/${token}/nothing/here`,
      `/r/${token}/`,
      `/R/${token}`,
      `/%72/${token}`,
      `/r%2f${token}`,
      `/r/${percentEncoded(token)}`,
      `//r/${token}`,
      `/./r/${token}`,
      `/r//${token}`,
      `/p/${token}`,
    ];
    for (const path of paths) await api.call('GET', path);
    await api.call('POST', `/r/${token}`, { body: {} });
    expectNowhere([token]);
  });

  it('should have no code in it by which a page is handed to the phone, nor the secret of the phone', async () => {
    const { live } = await api.createWorkspace();
    const { slug } = await createLink(api, live.key);
    const desktop = await openPage(api, 'link', slug);
    const { code } = (await desktop.offer()).json().data;
    expect((await api.call('GET', `/p/${slug}/qr.svg?continue=${code}`)).statusCode).toBe(200);
    expect((await api.call('GET', `/p/${slug}/qr.svg?continue=${code}x`)).statusCode).toBe(400);
    await api.call('POST', '/capture/handovers/preview', { body: { kind: 'link', key: slug, code } });
    const secret = newClientId();
    const phone = await openPage(api, 'link', slug, undefined, { code, secret });
    await openPage(api, 'link', slug, undefined, { code, secret: newClientId() });
    expectNowhere([code, secret, desktop.session, phone.session]);
  });
});
