import { decisionsOf, roundsOf } from '../photos/rounds.ts';
import type { PhotoRequestRow, ReminderKind, WorkspaceRow } from '../platform/db/tables.ts';
import type { ReminderRule } from '../templates/reminder-rules.ts';
import { nextAllowed, type ReminderHours } from './reminder-hours.ts';
import { isHeld, isOpenStatus, statusAt } from './status.ts';

const HOUR_MS = 3_600_000;

/** One of the reminders that a request shall have, in its current round. */
export interface PlannedReminder extends ReminderRule {
  /** null: it was sent, there was no reason to, or its time cannot come any more. */
  due: number | null;
  /** Its time has come in this round. */
  used: boolean;
}

interface SentReminder {
  at: number;
  /** null: someone sent it by hand. */
  when: ReminderKind | null;
  /** How the audit log calls whoever sent it by hand. */
  by: string | null;
}

/** What the column of a request holds (0108). */
export interface Reminders {
  planned: PlannedReminder[];
  /** Of the customer; null: that of the workspace. */
  time_zone: string | null;
  /** When the customer was asked for what they are reminded of. */
  from: number;
  /** Oldest first. */
  sent: SentReminder[];
}

export function remindersOf({ reminders, created_at }: Pick<PhotoRequestRow, 'reminders' | 'created_at'>) {
  const none: Reminders = { planned: [], time_zone: null, from: created_at, sent: [] };
  return reminders === null ? none : (JSON.parse(reminders) as Reminders);
}

/** null where there is nothing to keep. */
export function remindersColumn(reminders: Reminders): string | null {
  const { planned, time_zone, sent } = reminders;
  return planned.length + sent.length === 0 && time_zone === null ? null : JSON.stringify(reminders);
}

/** What the workspace says of reminders. */
export type ReminderSettings = Pick<
  WorkspaceRow,
  'time_zone' | 'reminder_from_hour' | 'reminder_until_hour' | 'reminder_weekends' | 'max_reminders'
>;

export function hoursOf({ time_zone }: Reminders, settings: ReminderSettings): ReminderHours {
  return {
    timeZone: time_zone ?? settings.time_zone,
    from: settings.reminder_from_hour,
    until: settings.reminder_until_hour,
    weekends: settings.reminder_weekends === 1,
  };
}

interface Occasion {
  row: Pick<PhotoRequestRow, 'expires_at'>;
  settings: ReminderSettings;
  now: number;
}

/** For a list of reminders that replaces another. A reminder whose time is over already is not sent. */
export function withRules(
  reminders: Reminders,
  rules: ReminderRule[],
  timeZone: string | null,
  occasion: Occasion,
): Reminders {
  const changed = { ...reminders, time_zone: timeZone };
  return {
    ...changed,
    planned: rules.map(({ when, hours }) => {
      const due = dueOf({ when, hours }, changed, occasion);
      return { when, hours, due, used: false };
    }),
  };
}

/** For a new round: the customer was asked again just now. */
export function restarted(reminders: Reminders, occasion: Occasion): Reminders {
  const { planned, time_zone } = reminders;
  return withRules({ ...reminders, from: occasion.now }, planned, time_zone, occasion);
}

/** For another end of the request: its last reminders come again, the others where they can be sent now. */
export function postponed(reminders: Reminders, occasion: Occasion): Reminders {
  return {
    ...reminders,
    planned: reminders.planned.map((reminder) => {
      const isAnew = reminder.when === 'before_expiry';
      if (!isAnew && (reminder.used || reminder.due !== null)) return reminder;
      return { ...reminder, used: false, due: dueOf(reminder, reminders, occasion) };
    }),
  };
}

function dueOf(rule: ReminderRule, reminders: Reminders, { row, settings, now }: Occasion): number | null {
  const span = rule.hours * HOUR_MS;
  const wanted = rule.when === 'before_expiry' ? row.expires_at - span : reminders.from + span;
  if (wanted <= now) return null;
  const due = nextAllowed(wanted, hoursOf(reminders, settings));
  return due < row.expires_at ? due : null;
}

/** When to look at the request next; undefined: never. */
export function nextDue({ planned }: Reminders): { due_at: number; kind: ReminderKind } | undefined {
  let next: { due_at: number; kind: ReminderKind } | undefined;
  for (const { due, when } of planned)
    if (due !== null && (next === undefined || due < next.due_at)) next = { due_at: due, kind: when };
  return next;
}

/** Nothing more is sent in this round. */
export function ended(reminders: Reminders): Reminders {
  return { ...reminders, planned: reminders.planned.map((reminder) => ({ ...reminder, due: null })) };
}

/** What is due and cannot be sent now waits until then, or is not sent at all. */
export function delayed(reminders: Reminders, until: number, { row, now }: Occasion): Reminders {
  return {
    ...reminders,
    planned: reminders.planned.map((reminder) =>
      reminder.due === null || reminder.due > now
        ? reminder
        : { ...reminder, due: until < row.expires_at ? until : null },
    ),
  };
}

/** Uses up what is due: one email at most, however many of them come at the same time. */
export function takeDue(
  reminders: Reminders,
  row: PhotoRequestRow,
  now: number,
): { reminders: Reminders; isWanted: boolean } {
  const due = reminders.planned.filter((reminder) => reminder.due !== null && reminder.due <= now);
  const reason = due.find(({ when }) => when !== 'not_opened' || !wasOpened(row));
  return {
    isWanted: reason !== undefined,
    reminders: {
      ...reminders,
      planned: reminders.planned.map((reminder) =>
        due.includes(reminder) ? { ...reminder, due: null, used: true } : reminder,
      ),
      sent:
        reason === undefined ? reminders.sent : [...reminders.sent, { at: now, when: reason.when, by: null }],
    },
  };
}

/** In the round that is open. */
function wasOpened(row: PhotoRequestRow): boolean {
  const { current } = roundsOf(row);
  return current === 1 ? row.first_viewed_at !== null : row.viewed_round >= current;
}

/** Whether the customer still has something to do. */
export function waitsForCustomer(row: PhotoRequestRow, now: number): boolean {
  return isOpenStatus(statusAt(row, now)) && !isHeld(row, now);
}

/** As the API shows them. */
export function plannedReminders(row: PhotoRequestRow, reminders: Reminders, now: number): PlannedReminder[] {
  const isOver = !waitsForCustomer(row, now);
  return reminders.planned.map((reminder) => {
    const isPointless = isOver || (reminder.when === 'not_opened' && wasOpened(row));
    return isPointless ? { ...reminder, due: null } : reminder;
  });
}

/** Whether the customer was asked for changes, rather than for the first time. */
export function isSentBack(row: Pick<PhotoRequestRow, 'reviews'>): boolean {
  return decisionsOf(row).some(({ verdict }) => verdict === 'changes_requested');
}
