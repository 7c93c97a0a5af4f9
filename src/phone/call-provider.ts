import { startTimeLimit } from '../platform/time-limit.ts';
import { MessagePostponedError } from './transport.ts';

const LIMIT_MS = 20_000;
const MAX_RESPONSE_BYTES = 65_536;
const MAX_RETRY_AFTER_MS = 3_600_000;

export interface ProviderResponse {
  status: number;
  /** As JSON; undefined when it is none. */
  body: unknown;
}

/** One call of the provider, whose address is the operator's: it may be in a private network. */
export async function callProvider(
  url: string,
  init: { headers: Record<string, string>; body: string },
  limitMs = LIMIT_MS,
): Promise<ProviderResponse> {
  const limit = new AbortController();
  // Whether a message that the provider has accepted is sent again must not depend on a pause of this process.
  const timeLimit = startTimeLimit(limitMs, () => limit.abort(new Error('no response in time')));
  try {
    const response = await fetch(url, {
      method: 'POST',
      ...init,
      redirect: 'error',
      signal: limit.signal,
    });
    const text = await boundedText(response);
    if (response.status === 429 || response.status === 503)
      throw new MessagePostponedError(
        `The provider responded with ${response.status}.`,
        retryAfter(response),
      );
    return { status: response.status, body: parsed(text) };
  } catch (error) {
    if (error instanceof MessagePostponedError || error instanceof TooLongError) throw error;
    throw new Error(`The provider could not be reached (${reasonOf(error)}).`, { cause: error });
  } finally {
    timeLimit.stop();
  }
}

class TooLongError extends Error {}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) throw new TooLongError('The provider’s response is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Seconds; a date is as good as none. */
function retryAfter({ headers }: Response): number {
  const text = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(text) ? Math.min(Number(text) * 1000, MAX_RETRY_AFTER_MS) : 0;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
