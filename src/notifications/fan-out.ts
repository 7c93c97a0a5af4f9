import type { MailOutbox, NewMail } from '../email/outbox.ts';
import { takeNotified } from '../identity/notified-repository.ts';
import type { Clock } from '../platform/clock.ts';
import { announceNotifications } from '../platform/db/activity.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { createLeasedQueue, type LeasedQueue } from '../platform/db/leased-queue.ts';
import type { NotificationEventRow } from '../platform/db/tables.ts';
import type { Ids } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import { choicesOf, type Topic, type WaysOfTelling, waysOfTelling } from './choices.ts';
import { nextDigestAt } from './digest-time.ts';
import type { NotificationEventRepository } from './event-repository.ts';
import { type HappeningContent, shownContent } from './happenings.ts';
import type { Recipient, RecipientRepository } from './recipient-repository.ts';
import type { NotificationRepository } from './repository.ts';
import type { ToldRequests } from './told-requests.ts';

const MAX_AT_ONCE = 4;
const LEASE_MS = 60_000;
/** To one person in all their workspaces, at once; what is beyond waits for the digest. */
const MAILS_PER_HOUR = 20;
const HOUR_MS = 3_600_000;

/** What telling members consists of, in order. */
export type TellingStep = 'happening claimed' | 'happening taken' | 'members told' | 'telling committed';

/** Told of every step: the tests end the process between any two of them. */
export type WatchTellingSteps = (step: TellingStep) => void;

export interface FanOutDeps {
  database: Database;
  ids: Ids;
  clock: Clock;
  events: NotificationEventRepository;
  repository: NotificationRepository;
  recipients: RecipientRepository;
  requests: Pick<ToldRequests, 'find'>;
  workspaces: Pick<WorkspaceRepository, 'find'>;
  mails: MailOutbox;
  onStep?: WatchTellingSteps;
}

export type NotificationWorker = LeasedQueue;

/**
 * Tells each member of what happened: one transaction takes the event away and writes what each of them gets, so that a
 * crash or a second node makes no one hear of it twice or not at all.
 */
export function createFanOut(deps: FanOutDeps) {
  const { database, ids, clock, events, repository, recipients, requests, workspaces, mails } = deps;
  const { onStep = () => {} } = deps;

  /** How each member is told. Colleagues and customers can do something often: it is not emailed as often. */
  async function waysOf(trx: Queries, event: NotificationEventRow, now: number): Promise<WaysOfMember[]> {
    const ways = concerned(event, await recipients.list(trx, event.workspace_id)).map((member) => {
      const { app, email } = waysOfTelling(event.kind, choicesOf(member.choices), member.role);
      return { member, app, email: isEmailed(event) ? email : null };
    });
    if (isUrgent(event)) return ways;
    const wanted = ways.filter(({ email }) => email?.choice === 'now').map(({ member }) => member.user_id);
    const limit = { max: MAILS_PER_HOUR, spanMs: HOUR_MS, now };
    const mailed = await takeNotified(database, trx, wanted, limit);
    return ways.map(({ member, app, email }) => ({
      member,
      app,
      email: email && (mailed.has(member.user_id) ? email : { ...email, choice: 'digest' }),
    }));
  }

  async function tell(trx: Queries, event: NotificationEventRow): Promise<void> {
    if (!(await events.delete(trx, event))) return;
    onStep('happening taken');
    const { workspace_id: workspaceId, environment, request_id: requestId } = event;
    const now = clock();
    const workspace = await workspaces.find(workspaceId, trx);
    if (workspace === undefined) return;
    if (requestId !== null && !(await requests.find(workspaceId, [requestId], trx)).has(requestId)) return;
    const rows = [];
    const emails: NewMail[] = [];
    const digestAt = nextDigestAt(now, workspace.time_zone);
    for (const { member, app, email } of await waysOf(trx, event, now)) {
      if (email?.choice === 'now') emails.push(emailOf({ ...event, kind: email.kind }, member, email.topic));
      const digest = email?.choice === 'digest' ? email : null;
      const row = app ?? digest;
      if (row === null) continue;
      rows.push({
        id: ids.next('notification', now),
        workspace_id: workspaceId,
        environment,
        user_id: member.user_id,
        kind: row.kind,
        request_id: requestId,
        note_id: event.note_id,
        content: JSON.stringify(shownContent(event.kind, event.content)),
        is_shown: app === null ? (0 as const) : (1 as const),
        digest_at: digest === null ? null : digestAt,
        read_at: null,
        created_at: event.created_at,
      });
    }
    await mails.enqueueAll(trx, emails, now);
    await repository.insert(trx, rows);
    onStep('members told');
    if (rows.length > 0) announceNotifications(database, trx, { workspaceId, environment });
  }

  return {
    openWorker(log: Pick<Log, 'warn'>): NotificationWorker {
      const queue = createLeasedQueue<NotificationEventRow>({
        database,
        clock,
        topic: 'notifications',
        maxAtOnce: MAX_AT_ONCE,
        nextDueAt: events.nextDueAt,
        claim: (trx, most, now, running) => events.claim(trx, most, now, LEASE_MS, running),
        async attempt(event) {
          try {
            onStep('happening claimed');
            await queue.record(event, (trx) => tell(trx, event));
            onStep('telling committed');
          } catch (error) {
            log.warn(
              { err: error, notification: event.id },
              'Members could not be told of something; retrying',
            );
          }
        },
        onLookFailed: (error) => log.warn({ err: error }, 'Notifications could not be read; retrying soon'),
      });
      return queue;
    },
  };
}

interface WaysOfMember extends WaysOfTelling {
  member: Recipient;
}

function emailOf(event: NotificationEventRow, { user_id, email }: Recipient, topic: Topic): NewMail {
  const common = { workspaceId: event.workspace_id, recipient: email, locale: 'en' };
  if (event.kind === 'endpoint_failing') {
    const content = JSON.parse(event.content) as HappeningContent['endpoint_failing'];
    return { ...common, kind: 'webhook_disabled', content: { ...content, user_id } };
  }
  const told = JSON.parse(event.content);
  const content = {
    user_id,
    topic,
    happening: event.kind,
    environment: event.environment,
    request_id: event.request_id,
    note_id: event.note_id,
    by: told.by ?? null,
    quota: event.kind === 'quota' ? told : null,
    archive: event.kind === 'archive_failing' ? told : null,
  };
  return { ...common, kind: 'notification', content };
}

/** No request of the test environment is; a receiver or archive that fails may be someone's who develops. */
function isEmailed({ kind, environment }: NotificationEventRow): boolean {
  return environment === 'live' || kind === 'endpoint_failing' || kind === 'archive_failing';
}

/** Rare by itself, and a day later it would be too late. */
function isUrgent({ kind }: NotificationEventRow): boolean {
  return kind === 'endpoint_failing' || kind === 'archive_failing' || kind === 'quota';
}

/** Whom it is about, where it is about someone; no one is told of what they did themselves. */
function concerned(event: NotificationEventRow, members: Recipient[]): Recipient[] {
  if (event.kind !== 'mentioned' && event.kind !== 'assigned') return members;
  const { by_id, user_ids } = JSON.parse(event.content) as HappeningContent['mentioned'];
  return members.filter(({ user_id }) => user_id !== by_id && user_ids.includes(user_id));
}
