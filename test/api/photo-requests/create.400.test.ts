import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { countStored, NOTHING_STORED } from '../../helpers/app/stored-objects.ts';
import { useAddress, useTestApp } from '../../helpers/app/test-app.ts';
import { BROKEN_BODIES, type BrokenBody } from '../../helpers/http/broken-bodies.ts';
import { expectError, expectErrorBody, REQUEST_ID } from '../../helpers/http/expect-response.ts';

const KB = 1024;

describe('POST /v1/photo-requests: 400', () => {
  const api = useTestApp();
  const address = useAddress(api);

  it.each(Object.entries(BROKEN_BODIES))('should refuse %s and store nothing', async (_name, broken) => {
    const workspace = await api.createWorkspace();
    const { raw, headers, code } = broken as BrokenBody;
    const response = await api.call('POST', '/v1/photo-requests', { key: workspace.live.key, raw, headers });
    expectError(response, 400, code, []);
    expect(await countStored(api, workspace.id)).toEqual(NOTHING_STORED);
  });

  it('should refuse a broken body on the free plan too, which has fields of its own to refuse', async () => {
    const workspace = await api.createWorkspace({ plan: 'developer_free' });
    const response = await api.call('POST', '/v1/photo-requests', {
      key: workspace.live.key,
      raw: '{"recipient_email":"a@example.com"',
      headers: { 'content-type': 'application/json' },
    });
    expectError(response, 400, 'invalid_json', []);
  });

  it.each(['gzip', 'br'])(
    'should name the encoding as the fault of a body compressed by %s',
    async (encoding) => {
      const workspace = await api.createWorkspace();
      const compress = encoding === 'gzip' ? gzipSync : brotliCompressSync;
      const response = await fetch(`${address.url}/v1/photo-requests`, {
        method: 'POST',
        headers: {
          'x-api-key': workspace.live.key,
          'content-type': 'application/json',
          'content-encoding': encoding,
        },
        body: compress('{"instructions":"x"}'),
      });
      expect(response.status).toBe(400);
      const body = await response.json();
      expectErrorBody(body, 'unsupported_media_type');
      expect(body).toMatchObject({ error: { message: expect.stringMatching(/without Content-Encoding/) } });
      expect(await countStored(api, workspace.id)).toEqual(NOTHING_STORED);
    },
  );

  it.each(['', 'ü', 'a'.repeat(256)])('should refuse the Idempotency-Key %j', async (idempotencyKey) => {
    const workspace = await api.createWorkspace();
    const response = await api.call('POST', '/v1/photo-requests', {
      key: workspace.live.key,
      body: { instructions: 'x' },
      headers: { 'idempotency-key': idempotencyKey },
    });
    expectError(response, 400, 'invalid_parameter', ['Idempotency-Key']);
    expect(await countStored(api, workspace.id)).toEqual(NOTHING_STORED);
  });

  // A server that responds and closes without reading makes the client see a reset instead of the response.
  it.each([300 * KB, 5 * KB * KB])(
    'should get its response to a client that sends %d bytes',
    async (size) => {
      const workspace = await api.createWorkspace();
      const response = await fetch(`${address.url}/v1/photo-requests`, {
        method: 'POST',
        headers: { 'x-api-key': workspace.live.key, 'content-type': 'application/json' },
        body: `{"instructions":"${'x'.repeat(size)}"}`,
      });
      expect(response.status).toBe(400);
      expect(response.headers.get('x-request-id')).toMatch(REQUEST_ID);
      expectErrorBody(await response.json(), 'payload_too_large');
      expect(await countStored(api, workspace.id)).toEqual(NOTHING_STORED);
    },
  );

  it('should get its response to a client that sends 5 MB in chunks of unknown number', async () => {
    const workspace = await api.createWorkspace();
    const chunk = new Uint8Array(64 * KB).fill(0x20);
    let left = 80;
    const response = await fetch(`${address.url}/v1/photo-requests`, {
      method: 'POST',
      headers: { 'x-api-key': workspace.live.key, 'content-type': 'application/json' },
      body: new ReadableStream({
        pull(controller) {
          if (left-- > 0) controller.enqueue(chunk);
          else controller.close();
        },
      }),
      duplex: 'half',
    });
    expect(response.status).toBe(400);
    expectErrorBody(await response.json(), 'payload_too_large');
  });
});
