import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { openStorage } from '../../../src/platform/storage/open-storage.ts';
import { PUBLIC_URL, useAddress, useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { createRequest, openPage, smallPhoto } from '../../helpers/capture/customer.ts';
import { useFolderForAll, useForAll } from '../../helpers/hooks.ts';
import { type Lie, startLyingS3 } from '../../helpers/storage/lying-s3.ts';
import { startS3Server } from '../../helpers/storage/s3-server.ts';

describe('images in a bucket whose server lies', () => {
  const dataDir = useFolderForAll();
  const s3 = useForAll(startS3Server, 'stop');
  const liar = useForAll(() => startLyingS3({ host: '127.0.0.1', port: s3.port }), 'close');
  const storage = useForAll(() => openStorage({ storageUrl: s3.url({ port: liar.port }), dataDir }), 'close');
  const api = useTestApp({ storage, withPages: true });
  const workspace = useWorkspace(api);
  const address = useAddress(api);
  const paths = { page: '', link: '', photo: '', slotImage: '' };
  afterEach(() => liar.tell(undefined));

  beforeAll(async () => {
    const { id, token } = await createRequest(api, workspace.live.key);
    const page = await openPage(api, 'request', token);
    const sent = await page.send({ body: await smallPhoto() });
    await page.submit();
    const read = await api.call('GET', `/v1/photo-requests/${id}`, { key: workspace.live.key });
    const [{ url, thumbnail_url }] = read.json().data.items;
    const uploaded = await api.call('POST', '/v1/slot-images?purpose=example', {
      key: workspace.live.key,
      raw: await smallPhoto(),
      headers: { 'content-type': 'image/jpeg' },
    });
    paths.page = sent.json().data.thumbnail_url.slice(PUBLIC_URL.length);
    paths.link = thumbnail_url.slice(PUBLIC_URL.length);
    paths.photo = url.slice(PUBLIC_URL.length);
    paths.slotImage = uploaded.json().data.url.slice(PUBLIC_URL.length);
  });

  /** Of its own for each test: the small one is drawn once. */
  async function newLogo(): Promise<{ small: string; whole: string }> {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const logo = await sharp({ create: { width: 200, height: 150, channels: 3, background: '#000', noise } })
      .png()
      .toBuffer();
    const { logo_key } = await api.services.brands.change(OPERATOR, workspace.id, { logo });
    return { small: `/${logo_key?.replace('png', 'webp')}`, whole: `/${logo_key}` };
  }
  const get = (path: string, headers = {}) =>
    fetch(address.url + path, { headers: { 'sec-fetch-site': 'same-origin', ...headers } });

  async function expectUnavailable(response: Response): Promise<void> {
    const { error } = (await response.json()) as { error: { code: string } };
    expect([response.status, error.code]).toEqual([503, 'service_unavailable']);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
  /** Whether the first bytes come through before the connection ends is chance. */
  async function expectNotWhole(response: Response): Promise<void> {
    if (response.status === 503) await expectUnavailable(response);
    else await expect(response.arrayBuffer()).rejects.toThrow();
  }

  describe.each([
    ['a thumbnail on the customer’s page', () => get(paths.page)],
    ['the thumbnail of a link', () => get(paths.link)],
    ['a part of a photo', () => get(paths.photo, { range: 'bytes=100-4099' })],
    ['an image of a slot', () => get(paths.slotImage)],
  ])('%s', (_what, ask) => {
    it.each<Lie>(['half', 'gone', 'no-byte', 'broken-off'])('should be unavailable: %s', async (lie) => {
      liar.tell(lie);
      const response = await ask();
      await (lie === 'broken-off' || lie === 'half' ? expectNotWhole : expectUnavailable)(response);
      liar.tell(undefined);
      const right = await ask();
      expect(right.ok).toBe(true);
      expect((await right.arrayBuffer()).byteLength).toBe(Number(right.headers.get('content-length')));
    });
  });

  it.each<Lie>(['half', 'other', 'gone', 'no-byte', 'broken-off'])(
    'should be no small logo: %s',
    async (lie) => {
      const { small } = await newLogo();
      liar.tell(lie);
      await expectUnavailable(await get(small));
      liar.tell(undefined);
      const right = await get(small);
      expect([right.status, right.headers.get('cache-control')]).toEqual([
        200,
        expect.stringContaining('immutable'),
      ]);
    },
  );

  it('should be a whole logo for an hour at most, and not when the connection breaks off', async () => {
    const { whole } = await newLogo();
    liar.tell('no-byte');
    await expectUnavailable(await get(whole));
    liar.tell('broken-off');
    await expectNotWhole(await get(whole));
    liar.tell('half');
    expect((await get(whole)).headers.get('cache-control')).toBe('public, max-age=3600');
  });
});
