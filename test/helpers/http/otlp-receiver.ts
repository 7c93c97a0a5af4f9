import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  /** 2 is an error. */
  status: number;
}

interface WireSpan extends Omit<ReceivedSpan, 'attributes' | 'links' | 'status'> {
  attributes?: WireAttribute[];
  links?: { traceId: string; spanId: string }[];
  status?: { code?: number };
}

interface WireAttribute {
  key: string;
  value: Record<string, unknown>;
}

interface WireTraces {
  resourceSpans: { resource: { attributes: WireAttribute[] }; scopeSpans: { spans: WireSpan[] }[] }[];
}

/** A collector of traces, as OTLP/HTTP with JSON has it. */
export async function startOtlpReceiver() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'POST' && request.url === '/v1/traces') {
        bodies.push(Buffer.concat(chunks).toString('utf8'));
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      } else response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const traces = () => bodies.flatMap((body) => (JSON.parse(body) as WireTraces).resourceSpans);
  return {
    url: `http://127.0.0.1:${port}`,
    /** Everything that was sent, as it was sent. */
    text: () => bodies.join('\n'),
    spans: (): ReceivedSpan[] =>
      traces()
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map((span) => ({
          ...span,
          attributes: toRecord(span.attributes),
          links: span.links ?? [],
          status: span.status?.code ?? 0,
        })),
    resource: () => toRecord(traces()[0]?.resource.attributes),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function toRecord(attributes: WireAttribute[] = []): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
