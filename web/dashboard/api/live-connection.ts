export const LIVE_EVENTS = ['submission', 'request', 'delivery', 'notification'] as const;
export type LiveEvent = (typeof LIVE_EVENTS)[number];
export type LiveStatus = 'connecting' | 'open' | 'lost';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

export interface LiveContext {
  /** Opens the stream; EventSource in the browser. */
  open: () => EventSource;
  onEvent: (event: LiveEvent, detail: unknown) => void;
  onStatus: (status: LiveStatus) => void;
  /** Open, at first or again: whatever happened before it was missed. */
  onOpen: () => void;
  /** Not a broken connection: the server responded, and said no. */
  onRefused: () => void;
  random: () => number;
}

/**
 * A stream that comes back. EventSource itself repeats only after a broken connection; after a refusal
 * (the server restarts, a proxy responds with 502) it gives up for good.
 */
export function connectLive(context: LiveContext): { close: () => void } {
  const { open, onEvent, onStatus, onOpen, onRefused, random } = context;
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let wasOpen = false;
  let closed = false;

  const start = () => {
    onStatus(wasOpen ? 'lost' : 'connecting');
    const current = open();
    source = current;
    current.onopen = () => {
      failures = 0;
      onOpen();
      wasOpen = true;
      onStatus('open');
    };
    current.onerror = () => {
      if (closed) return;
      onStatus('lost');
      if (current.readyState !== 2) return;
      onRefused();
      const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
      failures += 1;
      timer = setTimeout(start, pause * (0.75 + random() / 2));
    };
    for (const name of LIVE_EVENTS)
      current.addEventListener(name, (message) => onEvent(name, parse((message as MessageEvent).data)));
  };

  start();
  return {
    close() {
      closed = true;
      clearTimeout(timer);
      source?.close();
    },
  };
}

function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return null;
  }
}
