import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { ServiceError } from '../platform/errors.ts';
import type { Secrets } from '../platform/secrets.ts';
import { createPhoneOptOutRepository } from './opt-out-repository.ts';

/** The words that carriers know, and how our own languages write them. */
const STOP = [
  'STOP',
  'STOPALL',
  'STOPP',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'OPTOUT',
  'REVOKE',
  'ARRET',
];
const START = ['START', 'UNSTOP'];

export type PhoneOptOuts = ReturnType<typeof createPhoneOptOuts>;

/** Customers who want no more messages. Their numbers are kept as keyed hashes: all numbers can be tried in minutes. */
export function createPhoneOptOuts(deps: {
  database: Database;
  secrets: Pick<Secrets, 'sign'>;
  clock: Clock;
}) {
  const { database, secrets, clock } = deps;
  const repository = createPhoneOptOutRepository(database);
  const hashOf = (text: string) => secrets.sign('phone-numbers', text);

  return {
    async optOut(trx: Queries, number: string): Promise<void> {
      await repository.insert(trx, hashOf(number), clock());
    },

    isOptedOut: (number: string, queries?: Queries) => repository.exists(hashOf(number), queries),

    /** For whoever wants a message sent now. */
    async requireOptedIn(trx: Queries, number: string): Promise<void> {
      if (!(await repository.exists(hashOf(number), trx))) return;
      const message = 'This customer has replied STOP and gets no more messages. Send the link another way.';
      throw new ServiceError('recipient_unsubscribed', message, { details: { recipient_phone: [message] } });
    },

    /** Does what a customer's message says if it is one of these words, and nothing the second time. */
    async obey(message: { id: string; from: string; text: string }): Promise<void> {
      const word = message.text
        .trim()
        .toUpperCase()
        .normalize('NFD')
        .replace(/[^A-Z]/g, '');
      const [isStop, isStart] = [STOP.includes(word), START.includes(word)];
      if (!isStop && !isStart) return;
      await database.write(async (trx) => {
        if (!(await repository.takeKeyword(trx, hashOf(`keyword ${message.id}`), clock()))) return;
        if (isStop) await repository.insert(trx, hashOf(message.from), clock());
        else await repository.delete(trx, hashOf(message.from));
      });
    },
  };
}
