import { beforeAll, describe, expect, it } from 'vitest';
import { PUBLIC_URL, useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { createRequest } from '../../helpers/capture/customer.ts';
import { submitPlaces } from '../../helpers/capture/rounds.ts';

const PAGE = 'https://app.example.com';
const STRANGER = 'https://app.example.com.evil.example';

describe('web pages of other origins', () => {
  const closed = useTestApp();
  const api = useTestApp({ platform: { corsOrigins: [PAGE, 'http://localhost:5173'] } });
  const open = useTestApp({ platform: { corsOrigins: ['*'] } });
  const workspace = useWorkspace(api);
  let photo: string;
  beforeAll(async () => {
    const { key } = workspace.live;
    const { id, token } = await createRequest(api, key);
    await submitPlaces(api, token, [0]);
    const [item] = (await api.call('GET', `/v1/photo-requests/${id}`, { key })).json().data.items;
    photo = item.url.slice(PUBLIC_URL.length);
  });

  const addresses = () => [photo, `${photo}&download`, `${photo}x`, '/v1/openapi.json'];
  const from = (origin: string, more: Record<string, string> = {}) => ({ headers: { origin, ...more } });

  it('should read photos, refusals and the OpenAPI document where the operator allows their origin', async () => {
    for (const address of addresses()) {
      const { headers } = await api.call('GET', address, from(PAGE));
      expect(headers['access-control-allow-origin'], address).toBe(PAGE);
      expect(headers['access-control-expose-headers']).toContain('etag');
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      expect(headers.vary).toContain('origin');
    }
  });

  it('should be allowed by a preflight to send a header', async () => {
    for (const address of addresses()) {
      const asked = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'range' };
      const { statusCode, headers, body } = await api.call('OPTIONS', address, from(PAGE, asked));
      expect([statusCode, body], address).toEqual([204, '']);
      expect(headers).toMatchObject({
        'access-control-allow-origin': PAGE,
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': expect.stringContaining('range'),
        'access-control-max-age': '86400',
      });
    }
  });

  it('should read nothing from another origin, or anywhere else', async () => {
    for (const address of addresses()) {
      for (const method of ['GET', 'OPTIONS'] as const) {
        const { headers } = await api.call(method, address, from(STRANGER));
        expect(headers['access-control-allow-origin'], address).toBeUndefined();
        expect(headers.vary, address).toContain('origin');
      }
    }
    for (const address of ['/v1/ping', '/app/api/session', '/docs']) {
      const { headers } = await api.call('GET', address, from(PAGE));
      expect(headers['access-control-allow-origin'], address).toBeUndefined();
    }
  });

  it('should read nothing unless the operator says so, and everything if that is *', async () => {
    for (const address of addresses()) {
      expect((await closed.call('OPTIONS', address, from(PAGE))).statusCode, address).not.toBe(204);
      const { headers } = await closed.call('GET', address, from(PAGE));
      expect(headers['access-control-allow-origin'], address).toBeUndefined();
      const shared = await open.call('GET', address, from(STRANGER));
      expect(shared.headers['access-control-allow-origin'], address).toBe('*');
    }
  });
});
