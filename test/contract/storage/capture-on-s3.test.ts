import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openStorage } from '../../../src/platform/storage/open-storage.ts';
import { CODE_PATTERN } from '../../../src/shared/short-code.ts';
import { PUBLIC_URL, useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { keyOf, newClientId, openPage } from '../../helpers/capture/customer.ts';
import { samplePhoto } from '../../helpers/capture/sample-photo.ts';
import { useFolderForAll, useForAll } from '../../helpers/hooks.ts';
import { startBreakableProxy } from '../../helpers/http/breakable-proxy.ts';
import { startS3Server } from '../../helpers/storage/s3-server.ts';

describe('photos in a bucket', () => {
  const dataDir = useFolderForAll();
  const s3 = useForAll(startS3Server, 'stop');
  const proxy = useForAll(() => startBreakableProxy({ host: '127.0.0.1', port: s3.port }), 'close');
  const storage = useForAll(() => {
    const storageUrl = s3.url({ port: proxy.port });
    return openStorage({ storageUrl, dataDir });
  }, 'close');
  const api = useTestApp({ storage });
  const workspace = useWorkspace(api);

  async function customer() {
    const created = await api.call('POST', '/v1/photo-requests', {
      key: workspace.live.key,
      body: { instructions: 'Please photograph the car.' },
    });
    const { id, request_url } = created.json().data;
    return { id, page: await openPage(api, 'request', keyOf(request_url)) };
  }

  it('should be downloaded from the bucket by a redirect of their signed link', async () => {
    const { id, page } = await customer();
    expect((await page.send()).statusCode).toBe(201);
    expect((await page.submit()).statusCode).toBe(200);
    const shown = await api.call('GET', `/v1/photo-requests/${id}`, { key: workspace.live.key });
    const [item] = shown.json().data.items;
    const link = await api.call('GET', item.url.slice(PUBLIC_URL.length));
    expect(link.statusCode).toBe(302);
    expect(link.headers['cache-control']).toBe('private, no-store');
    const file = await fetch(String(link.headers.location));
    expect(file.headers.get('content-type')).toBe('image/jpeg');
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(item.sha256);
    expect(bytes.equals(await samplePhoto())).toBe(true);

    const saved = await api.call('GET', `${item.url.slice(PUBLIC_URL.length)}&download`);
    const { searchParams } = new URL(String(saved.headers.location));
    expect(searchParams.get('response-content-disposition')).toMatch(
      new RegExp(`^attachment; filename="${CODE_PATTERN}-01-photo\\.jpg"`),
    );

    // Our own pages take images from their own host alone.
    const shownInPage = await api.call('GET', item.url.slice(PUBLIC_URL.length), {
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(shownInPage.statusCode).toBe(200);
    expect(shownInPage.rawPayload.equals(bytes)).toBe(true);
    expect(readdirSync(storage.temporaryFolder)).toEqual([]);
  });

  it('should have thumbnails that the pages may show, also of a photo taken in a rush', async () => {
    const { page } = await customer();
    const sent = await Promise.all([0, 1, 2, 3, 4].map((slot) => page.send({ slot })));
    for (const response of sent) {
      const thumbnail = await api.call('GET', response.json().data.thumbnail_url.slice(PUBLIC_URL.length));
      expect(thumbnail.statusCode).toBe(200);
      expect(thumbnail.headers['content-type']).toBe('image/jpeg');
    }
  });

  it('should not be acknowledged while the bucket is away, and get through when it is back', async () => {
    const { page } = await customer();
    const clientId = newClientId();
    const ticket = page.tickets[0]?.[0] ?? '';
    await proxy.cut();
    const refused = await page.send({ clientId, ticket });
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBeDefined();
    expect(await page.state()).toMatchObject({ status: 'pending', photos: [] });
    await proxy.restore();
    expect((await page.send({ clientId, ticket })).statusCode).toBe(201);
    expect(await page.state()).toMatchObject({ photos: [{ client_id: clientId }] });
  });

  it('should be gone from the bucket after their request was deleted and swept', async () => {
    const { id, page } = await customer();
    const sent = await page.send();
    const key = `photos/${sent.json().data.id}.jpg`;
    expect(await storage.size(key)).toBeGreaterThan(0);
    await api.call('DELETE', `/v1/photo-requests/${id}`, { key: workspace.live.key });
    while (await api.services.photoUpkeep.deleteQueuedFiles());
    expect(await storage.size(key)).toBeUndefined();
  });
});
