import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { VERSION } from '../platform/version.ts';
import { type ApiCall, TOOLS, type Tool } from './tools.ts';

export interface ApiResponse {
  status: number;
  body: { data?: unknown; meta?: unknown; error?: unknown; message?: unknown };
}

/** Does what a tool asks for; `tool` is its name. */
export type CallApi = (call: ApiCall & { tool: string }) => Promise<ApiResponse>;

/**
 * Answers one message. Nothing is kept between two of them: any node can answer the next one, and a key that was
 * deactivated meanwhile is refused.
 */
export async function answerMessage(request: Request, message: unknown, callApi: CallApi): Promise<Response> {
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
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
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
