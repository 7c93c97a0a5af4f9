import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { createRequest } from '../../helpers/capture/customer.ts';

const picture = (color: string) =>
  sharp({ create: { width: 900, height: 300, channels: 3, background: color } })
    .png()
    .toBuffer();

describe('the look of the customer’s pages', () => {
  const api = useTestApp({ withPages: true });
  const workspace = useWorkspace(api);
  let token: string;
  beforeAll(async () => {
    ({ token } = await createRequest(api, workspace.live.key));
  });

  const page = async () => (await api.call('GET', `/r/${token}`)).body;
  const logoIn = (html: string) => /\/logos\/[0-9a-f]{32}\.webp/.exec(html)?.[0];
  const stored = (address: string) => address.replace('webp', 'png');
  async function deleteQueuedFiles(): Promise<void> {
    while (await api.services.photoUpkeep.deleteQueuedFiles()) {
      // Until nothing is left.
    }
  }

  it('should have the workspace’s name, color and logo, redrawn and no larger than needed', async () => {
    const logo = await picture('#7a1f5c');
    await api.services.brands.change(OPERATOR, workspace.id, { color: '#7A1F5C', logo });
    const html = await page();
    expect(html).toContain('Workspace 1');
    expect(html).toContain('--accent:#7a1f5c');
    const address = logoIn(html) ?? '';
    const [small, whole] = [await api.call('GET', address), await api.call('GET', stored(address))];
    for (const [response, type, caching] of [
      [small, 'image/webp', 'immutable'],
      [whole, 'image/png', 'max-age=3600'],
    ] as const)
      expect(response.headers).toMatchObject({
        'content-type': type,
        'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
        'cache-control': expect.stringContaining(caching),
      });
    expect(await sharp(whole.rawPayload).metadata()).toMatchObject({ width: 512, format: 'png' });
    expect(small.rawPayload.toString('latin1')).toMatch(/^RIFF.{4}WEBPVP8/s);
    // Where its header has the width and the height.
    expect([26, 28].map((at) => small.rawPayload.readUInt16LE(at))).toEqual([100, 33]);
  });

  it('should keep a logo that is chosen again before the one before is deleted', async () => {
    const [first, second] = [await picture('red'), await picture('blue')];
    const addresses: string[] = [];
    for (const logo of [first, second, first]) {
      await api.services.brands.change(OPERATOR, workspace.id, { logo });
      addresses.push(logoIn(await page()) ?? '');
      expect((await api.call('GET', addresses.at(-1) ?? '')).statusCode).toBe(200);
    }
    await deleteQueuedFiles();
    const responses = await Promise.all(addresses.map((address) => api.call('GET', address)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 200]);
    const left = [];
    for await (const { key } of api.services.storage.list('logos/')) left.push(`/${key}`);
    expect(left).toEqual([stored(addresses.at(-1) ?? '')]);
  });

  it('should go back to the product’s own', async () => {
    await api.services.brands.change(OPERATOR, workspace.id, { color: null, logo: null });
    const html = await page();
    expect(logoIn(html)).toBeUndefined();
    expect(html).toContain('--accent:#0b6170');
  });

  it.each([
    ['a color that is none', { color: 'red; background: url(x)' }],
    ['a text', { logo: Buffer.from('<svg onload="alert(1)"/>') }],
    ['a picture cut off', { logo: Buffer.from('89504e470d0a1a0a0000', 'hex') }],
  ])('should refuse %s and change nothing', async (_what, changes) => {
    const before = await api.services.workspaces.find(workspace.id);
    await expect(api.services.brands.change(OPERATOR, workspace.id, changes)).rejects.toMatchObject({
      code: 'validation_error',
    });
    expect(await api.services.workspaces.find(workspace.id)).toEqual(before);
  });

  it('should give no other file of the storage away', async () => {
    for (const file of [
      '..%2fphotos%2fx.png',
      'x.png',
      '0'.repeat(32),
      `${'0'.repeat(32)}.png`,
      `${'0'.repeat(32)}.webp`,
    ]) {
      expect((await api.call('GET', `/logos/${file}`)).statusCode).toBe(404);
    }
  });
});
