import type { PageData } from '../../src/capture/pages/page-data.ts';
import type { Answer, ServerState, SessionData } from './answers.ts';
import { openSession } from './api.ts';
import { judge } from './flow/error-codes.ts';
import { capturedAt, clockOffset } from './photos/clock.ts';
import { createTicketPool, type Ticket, type TicketPool } from './photos/tickets.ts';

export interface Session {
  token(): string | null;
  tickets: TicketPool;
  /** Opens a new one that follows the former; two calls at once share it. */
  open(): Promise<Answer<ServerState>>;
  /** A ticket for the slot, from a new session if this one has none left. */
  authorize(slot: number): Promise<Answer<Ticket>>;
  /** Server time of a photo taken now. */
  timeNow(): string;
  /** It stood open for so long that the server takes no new photos for it. */
  isOver(): boolean;
  /** The visit is over: the next one begins afresh. */
  forget(): void;
}

const NO_TICKET = { status: 0, code: 'no_ticket', details: {}, retryAfter: null };

export function createSession(page: PageData): Session {
  const remembered = `shutterpost:${page.kind}:${page.key}`;
  const tickets = createTicketPool();
  let current: SessionData | null = null;
  let offset = 0;
  let opening: Promise<Answer<ServerState>> | null = null;
  let previous = visitInAddress() ?? storage((local) => local.getItem(remembered)) ?? undefined;

  const isOver = () => current !== null && Date.now() + offset >= Date.parse(current.expires_at);

  async function openNow(): Promise<Answer<ServerState>> {
    const sentAt = Date.now();
    const answer = await openSession({
      kind: page.kind,
      key: page.key,
      ...(previous !== undefined && { previous }),
    });
    if (!answer.ok) {
      const isUnknown = previous !== undefined && ['session', 'final'].includes(judge(answer.failure).kind);
      if (!isUnknown) return answer;
      previous = undefined;
      return openNow();
    }
    current = answer.value.data;
    offset = clockOffset(current.server_time, sentAt, Date.now());
    tickets.renew(current.session, current.tickets);
    const token = current.session;
    previous = token;
    storage((local) => local.setItem(remembered, token));
    return { ok: true, value: current.state };
  }
  function open(): Promise<Answer<ServerState>> {
    opening ??= openNow().finally(() => {
      opening = null;
    });
    return opening;
  }
  return {
    token: () => current?.session ?? null,
    tickets,
    open,
    async authorize(slot) {
      const ticket = isOver() ? null : tickets.take(slot);
      if (ticket !== null) return { ok: true, value: ticket };
      const opened = await open();
      if (!opened.ok) return opened;
      const fresh = tickets.take(slot);
      return fresh === null ? { ok: false, failure: NO_TICKET } : { ok: true, value: fresh };
    },
    timeNow: () => capturedAt(Date.now(), offset, current?.server_time ?? page.now),
    isOver,
    forget: () => storage((local) => local.removeItem(remembered)),
  };
}

/** The desktop's QR code hands its visit over in the fragment, which is never sent to a server. */
function visitInAddress(): string | null {
  const visit = /^#visit=([\w.~-]+)$/.exec(location.hash)?.[1] ?? null;
  if (visit !== null) history.replaceState(null, '', location.pathname + location.search);
  return visit;
}

/** Storage may be forbidden altogether; then a reload begins a new visit. */
function storage<T>(use: (local: Storage) => T): T | null {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}
