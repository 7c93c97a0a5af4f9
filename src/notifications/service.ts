import { type Audit, recordIn } from '../audit/service.ts';
import type { MemberRepository, Membership } from '../identity/member-repository.ts';
import { type Clock, monotonicClock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Owner } from '../platform/db/tables.ts';
import { notFound, ServiceError, validationError } from '../platform/errors.ts';
import type { Page } from '../platform/http/pages.ts';
import { isId } from '../platform/ids.ts';
import type { Role } from '../shared/roles.ts';
import { type Choices, choicesOf, concerns, kindsBeyond, TOPICS, type Topic } from './choices.ts';
import { deleteEventsBefore } from './event-repository.ts';
import type { RecipientRepository } from './recipient-repository.ts';
import type { ListedNotification, NotificationRepository, Reader } from './repository.ts';
import type { ChoiceChanges } from './schema.ts';

const DAY_MS = 86_400_000;
const KEPT_MS = 90 * DAY_MS;
/** What could not be told for so long is no news any more. */
const UNTOLD_MS = 3 * DAY_MS;
/** Of each member in an environment; what is older is deleted before its time. */
const MAX_KEPT = 500;
const TRIM_EVERY_MS = 3_600_000;
export const MAX_COUNTED = 100;

/** Who hears of it. */
type ChoosingMember = Pick<Reader, 'workspaceId' | 'userId'> & { role: Role; email: string };

export type Notifications = ReturnType<typeof createNotifications>;

/** What a member is told of in the application, and what they choose to hear of. */
export function createNotifications(deps: {
  database: Database;
  clock: Clock;
  repository: NotificationRepository;
  recipients: RecipientRepository;
  members: Pick<MemberRepository, 'after'>;
  audit: Audit;
}) {
  const { database, clock, repository, recipients, members, audit } = deps;
  let trimmedAt = Number.NEGATIVE_INFINITY;
  let trimmedUpTo: Membership | undefined;

  async function choose(
    trx: Queries,
    { workspaceId, userId, role }: ChoosingMember,
    changes: ChoiceChanges,
  ): Promise<Partial<Choices>> {
    for (const topic of Object.keys(changes) as Topic[])
      if (!concerns(topic, role))
        throw validationError({ [topic]: ['This role in the workspace is not told of this.'] });
    const before = choicesOf(await recipients.lockChoices(trx, workspaceId, userId));
    const choices = { ...before, ...(changes as Partial<Choices>) };
    await recipients.setChoices(trx, workspaceId, userId, JSON.stringify(choices));
    return ofRole(choices, role);
  }

  return {
    list: (reader: Reader, page: Page): Promise<ListedNotification[]> => repository.list(reader, page),

    /** Counted up to 100. */
    countUnread: (reader: Reader): Promise<number> => repository.countUnread(reader, MAX_COUNTED),

    /** The newest ones after this id, newest first. */
    idsAfter: (reader: Reader, id: string, limit: number): Promise<string[]> =>
      repository.idsAfter(reader, id, limit),

    async markRead(reader: Reader, id: string): Promise<void> {
      if (!isId('notification', id) || !(await repository.exists(reader, id)))
        throw notFound('The notification');
      await database.write((trx) => repository.markRead(trx, reader, { id }, clock()));
    },

    /** Those up to one: what came since the list was read stays unread. */
    async markAllRead(reader: Reader, upTo: string): Promise<void> {
      await database.write((trx) => repository.markRead(trx, reader, { upTo }, clock()));
    },

    /** Of what concerns their role; the rest is not theirs to choose. */
    async choices({ workspaceId, userId, role }: Reader & { role: Role }): Promise<Partial<Choices>> {
      const member = await recipients.find(workspaceId, userId);
      return ofRole(choicesOf(member?.choices ?? null), role);
    },

    choose: (member: ChoosingMember, changes: ChoiceChanges): Promise<Partial<Choices>> =>
      database.write((trx) => choose(trx, member, changes)),

    /** For a member, by a key: it stands in the audit log, as what someone does for themselves does not. */
    chooseFor(by: Owner & { keyId: string }, member: ChoosingMember, changes: ChoiceChanges) {
      if (by.environment !== 'live')
        throw new ServiceError(
          'insufficient_permission',
          'What members chose counts for live requests too. Change it with a live key, or in the web application.',
        );
      return database.write(async (trx) => {
        const chosen = await choose(trx, member, changes);
        if (Object.keys(changes).length === 0) return chosen;
        const subject = { id: member.userId, name: member.email };
        const details = { topics: Object.keys(changes).join(', ') };
        const record = recordIn(by, 'member.notifications_changed', subject, details);
        await audit.record(trx, { ...record, evenByKey: true });
        return chosen;
      });
    },

    /** Nothing of theirs stays when someone leaves. */
    async deleteOfMember(trx: Queries, workspaceId: string, userId: string): Promise<void> {
      await recipients.deleteChoices(trx, workspaceId, userId);
      await repository.deleteOfMember(trx, workspaceId, userId);
    },

    /** What someone in this role may not see goes. */
    async narrow(trx: Queries, workspaceId: string, userId: string, role: Role): Promise<void> {
      const kinds = kindsBeyond(role);
      if (kinds.length > 0) await repository.deleteKinds(trx, workspaceId, userId, kinds);
    },

    /** One batch of those that are kept no longer; true when there may be more. */
    async deleteOld(batch = 500): Promise<boolean> {
      const now = clock();
      const deleted = await database.write(async (trx) => [
        await repository.deleteBefore(trx, now - KEPT_MS, batch),
        await deleteEventsBefore(trx, now - UNTOLD_MS, batch),
      ]);
      return deleted.includes(batch);
    },

    /** One batch of members, all of them in an hour; true when there are more. */
    async trim(batch = 100, kept = MAX_KEPT): Promise<boolean> {
      if (trimmedUpTo === undefined && monotonicClock() < trimmedAt + TRIM_EVERY_MS) return false;
      if (trimmedUpTo === undefined) trimmedAt = monotonicClock();
      const next = await members.after(trimmedUpTo, batch);
      for (const member of next)
        for (const environment of ['live', 'test'] as const)
          await database.write((trx) => repository.trim(trx, { ...member, environment }, kept));
      trimmedUpTo = next.length === batch ? next.at(-1) : undefined;
      return trimmedUpTo !== undefined;
    },
  };
}

function ofRole(choices: Choices, role: Role): Partial<Choices> {
  return Object.fromEntries(
    TOPICS.filter((topic) => concerns(topic, role)).map((topic) => [topic, choices[topic]]),
  );
}
