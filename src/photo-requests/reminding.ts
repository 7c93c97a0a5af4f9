import type { MailOutbox } from '../email/outbox.ts';
import type { MailRepository } from '../email/repository.ts';
import type { Unsubscribing } from '../email/unsubscribing.ts';
import type { PhoneOutbox } from '../phone/outbox.ts';
import type { PhoneMessageRepository } from '../phone/repository.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import type { ReminderRule } from '../templates/reminder-rules.ts';
import { allowsPhoneMessages, messageLimitsOf } from '../workspaces/message-limits.ts';
import { planOf } from '../workspaces/plans.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import type { RequestActor } from './creator.ts';
import type { RequestEvents } from './events.ts';
import { isReachedByPhone, messageAbout, requireNoneQueued, sendToPhone } from './phone-sending.ts';
import { nextAllowed } from './reminder-hours.ts';
import { createReminderRepository, type DueRequest } from './reminder-repository.ts';
import {
  delayed,
  ended,
  hoursOf,
  nextDue,
  postponed,
  type ReminderSettings,
  type Reminders,
  remindersColumn,
  remindersOf,
  restarted,
  takeDue,
  waitsForCustomer,
  withRules,
} from './reminders.ts';
import type { PhotoRequestRepository } from './repository.ts';
import { nameOf } from './review.ts';

const HOUR_MS = 3_600_000;
/**
 * Between a scheduled reminder and any email or phone message before it: two in a row look like a fault. Less than an hour, as
 * a reminder that is due an hour after the request, or before its end, must not wait for the minutes that sending took.
 */
const PAUSE_MS = 50 * 60_000;
/** More rows would be held in memory, and locked, for no gain. */
const MAX_BATCH = 128;
/** So many emails may wait to be sent: an invitation or a password must not stand behind all reminders of a morning. */
const MAX_QUEUED_MAILS = 2_000;

/** What sending a batch of reminders consists of, in order. */
export type ReminderStep =
  | 'reminders claimed'
  | 'requests marked'
  | 'reminders queued'
  | 'reminders committed';

/** Told of every step: the tests end the process between any two of them. */
export type WatchReminderSteps = (step: ReminderStep) => void;

export type Reminding = ReturnType<typeof createReminding>;

/** Plans reminders, and sends those that are due. */
export function createReminding(deps: {
  database: Database;
  repository: PhotoRequestRepository;
  workspaces: WorkspaceRepository;
  unsubscribing: Unsubscribing;
  mails: MailOutbox;
  mailRepository: MailRepository;
  phone: PhoneOutbox;
  phoneRepository: PhoneMessageRepository;
  events: RequestEvents;
  clock: Clock;
  onStep?: WatchReminderSteps;
}) {
  const { database, repository, workspaces, unsubscribing, mails, mailRepository, events, clock } = deps;
  const { phone, phoneRepository, onStep = () => {} } = deps;
  const due = createReminderRepository(database);
  /** The workspace up to which all were served while more was due than fits in a batch. */
  let servedUpTo = '';

  async function occasionOf(trx: Queries, row: PhotoRequestRow) {
    const settings = await workspaces.find(row.workspace_id, trx);
    if (settings === undefined) throw new Error('A photo request without its workspace');
    return { row, settings, now: clock() };
  }

  /** The request is looked at when its next reminder is due, and only then. Test requests are never emailed. */
  async function schedule(trx: Queries, row: PhotoRequestRow): Promise<void> {
    const next = nextDue(remindersOf(row));
    const { id: request_id, workspace_id, environment } = row;
    if (next === undefined) await due.unschedule(trx, [request_id]);
    else await due.schedule(trx, [{ request_id, workspace_id, environment, ...next }]);
  }

  async function replan(
    trx: Queries,
    row: PhotoRequestRow,
    change: (reminders: Reminders, occasion: Awaited<ReturnType<typeof occasionOf>>) => Reminders,
  ): Promise<PhotoRequestRow> {
    const changed = change(remindersOf(row), await occasionOf(trx, row));
    const planned = row.environment === 'test' ? ended(changed) : changed;
    const owner: Owner = { workspaceId: row.workspace_id, environment: row.environment };
    // The email that failed may just have come too late. If its address is at fault, the next one fails too and ends it.
    const isWorthATry = row.email_status === 'failed' && nextDue(planned) !== undefined;
    const written = await repository.update(trx, owner, row.id, {
      reminders: remindersColumn(planned),
      ...(isWorthATry ? { email_status: null } : {}),
    });
    await schedule(trx, written);
    return written;
  }

  /** What becomes of the reminders of a request that is due. */
  function decide(
    row: DueRequest,
    { isUnsubscribed, writtenAt, now }: { isUnsubscribed: boolean; writtenAt: number; now: number },
  ) {
    const reminders = remindersOf(row);
    const settings = settingsOf(row);
    const canMail = row.recipient_email !== null && row.email_status !== 'failed';
    const canBeSent =
      waitsForCustomer(row, now) &&
      (canMail || isReachedByPhone(row)) &&
      reminders.sent.length < settings.max_reminders;
    if (!canBeSent) return { reminders: ended(reminders), ...NOT_SENT };
    const plan = planOf(row.host_plan);
    const byMail = canMail && plan.emailEnabled && !isUnsubscribed;
    const byPhone =
      isReachedByPhone(row) && phone.channels[row.phone_channel ?? 'sms'] && allowsPhoneMessages(plan);
    if (row.host_suspended_at !== null || !(byMail || byPhone)) return leftOut(row, now);
    // The message before it is not sent yet, or was sent just now.
    const isQueued = (byMail && row.email_status === 'queued') || (byPhone && row.sms_status === 'queued');
    const earliest = isQueued ? now + HOUR_MS : Math.max(now, writtenAt + PAUSE_MS);
    const allowed = nextAllowed(earliest, hoursOf(reminders, settings));
    if (allowed > now) return { reminders: delayed(reminders, allowed, { row, settings, now }), ...NOT_SENT };
    return { ...takeDue(reminders, row, now), byMail, byPhone };
  }

  /** Puts it among the phone messages, as far as that is possible. */
  async function withMessage(
    trx: Queries,
    row: DueRequest,
    decision: ReturnType<typeof decide>,
    now: number,
  ) {
    if (!decision.isWanted || !decision.byPhone) return { ...decision, byPhone: false };
    const limits = messageLimitsOf(planOf(row.host_plan), row.host_plan_started_at, now);
    const byPhone = await phone.offer(trx, messageAbout(row, 'reminder'), limits, now);
    return byPhone || decision.byMail ? { ...decision, byPhone } : leftOut(row, now);
  }

  async function remindByPhone(
    trx: Queries,
    row: PhotoRequestRow,
    by: RequestActor,
    { isOnly, now }: { isOnly: boolean; now: number },
  ): Promise<boolean> {
    if (isOnly) {
      requireNoneQueued(row, 'id');
      await sendToPhone(trx, phone, { row, kind: 'reminder', by, field: 'id', now });
      return true;
    }
    if (!isReachedByPhone(row) || row.sms_status === 'queued' || !allowsPhoneMessages(by.plan)) return false;
    const limits = messageLimitsOf(by.plan, by.usage.plan_started_at, now);
    return phone.offer(trx, messageAbout(row, 'reminder'), limits, now);
  }

  async function sendBatch(trx: Queries, limit: number): Promise<number> {
    const now = clock();
    const { ids, servedUpTo: last } = await due.chooseDue(trx, now, { limit, after: servedUpTo });
    servedUpTo = last;
    const rows = await due.claimDue(trx, now, ids);
    if (rows.length > 0) onStep('reminders claimed');
    const customerOf = (row: DueRequest) =>
      unsubscribing.subscriptionOf(row.workspace_id, row.recipient_email ?? '');
    const unsubscribed = await unsubscribing.unsubscribedAmong(trx, rows.map(customerOf));
    const requestIds = rows.map(({ id }) => id);
    const mailed = await mailRepository.lastOfRequests(trx, requestIds, now - PAUSE_MS);
    const phoned = await phoneRepository.lastOfRequests(trx, requestIds, now - PAUSE_MS);
    const decided = [];
    // In one order on all nodes: each message locks the counts of its workspace.
    for (const row of rows.toSorted((a, b) => (a.workspace_id < b.workspace_id ? -1 : 1))) {
      const isUnsubscribed = unsubscribed.has(customerOf(row).addressHash);
      const writtenAt = Math.max(mailed.get(row.id) ?? 0, phoned.get(row.id) ?? 0);
      const wish = decide(row, { isUnsubscribed, writtenAt, now });
      const decision = await withMessage(trx, row, wish, now);
      const request: PhotoRequestRow = {
        ...requestOf(row),
        reminders: remindersColumn(decision.reminders),
        email_status: decision.isWanted && decision.byMail ? 'queued' : row.email_status,
        sms_status: decision.byPhone ? 'queued' : row.sms_status,
      };
      decided.push({ ...decision, request });
    }
    await due.writeAll(
      trx,
      decided.map(({ request }) => request),
    );
    const planned = decided.map(({ request, reminders }) => ({ request, next: nextDue(reminders) }));
    await due.schedule(
      trx,
      planned.flatMap(({ request: { id, workspace_id, environment }, next }) =>
        next === undefined ? [] : [{ request_id: id, workspace_id, environment, ...next }],
      ),
    );
    await due.unschedule(
      trx,
      planned.flatMap(({ request, next }) => (next === undefined ? [request.id] : [])),
    );
    if (rows.length > 0) onStep('requests marked');
    const wanted = decided.filter(({ isWanted }) => isWanted);
    const reminded = wanted.map(({ request }) => request);
    const emails = wanted.filter(({ byMail }) => byMail).map(({ request }) => reminderMail(request));
    await mails.enqueueAll(trx, emails, now);
    if (reminded.length > 0) onStep('reminders queued');
    await events.recordChanges(trx, 'photo_request.reminded', reminded, now);
    return rows.length === 0 ? 0 : ids.length;
  }

  return {
    schedule,

    /** What the column of a new request holds. */
    async plan(
      trx: Queries,
      row: PhotoRequestRow,
      rules: ReminderRule[],
      timeZone: string | null,
    ): Promise<string | null> {
      if (rules.length === 0 && timeZone === null) return null;
      const planned = withRules(remindersOf(row), rules, timeZone, await occasionOf(trx, row));
      return remindersColumn(row.environment === 'test' ? ended(planned) : planned);
    },

    change(trx: Queries, row: PhotoRequestRow, rules: ReminderRule[], timeZone: string | null) {
      return replan(trx, row, (reminders, occasion) => withRules(reminders, rules, timeZone, occasion));
    },

    /** The customer was asked again, in another round. */
    async restart(trx: Queries, row: PhotoRequestRow): Promise<PhotoRequestRow> {
      return row.reminders === null ? row : replan(trx, row, restarted);
    },

    /** The request ends at another time. */
    async postpone(trx: Queries, row: PhotoRequestRow): Promise<PhotoRequestRow> {
      return row.reminders === null ? row : replan(trx, row, postponed);
    },

    /** By hand, and now: by email, and by phone as well or alone. */
    async send(
      trx: Queries,
      row: PhotoRequestRow,
      by: RequestActor,
      { byMail }: { byMail: boolean },
    ): Promise<PhotoRequestRow> {
      const now = clock();
      const reminders = remindersOf(row);
      const sent = { ...reminders, sent: [...reminders.sent, { at: now, when: null, by: nameOf(by) }] };
      const owner: Owner = { workspaceId: row.workspace_id, environment: row.environment };
      const byPhone = await remindByPhone(trx, row, by, { isOnly: !byMail, now });
      const reminded = await repository.update(trx, owner, row.id, {
        reminders: remindersColumn(sent),
        ...(byMail && { email_status: 'queued' as const }),
        ...(byPhone && { sms_status: 'queued' as const }),
      });
      if (byMail) await mails.enqueue(trx, reminderMail(reminded), now);
      await events.recordChanges(trx, 'photo_request.reminded', [reminded], now);
      return reminded;
    },

    /**
     * One batch of those that are due; true when there may be more. Each is marked, told of and put among the emails in one
     * transaction that holds the request: none is sent twice, and none after a submission.
     */
    async sendDue(batch = MAX_BATCH): Promise<boolean> {
      // Those that wait for another attempt count for nothing: one recipient's fault would hold up everyone.
      if ((await mailRepository.countLate(clock(), MAX_QUEUED_MAILS)) >= MAX_QUEUED_MAILS) return false;
      const limit = Math.min(batch, MAX_BATCH);
      const count = await database.write((trx) => sendBatch(trx, limit));
      if (count > 0) onStep('reminders committed');
      return count === limit;
    },
  };
}

const NOT_SENT = { isWanted: false, byMail: false, byPhone: false };

/** That may pass: what is due now is left out, what is due later is looked at then. */
function leftOut(row: DueRequest, now: number) {
  const reminders = remindersOf(row);
  return { reminders: { ...takeDue(reminders, row, now).reminders, sent: reminders.sent }, ...NOT_SENT };
}

function reminderMail(row: PhotoRequestRow) {
  const { workspace_id: workspaceId, id: requestId, locale, recipient_email } = row;
  return {
    kind: 'reminder' as const,
    content: {},
    workspaceId,
    requestId,
    locale,
    recipient: recipient_email ?? '',
  };
}

function settingsOf(row: DueRequest): ReminderSettings {
  return {
    time_zone: row.host_time_zone,
    reminder_from_hour: row.host_reminder_from_hour,
    reminder_until_hour: row.host_reminder_until_hour,
    reminder_weekends: row.host_reminder_weekends,
    max_reminders: row.host_max_reminders,
  };
}

/** Without what is known of its workspace. */
function requestOf(row: DueRequest): PhotoRequestRow {
  const entries = Object.entries(row).filter(([name]) => !name.startsWith('host_'));
  return Object.fromEntries(entries) as unknown as PhotoRequestRow;
}
