import { describe, expect, it } from 'vitest';
import { answerMessage } from '../../src/mcp/server.ts';

describe('a message to the tools for language models', () => {
  it('should end after a while whatever becomes of it', async () => {
    const request = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    });
    const params = { name: 'get_photo_request', arguments: { id: 'req_1' } };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const never = () => new Promise<never>(() => {});
    await expect(answerMessage(request, message, never, { maxMs: 1 })).rejects.toMatchObject({
      code: 'service_unavailable',
    });
  });
});
