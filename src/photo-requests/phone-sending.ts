import type { NewMessage, PhoneOutbox } from '../phone/outbox.ts';
import type { Queries } from '../platform/db/database.ts';
import type { PhoneMessageKind, PhotoRequestRow } from '../platform/db/tables.ts';
import { ServiceError, validationError } from '../platform/errors.ts';
import { allowsPhoneMessages, messageLimitsOf } from '../workspaces/message-limits.ts';
import type { Plan } from '../workspaces/plans.ts';
import type { Creator } from './creator.ts';

export function requirePhonePlan(plan: Plan): void {
  if (allowsPhoneMessages(plan)) return;
  throw new ServiceError(
    'plan_upgrade_required',
    `The ${plan.name} plan does not include phone messages. Send the link yourself, or upgrade the plan.`,
  );
}

/** Whether the customer is written to by phone: someone wanted a message sent, and the last one was not in vain. */
export function isReachedByPhone(row: Pick<PhotoRequestRow, 'recipient_phone' | 'sms_status'>): boolean {
  return row.recipient_phone !== null && row.sms_status !== null && row.sms_status !== 'failed';
}

export function messageAbout(row: PhotoRequestRow, kind: PhoneMessageKind): NewMessage {
  return {
    kind,
    channel: row.phone_channel ?? 'sms',
    workspaceId: row.workspace_id,
    requestId: row.id,
    recipient: row.recipient_phone ?? '',
    locale: row.locale,
  };
}

export function requireNoneQueued({ sms_status }: Pick<PhotoRequestRow, 'sms_status'>, field: string): void {
  if (sms_status === 'queued') throw validationError({ [field]: ['A message is already being sent.'] });
}

/** Sends what someone asked for, or says why that cannot be. */
export async function sendToPhone(
  trx: Queries,
  phone: PhoneOutbox,
  about: { row: PhotoRequestRow; kind: PhoneMessageKind; by: Creator; field: string; now: number },
): Promise<void> {
  const { row, kind, by, field, now } = about;
  requirePhonePlan(by.plan);
  if (by.environment === 'test')
    throw validationError({ [field]: ['Test requests are never sent to a phone.'] });
  if (row.recipient_phone === null) throw validationError({ [field]: ['This request has no phone number.'] });
  const message = messageAbout(row, kind);
  phone.requireChannel(message.channel, field);
  const limits = messageLimitsOf(by.plan, by.usage.plan_started_at, now);
  await phone.send(trx, message, { limits, field, now });
}
