import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it } from 'vitest';
import { PUBLIC_URL, useTestApp } from '../helpers/app/test-app.ts';

describe('the tools for language models', () => {
  const api = useTestApp();

  /** The client of the protocol's own makers. */
  async function connect(headers: Record<string, string>) {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(`${PUBLIC_URL}/mcp`), {
      requestInit: { headers },
      fetch: async (url, init) => {
        const response = await api.app.inject({
          method: (init?.method ?? 'GET') as 'GET',
          url: new URL(url).pathname,
          headers: Object.fromEntries(new Headers(init?.headers)),
          ...(init?.body ? { payload: init.body as string } : {}),
        });
        const hasBody = response.body !== '' && response.statusCode !== 204;
        return new Response(hasBody ? response.body : null, {
          status: response.statusCode,
          headers: response.headers as Record<string, string>,
        });
      },
    });
    await client.connect(transport as never);
    const use = async (name: string, input: Record<string, unknown>) => {
      const { isError, content } = await client.callTool({ name, arguments: input });
      return { isError, told: JSON.parse((content as { text: string }[])[0]?.text ?? '') };
    };
    return { client, use };
  }

  it('should be few, and none that approves, erases or manages keys', async () => {
    const { live } = await api.createWorkspace();
    const { client } = await connect({ authorization: `Bearer ${live.key}` });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'create_photo_request',
      'find_photo_requests',
      'get_photo_request',
      'remind_customer',
      'ask_for_changes',
    ]);
    const readers = tools.filter(({ annotations }) => annotations?.readOnlyHint);
    expect(readers.map(({ name }) => name)).toEqual(['find_photo_requests', 'get_photo_request']);
  });

  it('should create, find, read, and ask again, with the key that came with the call', async () => {
    const workspace = await api.createWorkspace();
    const { use } = await connect({ 'x-api-key': workspace.test.key });
    const created = await use('create_photo_request', {
      instructions: 'The door',
      photo_slots: [{ instructions: 'From outside' }],
      external_id: 'door-1',
    });
    const { id } = created.told.data;
    expect(created.told.data).toMatchObject({ status: 'pending', external_id: 'door-1' });
    await api.call('POST', `/v1/test-helpers/photo-requests/${id}/submit`, { key: workspace.test.key });
    const found = await use('find_photo_requests', { external_id: 'door-1', status: 'submitted' });
    expect(found.told.data).toMatchObject([{ id }]);
    expect((await use('get_photo_request', { id })).told.data.items.length).toBe(1);
    const asked = await use('ask_for_changes', { id, slots: [{ slot_index: 0, reason: 'blurred' }] });
    expect(asked.told.data).toMatchObject({ status: 'in_progress', round: 2 });

    const stranger = await connect({ 'x-api-key': (await api.createWorkspace()).test.key });
    expect(await stranger.use('get_photo_request', { id })).toMatchObject({
      isError: true,
      told: { code: 'not_found' },
    });
  });

  it('should be written down, each use, with what came of it', async () => {
    const workspace = await api.createWorkspace();
    const { key, id: keyId } = await api.createKey(workspace.id, { scopes: ['photo_requests:read'] });
    const { use } = await connect({ authorization: `Bearer ${key}` });
    expect(await use('create_photo_request', { instructions: 'The door' })).toMatchObject({
      isError: true,
      told: { code: 'insufficient_permission' },
    });
    await use('find_photo_requests', {});
    const entries = await api.database.reader
      .selectFrom('audit_entries')
      .select(['actor', 'action', 'details'])
      .where('workspace_id', '=', workspace.id)
      .where('action', '=', 'mcp.tool_called')
      .orderBy('id')
      .execute();
    expect(entries.map(({ details, ...entry }) => ({ ...entry, ...JSON.parse(details) }))).toMatchObject([
      { actor: keyId, tool: 'create_photo_request', status: 403 },
      { actor: keyId, tool: 'find_photo_requests', status: 200 },
    ]);
  });

  it('should be for no one without a key, and not for pages of others', async () => {
    await expect(connect({})).rejects.toThrow();
    await expect(connect({ authorization: 'Bearer shp_live_wrong' })).rejects.toThrow();
    const { live } = await api.createWorkspace();
    const fromPage = { 'x-api-key': live.key, origin: 'https://elsewhere.example' };
    await expect(connect(fromPage)).rejects.toThrow();
  });

  const send = (key: string, body: unknown) =>
    api.call('POST', '/mcp', { key, body, headers: { accept: 'application/json, text/event-stream' } });

  it('should take one message at a time: one of several could cancel another, and no response would come', async () => {
    const { live } = await api.createWorkspace();
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    for (const messages of [[list, cancel], [list], []]) {
      const response = await send(live.key, messages);
      expect([response.statusCode, response.json()]).toEqual([
        400,
        { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Send one message at a time.' } },
      ]);
    }
  });

  it.each([
    ['a request', { id: 1, method: 'tools/list' }, 200],
    ['one with the id 0', { id: 0, method: 'ping' }, 200],
    ['one with an empty id', { id: '', method: 'ping' }, 200],
    ['one that no one knows', { id: 1, method: 'constructor' }, 200],
    [
      'the method of a notification, with an id',
      { id: 1, method: 'notifications/cancelled', params: { requestId: 1 } },
      200,
    ],
    ['a tool that no one knows', { id: 1, method: 'tools/call', params: { name: '__proto__' } }, 200],
    [
      'a tool that should run later',
      {
        id: 1,
        method: 'tools/call',
        params: { name: 'get_photo_request', arguments: { id: 'x' }, task: {} },
      },
      200,
    ],
    [
      'a part of a task',
      {
        id: 1,
        method: 'ping',
        params: { _meta: { 'io.modelcontextprotocol/related-task': { taskId: 'x' } } },
      },
      200,
    ],
    ['a notification', { method: 'notifications/initialized' }, 202],
    ['a cancellation alone', { method: 'notifications/cancelled', params: { requestId: 1 } }, 202],
    ['a response', { id: 1, result: {} }, 202],
    ['an error', { id: 1, error: { code: 1, message: 'No' } }, 202],
    ['no id at all', { id: null, method: 'ping' }, 400],
    ['no message at all', {}, 400],
  ])('should respond to %s', async (_name, message, status) => {
    const { live } = await api.createWorkspace();
    expect((await send(live.key, { jsonrpc: '2.0', ...message })).statusCode).toBe(status);
  });

  it.each(['GET', 'DELETE'] as const)('should have nothing to %s', async (method) => {
    const { live } = await api.createWorkspace();
    const response = await api.call(method, '/mcp', { key: live.key });
    expect([response.statusCode, response.headers.allow]).toEqual([405, 'POST']);
  });
});
