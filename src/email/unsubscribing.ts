import { hash } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import { announceActivity } from '../platform/db/activity.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { ServiceError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import type { Secrets } from '../platform/secrets.ts';
import { createOptOutRepository } from './opt-out-repository.ts';

/** An address of a customer, as far as it is known without the address itself. */
export interface Subscription {
  workspaceId: string;
  addressHash: string;
}

const TOKEN = /^([a-z]+_[0-9a-z]+)\.([\w-]{22})\.([\w-]{22})$/;
const HASH_LENGTH = 22;

export type Unsubscribing = ReturnType<typeof createUnsubscribing>;

/** Customers who want no more email of a workspace. Their addresses are kept as hashes. */
export function createUnsubscribing(deps: {
  database: Database;
  secrets: Pick<Secrets, 'sign' | 'verify'>;
  publicUrl: string;
  clock: Clock;
}) {
  const { database, secrets, publicUrl, clock } = deps;
  const repository = createOptOutRepository(database);

  /** Without SECRET_KEY: after a change of that, no one who unsubscribed gets email again. */
  function subscriptionOf(workspaceId: string, address: string): Subscription {
    const text = `${workspaceId} ${address.toLowerCase()}`;
    return { workspaceId, addressHash: hash('sha256', text, 'base64url').slice(0, HASH_LENGTH) };
  }

  const signed = ({ workspaceId, addressHash }: Subscription) => `${workspaceId}.${addressHash}`;

  /** Whoever sends this workspace's emails sees it; test requests are never emailed. */
  function announce(trx: Queries, { workspaceId }: Subscription): void {
    announceActivity(database, trx, { workspaceId, environment: 'live' });
  }

  return {
    subscriptionOf,

    /** Stands in every email to a customer; it works without a session, and as long as the workspace is there. */
    link(workspaceId: string, address: string, locale: string): string {
      const text = signed(subscriptionOf(workspaceId, address));
      const token = `${text}.${secrets.sign('unsubscribe-links', text)}`;
      return `${publicUrl}/unsubscribe/${token}?locale=${encodeURIComponent(locale)}`;
    },

    /** Undefined when we never wrote this token. */
    read(token: string): Subscription | undefined {
      const [, workspaceId = '', addressHash = '', signature = ''] = TOKEN.exec(token) ?? [];
      const subscription = { workspaceId, addressHash };
      const isOurs =
        isId('workspace', workspaceId) &&
        secrets.verify('unsubscribe-links', signed(subscription), signature);
      return isOurs ? subscription : undefined;
    },

    async unsubscribe(subscription: Subscription): Promise<void> {
      await database.write(async (trx) => {
        await repository.insert(trx, { ...subscription, createdAt: clock() });
        announce(trx, subscription);
      });
    },

    async subscribeAgain(subscription: Subscription): Promise<void> {
      await database.write(async (trx) => {
        await repository.delete(trx, subscription.workspaceId, subscription.addressHash);
        announce(trx, subscription);
      });
    },

    isUnsubscribed({ workspaceId, addressHash }: Subscription, queries?: Queries): Promise<boolean> {
      return repository.exists(workspaceId, addressHash, queries);
    },

    /** The hashes of those who are, among customers of any workspaces. */
    async unsubscribedAmong(trx: Queries, customers: Subscription[]): Promise<Set<string>> {
      if (customers.length === 0) return new Set();
      const workspaceIds = [...new Set(customers.map(({ workspaceId }) => workspaceId))];
      return repository.among(
        trx,
        workspaceIds,
        customers.map(({ addressHash }) => addressHash),
      );
    },

    /** For whoever wants an email sent now. */
    async requireSubscribed(trx: Queries, workspaceId: string, address: string): Promise<void> {
      const { addressHash } = subscriptionOf(workspaceId, address);
      if (!(await repository.exists(workspaceId, addressHash, trx))) return;
      const message = 'This customer has unsubscribed from your emails. Send the link another way.';
      throw new ServiceError('recipient_unsubscribed', message, { details: { recipient_email: [message] } });
    },
  };
}
