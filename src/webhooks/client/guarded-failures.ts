import type { AttemptOutcome } from '../../platform/db/tables.ts';
import { BlockedTargetError } from './guarded-socket.ts';
import { HostUnknownError } from './resolver.ts';
import type { ResponseRecord } from './response-record.ts';

export interface Verdict {
  outcome: AttemptOutcome;
  /** One sentence; null for a success. */
  error: string | null;
}

/** The time for the whole exchange is over. */
export class LimitReachedError extends Error {}

/** The service stops. */
export class ClientClosedError extends Error {}

const MAX_SHOWN_LOCATION = 300;

const HANDSHAKE_FAILED = 'The TLS handshake failed.';
const CLOSED = 'The connection was closed before a response arrived.';
const NO_ROUTE = 'The address cannot be reached from here.';
const SELF_SIGNED = 'The certificate is self-signed.';
const ISSUER_UNKNOWN = 'The certificate’s issuer is unknown, or an intermediate certificate is missing.';

const CONNECTION_ERRORS: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  UND_ERR_SOCKET: CLOSED,
  EHOSTUNREACH: NO_ROUTE,
  ENETUNREACH: NO_ROUTE,
  EADDRNOTAVAIL: NO_ROUTE,
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  CERT_NOT_YET_VALID: 'The certificate is not yet valid.',
  CERT_REVOKED: 'The certificate has been revoked.',
  DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
  SELF_SIGNED_CERT_IN_CHAIN: SELF_SIGNED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ISSUER_UNKNOWN,
  UNABLE_TO_GET_ISSUER_CERT: ISSUER_UNKNOWN,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ISSUER_UNKNOWN,
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for a different host name.',
  EPROTO: HANDSHAKE_FAILED,
  ESERVFAIL: 'The DNS server failed to look up the host name.',
  EREFUSED: 'The DNS server refused to look up the host name.',
  ETIMEOUT: 'The DNS server did not respond.',
};

const BROKEN_OFF = 'The connection was closed in the middle of the response.';

const RESPONSE_ERRORS: Record<string, string> = {
  UND_ERR_HEADERS_OVERFLOW: 'The response headers are too long.',
};

/** Only 2xx says that the event arrived. */
export function verdictOnResponse(response: ResponseRecord, url: URL): Verdict {
  const { statusCode, location } = response;
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) {
    return { outcome: 'delivered', error: null };
  }
  const isRedirect = statusCode !== null && statusCode >= 300 && statusCode < 400 && location !== null;
  const error = isRedirect
    ? `The receiver returned ${statusCode}, a redirect to ${shownLocation(location, url)}. Redirects are not followed.`
    : `The receiver returned ${statusCode}.`;
  return { outcome: 'answered_badly', error };
}

/** Queries and user names may hold what is no one else's business. */
function shownLocation(location: string, base: URL): string {
  const target = URL.parse(location, base);
  if (target === null) return 'an invalid URL';
  return `${target.protocol}//${target.host}${target.pathname}`.slice(0, MAX_SHOWN_LOCATION);
}

export function verdictOnFailure(
  error: unknown,
  state: { response: ResponseRecord; address: string | null; limitMs: number },
): Verdict {
  const { response, address, limitMs } = state;
  if (error instanceof BlockedTargetError) return { outcome: 'blocked', error: 'The address is not public.' };
  if (error instanceof LimitReachedError)
    return { outcome: 'timed_out', error: slowness(response, address, limitMs) };
  if (error instanceof ClientClosedError) {
    return { outcome: 'unreachable', error: 'The service stopped before a response arrived.' };
  }
  if (error instanceof HostUnknownError) return { outcome: 'unreachable', error: error.message };
  const code = codeOf(error);
  if (isNoHttp(error)) return { outcome: 'answered_badly', error: 'The response is not valid HTTP.' };
  if (response.hasBegun) return { outcome: 'answered_badly', error: RESPONSE_ERRORS[code] ?? BROKEN_OFF };
  if (code === 'ETIMEDOUT') return { outcome: 'timed_out', error: 'The connection timed out.' };
  return { outcome: 'unreachable', error: faultOfConnection(code) };
}

function slowness(response: ResponseRecord, address: string | null, limitMs: number): string {
  const limit = `${limitMs / 1000} s`;
  if (response.statusCode !== null) return `The response did not finish within ${limit}.`;
  return address === null ? `No connection within ${limit}.` : `No response within ${limit}.`;
}

/** Undici gives these no code of their own; the second kind is an interim response or a change of protocol no one asked for. */
function isNoHttp(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'HTTPParserError' || /^bad (response|upgrade)$/.test(error.message);
}

function faultOfConnection(code: string): string {
  if (code.startsWith('ERR_SSL_')) return HANDSHAKE_FAILED;
  return CONNECTION_ERRORS[code] ?? `The connection failed${code === '' ? '' : ` (${code})`}.`;
}

/** Whether a connection that had been kept was closed by the other side before it could be used. */
export function isClosedUnused(error: unknown, response: ResponseRecord): boolean {
  return !response.hasBegun && CONNECTION_ERRORS[codeOf(error)] === CLOSED;
}

/** When several addresses were tried, the first one's. */
function codeOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const code = first instanceof Error && 'code' in first ? first.code : undefined;
  return typeof code === 'string' ? code : '';
}
