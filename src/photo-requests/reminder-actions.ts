import type { Actor } from '../audit/actor.ts';
import type { MailRepository } from '../email/repository.ts';
import type { Unsubscribing } from '../email/unsubscribing.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queries } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import { validationError } from '../platform/errors.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import type { RequestActor } from './creator.ts';
import { isReachedByPhone } from './phone-sending.ts';
import { remindersOf } from './reminders.ts';
import type { ChangeReminders } from './reminders-schema.ts';
import type { Reminding } from './reminding.ts';
import {
  createRecordChange,
  type RequestChangeDeps,
  requireNotHeld,
  requireRecipient,
  requireStatus,
} from './request-change.ts';
import { lockShown } from './request-record.ts';
import type { PhotoRequest } from './schema.ts';
import { isOpenStatus } from './status.ts';

const DAY_MS = 86_400_000;
const PAUSE_MINUTES = 10;
/** To one customer about one request, whoever sends them. */
export const MAILS_PER_DAY = 5;

/** What the team does about the reminders of a request. */
export function createReminderActions(
  deps: RequestChangeDeps & {
    reminding: Reminding;
    workspaces: Pick<WorkspaceRepository, 'find'>;
    unsubscribing: Unsubscribing;
    mailRepository: MailRepository;
    clock: Clock;
  },
) {
  const { database, repository, reminding, workspaces, unsubscribing, mailRepository, clock, show } = deps;
  const recordChange = createRecordChange(deps);

  async function requireRoom(trx: Queries, row: PhotoRequestRow): Promise<void> {
    const max = (await workspaces.find(row.workspace_id, trx))?.max_reminders ?? 0;
    const { sent } = remindersOf(row);
    if (max === 0)
      throw validationError({ id: ['Reminders are turned off in the settings of your workspace.'] });
    if (sent.length >= max)
      throw validationError({
        id: [`Your workspace sends at most ${max} reminders for one request, and all of them were sent.`],
      });
    const last = sent.at(-1)?.at ?? 0;
    if (clock() - last < PAUSE_MINUTES * 60_000)
      throw validationError({
        id: [`The last reminder was sent less than ${PAUSE_MINUTES} minutes ago. Wait a little.`],
      });
  }

  /** Refuses if it has to be an email and cannot be one. */
  async function canBeMailed(trx: Queries, by: RequestActor, row: PhotoRequestRow): Promise<boolean> {
    const isPhoned = isReachedByPhone(row);
    if (isPhoned && row.recipient_email === null) return false;
    const recipient = requireRecipient(row, by);
    const customer = unsubscribing.subscriptionOf(by.workspaceId, recipient);
    if (isPhoned) return !(await unsubscribing.isUnsubscribed(customer, trx));
    await unsubscribing.requireSubscribed(trx, by.workspaceId, recipient);
    return true;
  }

  return {
    /** Reminds the customer now, at whatever hour. */
    async remind(by: RequestActor, id: string): Promise<PhotoRequest> {
      const reminded = await database.write(async (trx) => {
        const row = await lockShown(trx, repository, by, id);
        const byMail = await canBeMailed(trx, by, row);
        requireStatus(row, clock(), isOpenStatus, 'Only for an open request can a reminder be sent.');
        requireNotHeld(row, clock());
        await requireRoom(trx, row);
        if (byMail) await requireFewMails(trx, mailRepository, row, clock());
        return recordChange(trx, by, 'reminded', await reminding.send(trx, row, by, { byMail }));
      });
      return show(by, reminded);
    },

    /** The reminders that are to be sent from now on, in place of those before. */
    async changeReminders(
      by: Actor & Owner,
      id: string,
      { reminders, time_zone }: ChangeReminders,
    ): Promise<PhotoRequest> {
      const changed = await database.write(async (trx) => {
        const row = await lockShown(trx, repository, by, id);
        requireStatus(row, clock(), isOpenStatus, 'Only the reminders of an open request can be changed.');
        if (reminders.length > 0) {
          if (row.recipient_email === null && row.recipient_phone === null)
            throw validationError({ reminders: ['This request has no recipient.'] });
          if (row.recipient_email !== null && !isReachedByPhone(row))
            await unsubscribing.requireSubscribed(trx, by.workspaceId, row.recipient_email);
        }
        const timeZone = time_zone === undefined ? remindersOf(row).time_zone : time_zone;
        const next = await reminding.change(trx, row, reminders, timeZone);
        return recordChange(trx, by, 'reminders_changed', next);
      });
      return show(by, changed);
    },
  };
}

export async function requireFewMails(
  trx: Queries,
  mails: MailRepository,
  row: PhotoRequestRow,
  now: number,
): Promise<void> {
  const request = { workspaceId: row.workspace_id, requestId: row.id };
  if ((await mails.countOfRequestSince(trx, request, now - DAY_MS)) < MAILS_PER_DAY) return;
  throw validationError({ id: [`You can send at most ${MAILS_PER_DAY} emails a day for one request.`] });
}
