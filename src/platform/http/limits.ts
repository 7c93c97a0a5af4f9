/** What the server puts up with from all its clients together, and from the slowest of them. */
export interface HttpLimits {
  /** From the first byte of a request to the end of its headers. */
  headersMs: number;
  /** From the first byte of a request to its last: a large photo over a bad network takes its time. */
  requestMs: number;
  /** Without a byte in either direction, in the middle of a request or an answer. */
  silenceMs: number;
  /** Between two requests. Longer than the usual proxies keep theirs, or they send a request into a closing connection. */
  keepAliveMs: number;
  /** How often the first two are looked at. */
  checkMs: number;
  headers: number;
  connections: number;
  /** Requests that are being worked on. */
  underWay: number;
  /** Of the memory there is, from which on nothing new is begun. */
  memoryShare: number;
}

export const HTTP_LIMITS: HttpLimits = {
  headersMs: 15_000,
  requestMs: 600_000,
  silenceMs: 60_000,
  keepAliveMs: 75_000,
  checkMs: 5_000,
  headers: 200,
  connections: 10_000,
  underWay: 1_000,
  memoryShare: 0.9,
};
