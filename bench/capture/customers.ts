import { randomBytes } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** What is needed to send one photo to one server. */
export interface Sending {
  /** Where its response tells how many bytes were stored instead of a hash, as tus does. */
  lengthHeader?: string;
  method: 'PUT' | 'POST';
  path: string;
  headers: Record<string, string>;
  /** What stands in front of the photo. */
  report?: Buffer | undefined;
}

/** Called before each photo. */
export type Customer = (clientId: string) => Sending;

/** One turn of one server. */
export interface Turn {
  url: string;
  /** After it no one begins another photo; everyone sends at least one. */
  seconds: number;
  photo: Buffer;
  sha256Hex: string;
  customers: Customer[];
}

export interface TurnResult {
  /** Of the photos that were acknowledged. */
  clientIds: string[];
  latenciesMs: number[];
  /** Until the last response. */
  elapsedMs: number;
}

/** Every customer sends one photo after the other until the time is over, and waits for each response. */
export async function runTurn(turn: Turn): Promise<TurnResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: turn.customers.length });
  const result: TurnResult = { clientIds: [], latenciesMs: [], elapsedMs: 0 };
  const started = performance.now();
  try {
    await Promise.all(
      turn.customers.map(async (prepare) => {
        do {
          const clientId = randomBytes(16).toString('base64url');
          const sending = prepare(clientId);
          const before = performance.now();
          await send(turn, agent, sending);
          result.latenciesMs.push(performance.now() - before);
          result.clientIds.push(clientId);
        } while (performance.now() - started < turn.seconds * 1000);
      }),
    );
  } finally {
    agent.destroy();
  }
  result.elapsedMs = performance.now() - started;
  return result;
}

/** A refused call is a fast call, and a photo that was there already costs nothing: only a new one counts. */
async function send({ url, photo, sha256Hex }: Turn, agent: Agent, sending: Sending): Promise<void> {
  const { status, headers, body } = await call(new URL(sending.path, url), photo, sending, agent);
  const { method, lengthHeader } = sending;
  if (status !== 201) throw new Error(`${method} ${url} got ${status}: ${body.slice(0, 500)}`);
  const stored = lengthHeader === undefined ? JSON.parse(body).data.sha256 : headers[lengthHeader];
  const wanted = lengthHeader === undefined ? sha256Hex : String(photo.length);
  if (stored !== wanted) throw new Error(`${method} ${url} stored ${stored} instead of ${wanted}`);
}

function call(
  url: URL,
  photo: Buffer,
  { method, headers, report }: Sending,
  agent: Agent,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  const length = photo.length + (report?.length ?? 0);
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      agent,
      headers: { 'content-type': 'image/jpeg', 'content-length': String(length), ...headers },
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text) => {
        body += text;
      });
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    if (report !== undefined) sent.write(report);
    sent.end(photo);
  });
}
