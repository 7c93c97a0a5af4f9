export interface Ticket {
  session: string;
  ticket: string;
}

/** The tickets of the current session. Each is spent by one upload, so one that was never sent goes back. */
export interface TicketPool {
  renew(session: string, tickets: Record<string, string[]>): void;
  take(slot: number): Ticket | null;
  giveBack(slot: number, ticket: Ticket): void;
  add(slot: number, session: string, tickets: string[]): void;
}

export function createTicketPool(): TicketPool {
  let current = '';
  let lists = new Map<number, string[]>();

  function add(slot: number, session: string, tickets: string[]): void {
    if (session === current) lists.set(slot, [...(lists.get(slot) ?? []), ...tickets]);
  }
  return {
    renew(session, tickets) {
      current = session;
      lists = new Map(Object.entries(tickets).map(([slot, list]) => [Number(slot), [...list]]));
    },
    take(slot) {
      const ticket = lists.get(slot)?.shift();
      return ticket === undefined ? null : { session: current, ticket };
    },
    giveBack(slot, { session, ticket }) {
      add(slot, session, [ticket]);
    },
    add,
  };
}
