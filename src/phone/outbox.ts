import { toWireTime } from '../platform/clock.ts';
import { currentCall } from '../platform/current-call.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { PhoneChannel, PhoneMessageKind } from '../platform/db/tables.ts';
import { ServiceError, validationError } from '../platform/errors.ts';
import type { Ids } from '../platform/ids.ts';
import {
  type Allowance,
  HOUR_MS,
  MESSAGES_PER_NUMBER_AND_HOUR,
  type MessageLimits,
  type Refusal,
} from './allowance.ts';
import type { PhoneOptOuts } from './opt-outs.ts';
import { createPhoneMessageRepository, deleteMessagesBefore, deleteRecipientsBefore } from './repository.ts';
import type { PhoneChannels } from './settings.ts';

/** How long it is known what was sent. */
const KEPT_MS = 30 * 86_400_000;
const CHANNEL_NAMES: Record<PhoneChannel, string> = { sms: 'Text messages', whatsapp: 'WhatsApp messages' };

export interface NewMessage {
  kind: PhoneMessageKind;
  channel: PhoneChannel;
  workspaceId: string;
  requestId: string;
  /** E.164. */
  recipient: string;
  locale: string;
}

/** Messages are written down in the transaction of what they tell of, and sent by the worker. */
export type PhoneOutbox = ReturnType<typeof createPhoneOutbox>;

export function createPhoneOutbox(deps: {
  database: Database;
  ids: Ids;
  optOuts: PhoneOptOuts;
  allow: Allowance;
  channels: PhoneChannels;
}) {
  const { database, ids, optOuts, allow, channels } = deps;
  const repository = createPhoneMessageRepository(database);

  async function write(trx: Queries, message: NewMessage, now: number, sendAt: number): Promise<void> {
    await repository.insert(trx, {
      id: ids.next('phoneMessage', now),
      workspace_id: message.workspaceId,
      request_id: message.requestId,
      kind: message.kind,
      channel: message.channel,
      recipient: message.recipient,
      locale: message.locale,
      call_id: currentCall()?.requestId ?? null,
      status: 'queued',
      attempt_count: 0,
      next_attempt_at: sendAt,
      error: null,
      created_at: now,
      finished_at: null,
    });
    database.afterCommit(trx, () => database.signals.send('phone_messages'));
  }

  return {
    channels,

    /** `field` of the request's body wants a message sent. */
    requireChannel(channel: PhoneChannel, field: string): void {
      if (channels[channel]) return;
      throw validationError({
        [field]: [
          `${CHANNEL_NAMES[channel]} are not set up on this server. Ask its operator to set SMS_URL.`,
        ],
      });
    },

    /** For whoever wants it sent now: refuses with why it cannot be. */
    async send(
      trx: Queries,
      message: NewMessage,
      { limits, field, now }: { limits: MessageLimits; field: string; now: number },
    ): Promise<void> {
      await optOuts.requireOptedIn(trx, message.recipient);
      const allowed = await allow(trx, message, limits, now);
      if ('refusal' in allowed) throw refused(allowed.refusal, limits, field);
      await write(trx, message, now, allowed.sendAt);
    },

    /** For what is sent along with something else: false when it cannot be. */
    async offer(trx: Queries, message: NewMessage, limits: MessageLimits, now: number): Promise<boolean> {
      if (!channels[message.channel] || (await optOuts.isOptedOut(message.recipient, trx))) return false;
      const allowed = await allow(trx, message, limits, now);
      if ('refusal' in allowed) return false;
      await write(trx, message, now, allowed.sendAt);
      return true;
    },
  };
}

function refused(
  refusal: Refusal,
  { plan, perDay, perPeriod, period }: MessageLimits,
  field: string,
): ServiceError {
  if (refusal === 'number')
    return validationError({
      [field]: [
        `This number was sent ${MESSAGES_PER_NUMBER_AND_HOUR} messages within the last hour. Try again later.`,
      ],
    });
  const what =
    refusal === 'day'
      ? `All ${perDay} phone messages that the ${plan} plan includes per day have been sent. The next day starts at midnight UTC.`
      : `All ${perPeriod} phone messages in the ${plan} plan for this billing period have been sent. The next period starts at ${toWireTime(period.end)}.`;
  return new ServiceError('quota_exceeded', `${what} Send the link another way, or upgrade the plan.`);
}

/** One batch of what is kept no longer; true when there may be more. */
export async function deleteOldMessages(database: Database, now: number, batch = 500): Promise<boolean> {
  return database.write(async (trx) => {
    const messages = await deleteMessagesBefore(trx, now - KEPT_MS, batch);
    const counters = await deleteRecipientsBefore(trx, now - HOUR_MS, batch);
    return Math.max(messages, counters) === batch;
  });
}
