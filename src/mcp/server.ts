import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ServiceError } from '../platform/errors.ts';
import { VERSION } from '../platform/version.ts';
import { type ApiCall, TOOLS, type Tool } from './tools.ts';

export interface ApiResponse {
  status: number;
  body: { data?: unknown; meta?: unknown; error?: unknown; message?: unknown };
}

/** Longer than any call of `/v1` takes, and shorter than a server that stops waits for its calls. */
const MAX_ANSWER_MS = 20_000;
const RETRY_AFTER_SECONDS = 5;
/** Of JSON-RPC: Invalid Request. */
const INVALID_REQUEST = -32600;

/** Does what a tool asks for; `tool` is its name. */
export type CallApi = (call: ApiCall & { tool: string }) => Promise<ApiResponse>;

/**
 * Answers one message. Nothing is kept between two of them: any node can answer the next one, and a key that was
 * deactivated meanwhile is refused.
 */
export async function answerMessage(
  request: Request,
  message: unknown,
  callApi: CallApi,
  { maxMs = MAX_ANSWER_MS } = {},
): Promise<Response> {
  // Of several, one can cancel another, and the response would be waited for without end.
  if (Array.isArray(message)) return refused('Send one message at a time.');
  const server = new McpServer(
    { name: 'shutterpost', version: VERSION },
    {
      instructions:
        'Shutterpost asks customers for live photos. Create a request, pass its link on, and read it when its status is submitted. People approve and delete; there are no tools for that.',
    },
  );
  for (const [name, tool] of Object.entries(TOOLS)) register(server, name, tool as unknown as Tool, callApi);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await within(maxMs, transport.handleRequest(request, { parsedBody: message }));
  } finally {
    await server.close();
  }
}

/** In the shape in which the transport refuses what is no message. */
function refused(message: string): Response {
  const error = { code: INVALID_REQUEST, message };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 400 });
}

/** The transport responds when every request has its result, however long that takes. */
async function within(maxMs: number, response: Promise<Response>): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tookTooLong()), maxMs);
  });
  try {
    return await Promise.race([response, late]);
  } finally {
    clearTimeout(timer);
  }
}

function tookTooLong(): ServiceError {
  return new ServiceError('service_unavailable', 'The response took too long. Try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

function register(server: McpServer, name: string, tool: Tool, callApi: CallApi): void {
  const { title, description, input, isReadOnly, call } = tool;
  const annotations = { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: !isReadOnly };
  server.registerTool(name, { title, description, inputSchema: input, annotations }, async (given) => {
    const { status, body } = await callApi({ ...call(given), tool: name });
    const isError = status >= 400;
    const told = isError ? (body.error ?? body) : { data: body.data, meta: body.meta };
    return { isError, content: [{ type: 'text', text: JSON.stringify(told) }] };
  });
}
