import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';

/** What is needed to send one photo to one server. */
export interface Sending {
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
  const { status, body } = await put(new URL(sending.path, url), photo, sending, agent);
  if (status !== 201) throw new Error(`PUT ${url} was answered with ${status}: ${body.slice(0, 500)}`);
  const stored = JSON.parse(body).data.sha256;
  if (stored !== sha256Hex) throw new Error(`PUT ${url} stored ${stored} instead of ${sha256Hex}`);
}

function put(
  url: URL,
  photo: Buffer,
  { headers, report }: Sending,
  agent: Agent,
): Promise<{ status: number; body: string }> {
  const length = photo.length + (report?.length ?? 0);
  return new Promise((resolve, reject) => {
    const call = request(url, {
      method: 'PUT',
      agent,
      headers: { 'content-type': 'image/jpeg', 'content-length': String(length), ...headers },
    });
    call.once('error', reject);
    call.once('response', (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text) => {
        body += text;
      });
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    if (report !== undefined) call.write(report);
    call.end(photo);
  });
}
