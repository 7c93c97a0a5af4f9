import type { PageData } from '../../src/capture/pages/page-data.ts';
import { earlyResponse, openSession } from './api.ts';
import { takeEarlySession } from './head-start.ts';
import { answersKeyOf, pageKeyOf } from './page-key.ts';
import { capturedAt, clockOffset } from './photos/clock.ts';
import { createTicketPool, type Ticket, type TicketPool } from './photos/tickets.ts';
import type { CallResult, HandoverClaim, ServerState, SessionData } from './responses.ts';

export interface Session {
  token(): string | null;
  tickets: TicketPool;
  /** A small picture of what was sent in this place before. */
  earlier(slot: number): string | undefined;
  /** This device has never had one here. Where that cannot be known, it may have. */
  isFirst: boolean;
  /** What became of the visit to a permanent link that it follows. */
  formerVisit(): SessionData['former_visit'];
  /** The phone has dealt with what became of the former visit, so it need not be told again. */
  continueAlone(): void;
  /** Opens a new one that follows the former; two calls at once share it. */
  open(): Promise<CallResult<ServerState>>;
  /** A ticket for the slot, from a new session if this one has none left. */
  authorize(slot: number): Promise<CallResult<Ticket>>;
  /** Server time of a photo taken now. */
  timeNow(): string;
  /** It stood open for so long that the server takes no new photos for it. */
  isOver(): boolean;
  /** The next one continues from another device. null: it begins here after all. */
  continueFrom(handover: HandoverClaim | null): void;
  /** Another tab may have ended the visit, but what was taken here still has to be sent. */
  remember(): void;
  /** The visit is over: the next one begins afresh. */
  delete(): void;
}

const NO_TICKET = { status: 0, code: 'no_ticket', details: {}, retryAfter: null };

export function createSession(page: PageData): Session {
  const remembered = `shutterpost:${pageKeyOf(page)}`;
  const tickets = createTicketPool();
  let current: SessionData | null = null;
  let offset = 0;
  let opening: Promise<CallResult<ServerState>> | null = null;
  let handover: HandoverClaim | null = null;
  // Only what this device has kept itself. An address can come from anyone.
  let previous = storage((local) => local.getItem(remembered)) ?? undefined;
  let former: SessionData['former_visit'] = null;
  /** The session before. Remembered until the phone has dealt with what became of its visit. */
  let telling: string | undefined;
  const isFirst = storage((local) => local.getItem(remembered) === null) === true;

  const isOver = () => current !== null && Date.now() + offset >= Date.parse(current.expires_at);

  async function ask() {
    const sentAt = Date.now();
    const response = await openSession({
      kind: page.kind,
      key: page.key,
      round: page.request.round,
      edition: page.request.edition,
      ...(previous !== undefined && { previous }),
      ...(handover !== null && { handover }),
    });
    return { response, sentAt, receivedAt: Date.now() };
  }

  async function openNow(): Promise<CallResult<ServerState>> {
    const { response, sentAt, receivedAt } = (await earlyResponse(takeEarlySession())) ?? (await ask());
    if (!response.ok) {
      if (handover !== null) return response;
      // Without the session before, what was taken in it is no longer accepted: only where that is what is wrong.
      if (previous === undefined || response.failure.code !== 'validation_error') return response;
      previous = undefined;
      return openNow();
    }
    current = response.value.data;
    offset = clockOffset(current.server_time, sentAt, receivedAt);
    tickets.renew(current.session, current.tickets);
    const { former_visit } = current;
    // Whoever continues from another device goes on there, also after a reload, and whatever was sent from here.
    const beginsHere = handover === null;
    if (former_visit === 'ended' || beginsHere) former = former_visit ?? former;
    if (former_visit !== null && beginsHere) telling ??= previous;
    handover = null;
    previous = current.session;
    if (telling === undefined) remember();
    return { ok: true, value: current.state };
  }
  function remember(): void {
    const token = telling ?? current?.session;
    if (token !== undefined) storage((local) => local.setItem(remembered, token));
  }
  function open(): Promise<CallResult<ServerState>> {
    opening ??= openNow().finally(() => {
      opening = null;
    });
    return opening;
  }
  return {
    token: () => current?.session ?? null,
    tickets,
    earlier: (slot) => current?.state.earlier.find((photo) => photo.slot_index === slot)?.thumbnail_url,
    isFirst,
    formerVisit: () => former,
    continueAlone() {
      const told = telling;
      telling = undefined;
      // Another tab may have been first: the photos are in its visit then.
      if (told !== undefined && told === (storage((local) => local.getItem(remembered)) ?? told)) remember();
    },
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
    continueFrom(claim) {
      handover = claim;
    },
    remember,
    delete: () =>
      storage((local) => {
        local.removeItem(remembered);
        local.removeItem(answersKeyOf(page));
      }),
  };
}

/** Storage may be forbidden altogether; then a reload begins a new visit. */
export function storage<T>(use: (local: Storage) => T): T | null {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}
