import { beforeAll, describe, expect, it } from 'vitest';
import { PUBLIC_URL, useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { DAY, HOUR } from '../../helpers/app/test-clock.ts';
import { createRequest, openPage, smallPhoto, storedKeys } from '../../helpers/capture/customer.ts';
import { submitPlaces } from '../../helpers/capture/rounds.ts';

interface Item {
  id: string;
  url: string;
  thumbnail_url: string;
  sha256: string;
  bytes: number;
}

describe('a link to a photo', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);
  let file: Buffer;
  let item: Item;
  let other: Item;
  let requestId: string;
  beforeAll(async () => {
    file = await smallPhoto();
    const request = await createRequest(api, workspace.live.key);
    requestId = request.id;
    const page = await openPage(api, 'request', request.token);
    await page.send({ body: file });
    await page.send({ slot: 1, body: await smallPhoto(2) });
    await page.submit();
    [item, other] = await items(requestId);
  });

  const items = async (id: string) =>
    (await api.call('GET', `/v1/photo-requests/${id}`, { key: workspace.live.key })).json().data.items;
  const pathOf = (url: string) => url.slice(PUBLIC_URL.length);
  // As one of our own pages: to others a bucket hands out photos by itself.
  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    api.call(method, pathOf(url), { headers: { 'sec-fetch-site': 'same-origin', ...headers } });
  const etagOf = ({ sha256 }: Item) => `"${sha256}"`;

  it('should hand out the very file with safe headers', async () => {
    const response = await get(item.url);
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(file)).toBe(true);
    expect(response.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(file.length),
      'content-disposition': expect.stringContaining(`inline; filename="${item.id}.jpg"`),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'accept-ranges': 'bytes',
      etag: etagOf(item),
    });
    expect(response.headers['cache-control']).toMatch(/^private, max-age=\d+$/);
  });

  it('should lead whoever is no page of ours to the very file too', async () => {
    const response = await api.call('GET', pathOf(item.url));
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(file)).toBe(true);
    expect(response.headers['content-type']).toBe('image/jpeg');
    expect(response.headers['content-disposition']).toContain(`inline; filename="${item.id}.jpg"`);
  });

  it('should hand out a small thumbnail under an ETag of its own', async () => {
    const response = await get(item.thumbnail_url);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
    });
    expect(response.rawPayload.subarray(0, 2).toString('hex')).toBe('ffd8');
    expect(response.rawPayload.length).toBe(Number(response.headers['content-length']));
    expect(response.headers.etag).not.toBe(etagOf(item));
    const again = await get(item.thumbnail_url, { 'if-none-match': String(response.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('should be saved by reference and slot when it is to be downloaded', async () => {
    const { id, token } = await createRequest(api, workspace.live.key, {
      external_id: 'Schaden 12/2026',
      photo_slots: [{ instructions: 'Die Tür, links', max_photos: 2 }],
    });
    await submitPlaces(api, token, [0, 1]);
    const names: unknown[] = [];
    const [first, second] = await items(id);
    for (const url of [first.url, second.url, first.thumbnail_url]) {
      for (const download of ['&download', '&download=1']) {
        const response = await get(url + download);
        expect(response.statusCode).toBe(200);
        names.push(response.headers['content-disposition']);
      }
    }
    const saved = (name: string) => expect.stringContaining(`attachment; filename="${name}"`);
    expect([...new Set(names)]).toEqual([
      saved('Schaden 12-2026-01-die-tur-links.jpg'),
      saved('Schaden 12-2026-01-die-tur-links-2.jpg'),
      saved('Schaden 12-2026-01-die-tur-links-thumbnail.jpg'),
    ]);
    expect((await get(`${first.url.replace('expires', 'expired')}&download`)).statusCode).toBe(403);
  });

  it('should tell the length and nothing else on HEAD', async () => {
    for (const [url, length] of [
      [item.url, file.length],
      [item.thumbnail_url, (await get(item.thumbnail_url)).rawPayload.length],
    ] as const) {
      const response = await get(url, {}, 'HEAD');
      expect([response.statusCode, response.body]).toEqual([200, '']);
      expect(response.headers).toMatchObject({
        'content-length': String(length),
        'content-type': 'image/jpeg',
        'accept-ranges': 'bytes',
      });
    }
  });

  const size = () => file.length;
  it.each([
    ['the first bytes', 'bytes=0-99', () => [0, 99]],
    ['one byte', 'bytes=0-0', () => [0, 0]],
    ['some in the middle', 'bytes=1000-1999', () => [1_000, 1_999]],
    ['all from somewhere', 'bytes=500-', () => [500, size() - 1]],
    ['the last ones', 'bytes=-100', () => [size() - 100, size() - 1]],
    ['more than there are', 'bytes=0-99999999', () => [0, size() - 1]],
    ['more of the last than there are', 'bytes=-99999999', () => [0, size() - 1]],
  ])('should hand out a range: %s', async (_what, range, expected) => {
    const [start = 0, end = 0] = expected();
    const response = await get(item.url, { range });
    expect(response.statusCode).toBe(206);
    expect(response.headers['content-range']).toBe(`bytes ${start}-${end}/${size()}`);
    expect(response.headers['content-length']).toBe(String(end - start + 1));
    expect(response.rawPayload.equals(file.subarray(start, end + 1))).toBe(true);
  });

  it.each(['bytes=99999999-', 'bytes=-0', `bytes=${10 ** 14}-${10 ** 14 + 1}`])(
    'should refuse a range that it has nothing of: %s',
    async (range) => {
      const response = await get(item.url, { range });
      expect([response.statusCode, response.body]).toEqual([416, '']);
      expect(response.headers['content-range']).toBe(`bytes */${size()}`);
    },
  );

  it.each(['bytes=0-1,5-6', 'bytes=5-1', 'items=0-1', 'bytes=-', 'bytes=a-b', 'bytes', 'bytes=0x0-0x5'])(
    'should hand out the whole file for what is not one range: %s',
    async (range) => {
      const response = await get(item.url, { range });
      expect([response.statusCode, response.rawPayload.length]).toEqual([200, size()]);
    },
  );

  it('should hand out a range only of the file that is meant by If-Range', async () => {
    const range = 'bytes=0-9';
    expect((await get(item.url, { range, 'if-range': etagOf(item) })).statusCode).toBe(206);
    for (const tag of [etagOf(other), `W/${etagOf(item)}`, 'Sat, 31 Jan 2026 12:00:00 GMT']) {
      expect((await get(item.url, { range, 'if-range': tag })).statusCode).toBe(200);
    }
  });

  it('should respond with 304 to whoever has it, also with a range', async () => {
    const tags = [etagOf(item), `W/${etagOf(item)}`, `"x", ${etagOf(item)}`, '*'];
    for (const tag of tags) {
      const response = await get(item.url, { 'if-none-match': tag, range: 'bytes=0-9' });
      expect([response.statusCode, response.body, response.headers.etag], tag).toEqual([
        304,
        '',
        etagOf(item),
      ]);
    }
    expect((await get(item.url, { 'if-none-match': etagOf(other) })).statusCode).toBe(200);
  });

  it('should be refused alike whatever is wrong with it', async () => {
    const link = new URL(item.url);
    const expires = link.searchParams.get('expires') as string;
    const signature = link.searchParams.get('signature') as string;
    const { pathname } = link;
    const strangers = new URL(other.url);
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    const wrong = [
      pathname,
      `${pathname}?expires=${expires}`,
      `${pathname}?signature=${signature}`,
      `${pathname}?expires=${expires}&signature=`,
      `${pathname}?expires=${expires}&signature=${flipped}`,
      `${pathname}?expires=${expires}&signature=${signature}=`,
      `${pathname}?expires=${expires}&signature=${signature.slice(0, -1)}`,
      `${pathname}?expires=${expires}&signature=${signature}&signature=${signature}`,
      `${pathname}?expires=${Number(expires) + 1}&signature=${signature}`,
      `${pathname}?expires=0${expires}&signature=${signature}`,
      `${pathname}?expires=%20${expires}&signature=${signature}`,
      `${pathname}?expires=99999999999&signature=${signature}`,
      `${strangers.pathname}?expires=${expires}&signature=${signature}`,
      pathOf(item.url).replace('.jpg', '.thumbnail.jpg'),
      pathOf(item.thumbnail_url).replace('.thumbnail.jpg', '.jpg'),
      pathOf(item.url).replace('.jpg', '.JPG'),
      pathOf(item.url).replace('.jpg', ''),
      pathOf(item.url).replace('.jpg', '%00.jpg'),
      pathOf(item.url).replace('photo_', 'PHOTO_'),
      `/photos/..%2f..%2fetc%2fpasswd?expires=${expires}&signature=${signature}`,
      `/photos/..%2f${pathname.slice(8)}?expires=${expires}&signature=${signature}`,
      `/photos/${'a'.repeat(5_000)}.jpg?expires=${expires}&signature=${signature}`,
    ];
    const bodies = new Set<string>();
    for (const path of wrong) {
      const response = await api.call('GET', path);
      expect(response.statusCode, path).toBe(403);
      expect(response.headers['cache-control']).toBe('no-store');
      bodies.add(response.body.replace(String(response.headers['x-request-id']), ''));
    }
    expect(bodies.size).toBe(1);
    expect(JSON.parse([...bodies][0] ?? '')).toEqual({
      error: { code: 'link_invalid', message: expect.any(String), details: {}, request_id: '' },
    });
  });

  it('should not be found at addresses that lead out of its folder', async () => {
    const { search } = new URL(item.url);
    for (const path of [
      `/photos/../photos/x.jpg${search}`,
      `/photos//${item.id}.jpg${search}`,
      `/photos/%2e%2e${search}`,
      '/photos/',
      '/photos',
    ]) {
      const response = await api.call('GET', path);
      expect([403, 404], path).toContain(response.statusCode);
    }
  });

  it('should be good for fourteen days to the second, and be fresh on every read', async () => {
    const expires = Number(new URL(item.url).searchParams.get('expires'));
    expect(expires * 1000 - api.clock.now()).toBe(14 * DAY);
    const now = api.clock.now();
    api.clock.set(expires * 1000 - 1);
    const last = await get(item.url);
    expect([last.statusCode, last.headers['cache-control']]).toEqual([200, 'private, max-age=1']);
    api.clock.set(expires * 1000);
    const over = await get(item.url);
    expect([over.statusCode, over.json()]).toEqual([
      403,
      {
        error: {
          code: 'link_expired',
          message: expect.stringContaining('again'),
          details: {},
          request_id: expect.any(String),
        },
      },
    ]);
    // Only of a link that was genuine.
    expect((await get(`${item.url}x`)).json().error.code).toBe('link_invalid');
    const [fresh] = await items(requestId);
    expect((await get(fresh.url)).statusCode).toBe(200);
    api.clock.set(now);
  });

  it('should be there for no one before submission, but the thumbnail for its customer', async () => {
    const { id, token } = await createRequest(api, workspace.live.key);
    const page = await openPage(api, 'request', token);
    const sent = await page.send({ body: file });
    expect(await items(id)).toEqual([]);
    const list = await api.call('GET', '/v1/photo-requests', { key: workspace.live.key });
    expect(list.body).not.toContain(sent.json().data.id);
    const { photos } = (await page.state()) as { photos: Item[] };
    const thumbnail = photos[0]?.thumbnail_url as string;
    const shown = await get(thumbnail);
    expect(shown.statusCode).toBe(200);
    expect(shown.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
    const query = thumbnail.slice(thumbnail.indexOf('?'));
    expect((await get(`${PUBLIC_URL}/photos/${sent.json().data.id}.jpg${query}`)).statusCode).toBe(403);
    api.clock.advance(3 * HOUR);
    expect((await get(thumbnail)).statusCode).toBe(403);
    api.clock.advance(-3 * HOUR);
  });

  it('should show the customer a thumbnail again that the storage lost, and be unavailable with the photo itself', async () => {
    const { token } = await createRequest(api, workspace.live.key);
    const page = await openPage(api, 'request', token);
    const photoId = (await page.send({ body: file })).json().data.id as string;
    const { photos } = (await page.state()) as { photos: Item[] };
    const thumbnail = photos[0]?.thumbnail_url as string;
    const { storage } = api.services;
    await storage.delete(`thumbnails/${photoId}.jpg`);
    expect((await get(thumbnail)).statusCode).toBe(200);
    await storage.delete(`thumbnails/${photoId}.jpg`);
    await storage.delete(`photos/${photoId}.jpg`);
    expect((await get(thumbnail)).statusCode).toBe(503);
  });

  it('should be unavailable while its file is lost, and not be found when its request was deleted', async () => {
    const { id, token } = await createRequest(api, workspace.live.key);
    const page = await openPage(api, 'request', token);
    await page.send({ body: file });
    await page.submit();
    const [gone] = (await items(id)) as [Item];
    const [key] = (await storedKeys(api, 'photos/')).filter((one) => one.includes(gone.id));
    await api.services.storage.delete(key as string);
    await api.services.storage.delete((key as string).replace('photos/', 'thumbnails/'));
    for (const url of [gone.url, gone.thumbnail_url]) {
      const lost = await get(url);
      expect(lost.statusCode, lost.body).toBe(503);
      expect(Number(lost.headers['retry-after'])).toBeGreaterThan(0);
      expect(lost.headers['content-type']).toMatch(/^application\/json/);
      expect(lost.headers['cache-control']).toBe('no-store');
    }
    await api.call('DELETE', `/v1/photo-requests/${id}`, { key: workspace.live.key });
    for (const url of [gone.url, gone.thumbnail_url]) {
      const response = await get(url, { 'if-none-match': etagOf(gone) });
      expect([response.statusCode, response.json().error.code]).toEqual([404, 'not_found']);
    }
  });
});
