import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PUBLIC_URL, useTestApp } from '../helpers/app/test-app.ts';

const ADDRESS = '/v1/openapi.json';

describe('the OpenAPI document as it is served', () => {
  const api = useTestApp();
  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    api.call(method, ADDRESS, { headers });

  it('should be of this installation, and the same however it is compressed', async () => {
    const plain = await get();
    expect(plain.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: `${PUBLIC_URL}/v1` }] });
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding', 'cache-control': 'no-cache' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const [encoding, unpack] of [['br', brotliDecompressSync] as const, ['gzip', gunzipSync] as const]) {
      const packed = await get({ 'accept-encoding': encoding });
      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 10);
      expect(unpack(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    }
  });

  it('should not be sent again to whoever has it, with an ETag for each encoding', async () => {
    const etags = new Set<string>();
    for (const encoding of ['identity', 'gzip', 'br']) {
      const headers = { 'accept-encoding': encoding };
      const etag = String((await get(headers)).headers.etag);
      const again = await get({ ...headers, 'if-none-match': `"other", W/${etag}` });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
      expect((await get({ ...headers, 'if-none-match': '"other"' })).statusCode).toBe(200);
      etags.add(etag);
    }
    expect(etags.size).toBe(3);
  });

  it('should respond to HEAD as to GET, without the body', async () => {
    const headers = { 'accept-encoding': 'br' };
    const [head, whole] = [await get(headers, 'HEAD'), await get(headers)];
    expect([head.statusCode, head.body]).toEqual([200, '']);
    for (const name of ['content-length', 'content-type', 'content-encoding', 'etag'])
      expect(head.headers[name], name).toBe(whole.headers[name]);
  });
});
