import type { Secrets } from '../platform/secrets.ts';

const AT_HAND = 3;
const PER_SLOT = 100;
/** One spelling of each number: `00` is no second ticket 0. */
const TICKET = /^(0|[1-9]\d?)\.([\w-]{22})$/;

export type Tickets = ReturnType<typeof createTickets>;

/**
 * A ticket lets one photo into one slot of one session. Nothing is written when tickets are handed out: a ticket is its
 * number and a signature over session, slot and number; only used ones are remembered.
 */
export function createTickets(secrets: Secrets) {
  const signed = (tokenHash: string, slotIndex: number, number: number) =>
    `${tokenHash}\n${slotIndex}\n${number}`;
  const issue = (tokenHash: string, slotIndex: number, number: number) =>
    `${number}.${secrets.sign('capture-tickets', signed(tokenHash, slotIndex, number))}`;
  return {
    /** The first tickets of a slot: one for the shot and a few to spare, for shots in a dead spot. */
    first: (tokenHash: string, slotIndex: number) =>
      Array.from({ length: AT_HAND }, (_, number) => issue(tokenHash, slotIndex, number)),
    /** The one that tops them up when this one is used; none when the slot has had its share. */
    next: (tokenHash: string, slotIndex: number, used: number) =>
      used + AT_HAND < PER_SLOT ? [issue(tokenHash, slotIndex, used + AT_HAND)] : [],
    /** The number of a ticket of this session and slot; undefined for any other text. */
    read(tokenHash: string, slotIndex: number, ticket: string): number | undefined {
      const [, digits, signature] = TICKET.exec(ticket) ?? [];
      if (digits === undefined || signature === undefined) return undefined;
      const number = Number(digits);
      return secrets.verify('capture-tickets', signed(tokenHash, slotIndex, number), signature)
        ? number
        : undefined;
    },
  };
}
