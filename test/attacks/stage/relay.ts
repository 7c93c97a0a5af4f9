import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { CaptureReport } from '../../../src/shared/capture-report.ts';

/** What happens to the calls of one browser on their way. */
export interface Meddling {
  /** The name that the camera shall have: a browser without a device has none that a phone could have. */
  camera?: { label: string; facing: string };
  /** Someone on the way puts another file in the place of the photo. */
  photo?(photo: Buffer): Buffer | Promise<Buffer>;
  /** Each call of a part of the page waits so long. */
  slow?: { path: RegExp; milliseconds: number };
}

export interface Relay {
  port: number;
  /** For calls with this value in the header. */
  meddle(visit: string, meddling: Meddling): void;
  close(): Promise<void>;
}

export const VISIT_HEADER = 'x-corpus-visit';
const LINE_END = 0x0a;

/** Stands between browsers and the server, as a mobile network does. */
export async function startRelay(serverPort: () => number): Promise<Relay> {
  const meddlings = new Map<string, Meddling>();
  const server = createServer((incoming, outgoing) => {
    const meddling = meddlings.get(String(incoming.headers[VISIT_HEADER])) ?? {};
    void pass(incoming, outgoing, serverPort(), meddling).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    meddle: (visit, meddling) => void meddlings.set(visit, meddling),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  port: number,
  meddling: Meddling,
): Promise<void> {
  const { method = 'GET', url: path = '/', headers } = incoming;
  const received = await buffer(incoming);
  const isPhoto = method === 'PUT' && path.startsWith('/capture/photos/');
  const body = isPhoto ? await changed(received, meddling) : received;
  if (meddling.slow?.path.test(path))
    await new Promise((done) => setTimeout(done, meddling.slow?.milliseconds));
  const visit = Number(headers[VISIT_HEADER] ?? 0);
  const upstream = request({
    ...{ host: '127.0.0.1', port, method, path },
    headers: {
      ...without(headers, [VISIT_HEADER, 'content-length']),
      ...(body.length > 0 ? { 'content-length': body.length } : {}),
      'x-forwarded-for': `10.9.${visit >> 8}.${visit & 255}`,
    },
  });
  upstream.on('error', () => outgoing.destroy());
  upstream.on('response', (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  upstream.end(body);
}

function without(headers: IncomingHttpHeaders, names: string[]): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

/** The report is a line in front of the file; there need not be one. */
async function changed(body: Buffer, { camera, photo }: Meddling): Promise<Buffer> {
  const end = body[0] === 0x7b ? body.indexOf(LINE_END) : -1;
  const file = body.subarray(end + 1);
  const sent = photo === undefined ? file : await photo(file);
  if (end === -1) return sent;
  const report = JSON.parse(body.toString('utf8', 0, end)) as CaptureReport;
  const named =
    camera !== undefined && report.camera !== null ? { ...report.camera, ...camera } : report.camera;
  return Buffer.concat([Buffer.from(`${JSON.stringify({ ...report, camera: named })}\n`), sent]);
}
