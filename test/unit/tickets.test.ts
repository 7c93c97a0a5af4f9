import { describe, expect, it } from 'vitest';
import { createTickets } from '../../src/capture/tickets.ts';
import { createSecrets } from '../../src/platform/secrets.ts';

const [SESSION, OTHER] = ['a'.repeat(64), 'b'.repeat(64)] as const;

describe('tickets', () => {
  const tickets = createTickets(createSecrets('a key'));

  it('should be read back as their numbers, in their session and slot only', () => {
    for (const [number, ticket] of tickets.first(SESSION, 2).entries()) {
      expect(tickets.read(SESSION, 2, ticket)).toBe(number);
      expect(tickets.read(OTHER, 2, ticket)).toBeUndefined();
      expect(tickets.read(SESSION, 1, ticket)).toBeUndefined();
      expect(createTickets(createSecrets('another key')).read(SESSION, 2, ticket)).toBeUndefined();
    }
  });

  it('should all differ, over sessions, slots and numbers', () => {
    const all = [SESSION, OTHER].flatMap((session) =>
      Array.from({ length: 12 }, (_, slot) => tickets.first(session, slot)).flat(),
    );
    expect(new Set(all.map((ticket) => ticket.split('.')[1])).size).toBe(all.length);
  });

  it('should not be forged from the session and slot of another by moving digits', () => {
    const [ticket = ''] = tickets.first('1', 23);
    expect(tickets.read('12', 3, ticket)).toBeUndefined();
    expect(tickets.read('1\n2', 3, ticket)).toBeUndefined();
  });

  it('should be topped up by one for each used until the slot has had a hundred', () => {
    let issued = tickets.first(SESSION, 0);
    const used = new Set<number>();
    for (let ticket = issued.shift(); ticket !== undefined; ticket = issued.shift()) {
      const number = tickets.read(SESSION, 0, ticket) as number;
      expect(used.has(number)).toBe(false);
      used.add(number);
      issued = [...issued, ...tickets.next(SESSION, 0, number)];
    }
    expect(used.size).toBe(100);
  });

  it.each([
    '',
    '.',
    '0',
    '0.',
    `100.${'A'.repeat(22)}`,
    `0.${'A'.repeat(21)}`,
    `0.${'A'.repeat(23)}`,
    `0.${'='.repeat(22)}`,
  ])('should not be read from "%s"', (text) => {
    expect(tickets.read(SESSION, 0, text)).toBeUndefined();
  });
});
