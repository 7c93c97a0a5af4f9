import type { Unsubscribing } from '../email/unsubscribing.ts';
import type { PhoneOutbox } from '../phone/outbox.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queries } from '../platform/db/database.ts';
import type { PhotoRequestRow } from '../platform/db/tables.ts';
import type { Ids } from '../platform/ids.ts';
import { type Random, randomTextOf } from '../platform/random.ts';
import { newToken } from '../platform/tokens.ts';
import { DEFAULT_LIFETIME_HOURS } from '../shared/request-lifetime.ts';
import { newCode } from '../shared/short-code.ts';
import type { SlotImageRepository } from '../slot-images/repository.ts';
import { requireSlotImages } from '../slot-images/slot-references.ts';
import { acceptCommon, commonColumns } from '../templates/content.ts';
import { requireAllowedUrls } from '../templates/return-urls.ts';
import type { FillIn } from '../templates/service.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import { requireQuota } from '../workspaces/take-quota.ts';
import type { Creator } from './creator.ts';
import { requirePhonePlan } from './phone-sending.ts';
import type { Reminding } from './reminding.ts';
import type { CreatePhotoRequest } from './schema.ts';

const HOUR_MS = 3_600_000;

export type MakeRequestRow = ReturnType<typeof createMakeRequestRow>;

/** What a new request will be, after everything about it was checked; nothing is written. */
export function createMakeRequestRow(deps: {
  slotImages: SlotImageRepository;
  workspaces: WorkspaceRepository;
  fillIn: FillIn;
  phone: PhoneOutbox;
  unsubscribing: Unsubscribing;
  reminding: Reminding;
  ids: Ids;
  random: Random;
  clock: Clock;
}) {
  const { slotImages, fillIn, ids, random, clock, workspaces, unsubscribing, reminding, phone } = deps;

  return async (queries: Queries, creator: Creator, sent: CreatePhotoRequest): Promise<PhotoRequestRow> => {
    const input = await fillIn(queries, creator, sent);
    const accepted = acceptCommon(input, { plan: creator.plan, allowsIdentifier: false });
    // A template may name images that were deleted since: they are not shown.
    if (sent.photo_slots != null) await requireSlotImages(queries, slotImages, creator, accepted.slots);
    await requireAllowedUrls(queries, workspaces, creator, sent);
    const now = clock();
    requireQuota(creator, now);
    const isPhoned = input.send_sms === true;
    if (isPhoned) {
      requirePhonePlan(creator.plan);
      phone.requireChannel(input.phone_channel ?? 'sms', 'send_sms');
    }
    const row: PhotoRequestRow = {
      id: ids.next('photoRequest', now),
      workspace_id: creator.workspaceId,
      environment: creator.environment,
      type: 'one_time',
      status: 'pending',
      instructions: input.instructions as string,
      ...commonColumns(accepted, input),
      template_id: input.template_id ?? null,
      token: newToken(random),
      unique_code: newCode('photo_request', randomTextOf(random)),
      permanent_link_id: null,
      external_id: input.external_id ?? null,
      locale: input.locale ?? 'en',
      recipient_email: input.recipient_email ?? null,
      // A test key never sends.
      email_status: input.send_email === true && creator.environment === 'live' ? 'queued' : null,
      expires_at: now + (input.expires_in_hours ?? DEFAULT_LIFETIME_HOURS) * HOUR_MS,
      first_viewed_at: null,
      submitted_at: null,
      held_at: null,
      created_at: now,
      unsent_photos: 0,
      expected_location: input.expected_location == null ? null : JSON.stringify(input.expected_location),
      refusals: null,
      reviews: null,
      viewed_round: 0,
      answers: null,
      reminders: null,
      recipient_phone: input.recipient_phone ?? null,
      phone_channel: input.recipient_phone == null ? null : (input.phone_channel ?? 'sms'),
      sms_status: isPhoned && creator.environment === 'live' ? 'queued' : null,
    };
    // A template does not know whether there is someone to remind.
    const isReachable = row.recipient_email !== null || isPhoned;
    const rules = sent.reminders ?? (isReachable ? (input.reminders ?? []) : []);
    const willBeMailed = input.send_email === true || (rules.length > 0 && !isPhoned);
    if (willBeMailed && row.recipient_email !== null && row.environment === 'live')
      await unsubscribing.requireSubscribed(queries, row.workspace_id, row.recipient_email);
    row.reminders = await reminding.plan(queries, row, rules, input.time_zone ?? null);
    return row;
  };
}
