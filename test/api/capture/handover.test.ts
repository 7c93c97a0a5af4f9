import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { PUBLIC_URL, useTestApp, useWorkspaceForEach } from '../../helpers/app/test-app.ts';
import { HOUR, MINUTE } from '../../helpers/app/test-clock.ts';
import {
  type Customer,
  createLink,
  createRequest,
  expectRefusal,
  handOver,
  inTwoParts,
  newClientId,
  openPage,
  smallPhoto,
  untilReceiving,
} from '../../helpers/capture/customer.ts';

interface SeenPhoto {
  client_id: string;
  thumbnail_url: string;
}

const body = await smallPhoto();

describe('handing a page over to another device', () => {
  const api = useTestApp();
  const workspace = useWorkspaceForEach(api);
  let slug: string;
  beforeEach(async () => {
    ({ slug } = await createLink(api, workspace.live.key));
  });

  const codeOf = async (page: Customer): Promise<string> => (await page.offer()).json().data.code;
  const continueWith = (code: string, secret = newClientId()) =>
    openPage(api, 'link', slug, undefined, { code, secret });
  const preview = (code: string, target: object = { kind: 'link', key: slug }) =>
    api.call('POST', '/capture/handovers/preview', {
      body: { ...target, code },
      remoteAddress: `10.${[...randomBytes(3)].join('.')}`,
    });
  const listed = async () =>
    (await api.call('GET', '/v1/photo-requests', { key: workspace.live.key })).json().data;
  const isShown = async (address: string) =>
    (await api.call('GET', address.slice(PUBLIC_URL.length))).statusCode === 200;

  async function expectLockedOut(page: Customer, photos: number, victims: string): Promise<void> {
    expect(await page.state()).toMatchObject({ handed_over: true, photo_count: photos, photos: [] });
    expectRefusal(await page.send({ body }), 409, 'session_handed_over');
    expectRefusal(await page.remove(victims), 409, 'session_handed_over');
    expectRefusal(await page.submit(), 409, 'session_handed_over');
    expectRefusal(await page.offer(), 409, 'session_handed_over');
  }

  it('should leave whoever began a visit and gave it to someone else nothing but the count', async () => {
    // The stranger has several sessions of the visit, and photos of his own in it.
    const first = await openPage(api, 'link', slug);
    await first.send({ body });
    const second = await openPage(api, 'link', slug, first.session);
    const spare = second.tickets[1]?.[0] as string;
    const code = await codeOf(second);

    const customer = await continueWith(code);
    const clientId = newClientId();
    expect((await customer.send({ slot: 1, clientId, body })).statusCode).toBe(201);
    for (const stranger of [first, second]) await expectLockedOut(stranger, 2, clientId);
    expectRefusal(await second.send({ slot: 1, body, ticket: spare }), 409, 'session_handed_over');

    // Nor does he get back in by what he knows.
    for (const previous of [first.session, second.session]) {
      const again = await openPage(api, 'link', slug, previous);
      expect(again.opened.json().data.state).toMatchObject({ status: 'pending', photos: [], photo_count: 0 });
    }
    expectRefusal((await continueWith(code)).opened, 410, 'handover_invalid');
    expect((await customer.submit({ photos: [clientId] })).statusCode).toBe(200);
    expect(await first.state()).toMatchObject({ status: 'submitted', photos: [], photo_count: 2 });
    expect(await listed()).toHaveLength(1);
  });

  it('should end an upload that was under way, and leave nothing of it', async () => {
    const stranger = await openPage(api, 'link', slug);
    const code = await codeOf(stranger);
    let customer: Customer | undefined;
    const clientId = newClientId();
    const slow = inTwoParts(await smallPhoto(2), async () => {
      await untilReceiving(api);
      customer = await continueWith(code);
      await customer.send({ clientId, body });
    });
    expectRefusal(await stranger.send({ body: slow }), 409, 'session_handed_over');
    expect(await customer?.state()).toMatchObject({ photos: [{ client_id: clientId }] });
  });

  it('should end the thumbnails of the device that handed over, and those of a session that is over', async () => {
    const desktop = await openPage(api, 'link', slug);
    const sent = (await desktop.send({ body })).json().data as SeenPhoto;
    const [seen] = (await desktop.state()).photos as SeenPhoto[];
    expect(await isShown(sent.thumbnail_url)).toBe(true);
    expect(await isShown(seen?.thumbnail_url ?? '')).toBe(true);
    const phone = await handOver(api, desktop, 'link', slug);
    expect(await isShown(sent.thumbnail_url)).toBe(false);
    const [continued] = (await phone.state()).photos as SeenPhoto[];
    const address = continued?.thumbnail_url ?? '';
    expect(await isShown(address)).toBe(true);
    expect(
      await isShown(address.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`)),
    ).toBe(false);
    api.clock.advance(2 * HOUR);
    expect(await isShown(address)).toBe(false);
  });

  it('should show no thumbnail of a photo that belongs to another visit', async () => {
    const [mine, other] = [await openPage(api, 'link', slug), await openPage(api, 'link', slug)];
    const theirs = (await other.send({ body })).json().data as SeenPhoto;
    const own = (await mine.send({ body })).json().data as SeenPhoto;
    const session = new URL(own.thumbnail_url).searchParams.get('session') ?? '';
    expect(await isShown(theirs.thumbnail_url.replace(/session=\w+/, `session=${session}`))).toBe(false);
  });

  it('should say before it is confirmed how many photos are there, and change nothing by that', async () => {
    const desktop = await openPage(api, 'link', slug);
    await desktop.send({ body });
    const code = await codeOf(desktop);
    expect((await preview(code)).json()).toEqual({ data: { photo_count: 1 } });
    expect(await desktop.state()).toMatchObject({ handed_over: false, photos: [{}] });
    expect((await continueWith(code)).opened.json().data.state).toMatchObject({
      photo_count: 1,
      photos: [{}],
    });
    expectRefusal(await preview(code), 410, 'handover_invalid');
  });

  it('should work once, for one of two devices that ask at the same moment', async () => {
    const code = await codeOf(await openPage(api, 'link', slug));
    const phones = await Promise.all(Array.from({ length: 8 }, () => continueWith(code)));
    expect(phones.map(({ opened }) => opened.statusCode).sort()).toEqual([201, ...Array(7).fill(410)]);
  });

  it('should be continued by the device whose response was lost, and ended for it with the next hand-over', async () => {
    const secret = newClientId();
    const code = await codeOf(await openPage(api, 'link', slug));
    const lost = await continueWith(code, secret);
    const clientId = newClientId();
    await lost.send({ clientId, body });
    api.clock.advance(6 * MINUTE);
    const again = await continueWith(code, secret);
    expect(again.opened.json().data.state).toMatchObject({ photos: [{ client_id: clientId }] });
    const third = await handOver(api, again, 'link', slug);
    const late = await continueWith(code, secret);
    expect(late.opened.json().data.state).toMatchObject({ handed_over: true, photo_count: 1, photos: [] });
    await expectLockedOut(late, 1, clientId);
    expect(await third.state()).toMatchObject({ handed_over: false, photo_count: 1 });
  });

  it('should be over after five minutes, and when a newer code is shown', async () => {
    const desktop = await openPage(api, 'link', slug);
    const old = await codeOf(desktop);
    const code = await codeOf(desktop);
    expectRefusal((await continueWith(old)).opened, 410, 'handover_invalid');
    api.clock.advance(5 * MINUTE);
    expectRefusal(await preview(code), 410, 'handover_invalid');
    expectRefusal((await continueWith(code)).opened, 410, 'handover_invalid');
    expect(await desktop.state()).toMatchObject({ handed_over: false });
    expect((await continueWith(await codeOf(desktop))).opened.statusCode).toBe(201);
  });

  it('should be refused at the address of anything else', async () => {
    const foreign = await api.createWorkspace();
    const elsewhere = await createLink(api, foreign.live.key);
    const { token } = await createRequest(api, workspace.live.key);
    const desktop = await openPage(api, 'link', slug);
    const code = await codeOf(desktop);
    const targets: ['link' | 'request', string][] = [
      ['link', elsewhere.slug],
      ['link', (await createLink(api, workspace.live.key, { name: 'Another' })).slug],
      ['request', token],
    ];
    for (const [kind, key] of targets) {
      expectRefusal(await preview(code, { kind, key }), 410, 'handover_invalid');
      const wrong = await openPage(api, kind, key, undefined, { code, secret: newClientId() });
      expectRefusal(wrong.opened, 410, 'handover_invalid');
    }
    for (const text of ['', 'x', desktop.session, '\u0000', 'x'.repeat(100)]) {
      expectRefusal(await preview(text), 410, 'handover_invalid');
    }
    expect((await continueWith(code)).opened.statusCode).toBe(201);
  });

  it('should leave other devices of a request alone, since its address is the secret', async () => {
    const { token } = await createRequest(api, workspace.live.key);
    const family = await openPage(api, 'request', token);
    const desktop = await openPage(api, 'request', token);
    const phone = await handOver(api, desktop, 'request', token);
    const clientId = newClientId();
    await phone.send({ clientId, body });
    await expectLockedOut(desktop, 1, clientId);
    expect((await family.send({ slot: 1, body })).statusCode).toBe(201);
    const reopened = await openPage(api, 'request', token, desktop.session);
    expect(reopened.opened.json().data.state).toMatchObject({
      handed_over: false,
      photo_count: 2,
      photos: [{}, {}],
    });
    expect((await reopened.submit({ photos: [clientId] })).statusCode).toBe(200);
    expect(await desktop.state()).toMatchObject({ status: 'submitted', photo_count: 2, photos: [] });
  });

  it('should let photos that were taken before it be sent by the device that took them', async () => {
    const { token } = await createRequest(api, workspace.live.key);
    const desktop = await openPage(api, 'request', token);
    const takenAt = api.clock.now();
    api.clock.advance(MINUTE);
    await handOver(api, desktop, 'request', token);
    api.clock.advance(MINUTE);
    const reopened = await openPage(api, 'request', token, desktop.session);
    expect((await reopened.send({ body, capturedAt: takenAt })).statusCode).toBe(201);
  });

  it('should keep no code or secret, and be forgotten after its last session', async () => {
    const secret = newClientId();
    const desktop = await openPage(api, 'link', slug);
    const code = await codeOf(desktop);
    await continueWith(code, secret);
    const rows = () => api.database.reader.selectFrom('capture_handovers').selectAll().execute();
    const kept = JSON.stringify(await rows());
    for (const text of [code, secret, desktop.session]) expect(kept).not.toContain(text);
    api.clock.advance(26 * HOUR);
    await api.services.capture.handovers.deleteOld();
    expect(await rows()).not.toEqual([]);
    api.clock.advance(24 * HOUR);
    await api.services.capture.handovers.deleteOld();
    expect(await rows()).toEqual([]);
  });
});
