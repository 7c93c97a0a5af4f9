import { randomBytes } from 'node:crypto';
import { boolean, element, integer, objectId, octets, sequence } from '../platform/certificates/der.ts';
import { elementAt, MalformedDerError, readElements } from '../platform/certificates/der-reader.ts';

const SHA_256 = '608648016503040201';
const TST_INFO = '2a864886f70d0109100104';
const NONCE_BYTES = 8;
const MAX_RESPONSE_BYTES = 65_536;
const PATIENCE_MS = 10_000;
const INTEGER = 0x02;

/** The authority did not give a time stamp, or one that is not of what was asked for. */
export class TimeStampError extends Error {
  constructor(reason: string, options: { cause?: unknown } = {}) {
    super(`The time stamp authority ${reason}`, options);
    this.name = 'TimeStampError';
  }
}

/** Asks the authority for a token (RFC 3161) that this SHA-256 existed now. Whether it is trusted, readers decide. */
export async function requestTimeStamp(
  url: string,
  sha256: Buffer,
  patienceMs = PATIENCE_MS,
): Promise<Uint8Array> {
  const nonce = randomBytes(NONCE_BYTES);
  // Positive, and never with a zero byte too many.
  nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40;
  const imprint = sequence(sequence(objectId(SHA_256), element(0x05, Buffer.alloc(0))), octets(sha256));
  const query = sequence(integer(Buffer.of(1)), imprint, integer(nonce), boolean(true));
  const reply = await post(url, query, patienceMs);
  try {
    return tokenOf(reply, { sha256, nonce });
  } catch (error) {
    if (!(error instanceof MalformedDerError)) throw error;
    throw new TimeStampError('sent something that is not a time stamp', { cause: error });
  }
}

async function post(url: string, query: Buffer, patienceMs: number): Promise<Buffer> {
  const { username, password, ...rest } = credentialsOf(url);
  try {
    const response = await fetch(rest.url, {
      method: 'POST',
      body: new Uint8Array(query),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        'content-type': 'application/timestamp-query',
        accept: 'application/timestamp-reply',
        ...(username === ''
          ? {}
          : { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }),
      },
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new TimeStampError(`responded with ${response.status}`);
    }
    return await boundedBody(response);
  } catch (error) {
    if (error instanceof TimeStampError) throw error;
    throw new TimeStampError(`could not be reached (${reasonOf(error)})`, { cause: error });
  }
}

/** `fetch` takes no address with a password in it. */
function credentialsOf(url: string): { url: string; username: string; password: string } {
  const parsed = new URL(url);
  const [username, password] = [parsed.username, parsed.password].map(decodeURIComponent) as [string, string];
  parsed.username = '';
  parsed.password = '';
  return { url: parsed.href, username, password };
}

async function boundedBody(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) throw new TimeStampError('sent too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}

/** The token of a response, which must be about what was asked. */
function tokenOf(reply: Buffer, asked: { sha256: Buffer; nonce: Buffer }): Uint8Array {
  const [status, token] = readElements(elementAt(reply).content);
  const code = status === undefined ? undefined : readElements(status.content)[0]?.content[0];
  // Granted, or granted with modifications.
  if (code === undefined || code > 1 || token === undefined)
    throw new TimeStampError(`refused (status ${code ?? 'unknown'})`);
  // ContentInfo, SignedData, its encapsulated content.
  const encapsulated = elementAt(token.whole, 1, 0, 2);
  if (elementAt(encapsulated.whole, 0).content.toString('hex') !== TST_INFO)
    throw new TimeStampError('sent something that is not a time stamp');
  const info = readElements(elementAt(elementAt(encapsulated.whole, 1, 0).content).content);
  const imprint = info[2] === undefined ? undefined : readElements(info[2].content)[1]?.content;
  const isOurs = info.some(({ tag, content }) => tag === INTEGER && content.equals(asked.nonce));
  if (imprint === undefined || !imprint.equals(asked.sha256) || !isOurs)
    throw new TimeStampError('stamped something else');
  return new Uint8Array(token.whole);
}
