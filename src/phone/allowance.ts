import type { Database, Queries } from '../platform/db/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import { createAllowanceRepository } from './allowance-repository.ts';

const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
/** To one customer, from one workspace. */
export const MESSAGES_PER_NUMBER_AND_HOUR = 3;
/** 60 at once, then one a second. More of them wait: those of other workspaces go in between. */
export const BURST = 60;
export const PACE_MS = 1_000;
/** The clocks of two nodes differ by less. */
const CLOCKS_DIFFER_MS = 60_000;

/** How many messages a workspace may send. null: as many as it likes. */
export interface MessageLimits {
  plan: string;
  perDay: number | null;
  perPeriod: number | null;
  period: { start: number; end: number };
}

export type Refusal = 'day' | 'period' | 'number';

export type Allowance = ReturnType<typeof createAllowance>;

/** Counts messages, each against the workspace that sends it alone: no one can use up what is another's. */
export function createAllowance(deps: { database: Database; secrets: Pick<Secrets, 'sign'> }) {
  const { database, secrets } = deps;
  const repository = createAllowanceRepository(database);

  /** When the message may be sent, or what is used up. Nothing is counted then. */
  return async (
    trx: Queries,
    message: { workspaceId: string; recipient: string },
    limits: MessageLimits,
    now: number,
  ): Promise<{ sendAt: number } | { refusal: Refusal }> => {
    const { workspaceId, recipient } = message;
    const sender = await repository.lockSender(trx, workspaceId);
    const day = Math.floor(now / DAY_MS);
    const { start } = limits.period;
    const dayCount = (sender.day === day ? sender.day_count : 0) + 1;
    const periodCount = (sender.period_started_at === start ? sender.period_count : 0) + 1;
    if (limits.perPeriod !== null && periodCount > limits.perPeriod) return { refusal: 'period' };
    if (limits.perDay !== null && dayCount > limits.perDay) return { refusal: 'day' };

    const numberHash = secrets.sign('phone-numbers', `${workspaceId} ${recipient}`);
    const known = await repository.findRecipient(trx, workspaceId, numberHash);
    // A time far in the future, here and below, is one of before the clock was set back.
    const isSameHour = known !== undefined && Math.abs(now - known.window_started_at) < HOUR_MS;
    const counted = isSameHour
      ? { ...known, message_count: known.message_count + 1 }
      : { window_started_at: now, message_count: 1 };
    if (counted.message_count > MESSAGES_PER_NUMBER_AND_HOUR) return { refusal: 'number' };

    // Each counts for its day: no more can be waiting than two days allow, on either side of midnight.
    const maxAheadMs = limits.perDay === null ? DAY_MS : 2 * limits.perDay * PACE_MS + CLOCKS_DIFFER_MS;
    const isPlausible = sender.next_send_at - now <= maxAheadMs;
    const evenly = isPlausible ? Math.max(now, sender.next_send_at) : now;
    const sendAt = Math.max(now, evenly - (BURST - 1) * PACE_MS);
    await repository.writeRecipient(trx, workspaceId, numberHash, counted);
    await repository.writeSender(trx, {
      workspace_id: workspaceId,
      day,
      day_count: dayCount,
      period_started_at: start,
      period_count: periodCount,
      next_send_at: evenly + PACE_MS,
    });
    return { sendAt };
  };
}
