import type { MailOutbox } from '../email/outbox.ts';
import type { Unsubscribing } from '../email/unsubscribing.ts';
import type { PhoneOutbox } from '../phone/outbox.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queries } from '../platform/db/database.ts';
import type { PhotoRequestRow } from '../platform/db/tables.ts';
import type { Ids } from '../platform/ids.ts';
import { type Random, randomTextOf } from '../platform/random.ts';
import { newToken } from '../platform/tokens.ts';
import { newCode } from '../shared/short-code.ts';
import type { SlotImageRepository } from '../slot-images/repository.ts';
import { requireSlotImages } from '../slot-images/slot-references.ts';
import { acceptCommon, commonColumns } from '../templates/content.ts';
import { requireAllowedUrls } from '../templates/return-urls.ts';
import type { FillIn } from '../templates/service.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import { requireQuota } from '../workspaces/take-quota.ts';
import type { Creator } from './creator.ts';
import type { RequestEvents } from './events.ts';
import { requirePhonePlan, sendToPhone } from './phone-sending.ts';
import type { Reminding } from './reminding.ts';
import type { PhotoRequestRepository } from './repository.ts';
import type { CreatePhotoRequest, PhotoRequest } from './schema.ts';
import type { ToWireRequest } from './wire.ts';

const HOUR_MS = 3_600_000;
const DEFAULT_LIFETIME_HOURS = 168;
const CODE_ATTEMPTS = 5;

export type InsertRequest = ReturnType<typeof createInsertRequest>;

/** The step that every new request goes through, in the transaction of whoever wants it. */
export function createInsertRequest(deps: {
  repository: PhotoRequestRepository;
  slotImages: SlotImageRepository;
  workspaces: WorkspaceRepository;
  fillIn: FillIn;
  toWire: ToWireRequest;
  events: RequestEvents;
  mails: MailOutbox;
  phone: PhoneOutbox;
  unsubscribing: Unsubscribing;
  reminding: Reminding;
  ids: Ids;
  random: Random;
  clock: Clock;
}) {
  const { repository, slotImages, fillIn, toWire, events, mails, ids, random, clock } = deps;
  const { workspaces, unsubscribing, reminding, phone } = deps;

  async function announce(trx: Queries, row: PhotoRequestRow): Promise<void> {
    await events.recordChanges(trx, 'photo_request.created', [row], row.created_at);
    if (row.email_status !== 'queued' || row.recipient_email === null) return;
    const { workspace_id: workspaceId, recipient_email: recipient, locale, id: requestId } = row;
    await mails.enqueue(
      trx,
      { kind: 'photo_request', content: {}, workspaceId, recipient, locale, requestId },
      row.created_at,
    );
  }

  return async (trx: Queries, creator: Creator, sent: CreatePhotoRequest): Promise<PhotoRequest> => {
    const input = await fillIn(trx, creator, sent);
    const accepted = acceptCommon(input, { plan: creator.plan, allowsIdentifier: false });
    // A template may name images that were deleted since: they are not shown.
    if (sent.photo_slots != null) await requireSlotImages(trx, slotImages, creator, accepted.slots);
    await requireAllowedUrls(trx, workspaces, creator, sent);
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
      unique_code: '',
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
      await unsubscribing.requireSubscribed(trx, row.workspace_id, row.recipient_email);
    row.reminders = await reminding.plan(trx, row, rules, input.time_zone ?? null);

    for (let attempt = 0; attempt < CODE_ATTEMPTS; attempt++) {
      row.unique_code = newCode('photo_request', randomTextOf(random));
      if (!(await repository.insert(trx, row))) continue;
      await announce(trx, row);
      if (row.sms_status !== null)
        await sendToPhone(trx, phone, {
          row,
          kind: 'photo_request',
          by: creator,
          field: 'recipient_phone',
          now,
        });
      if (row.reminders !== null) await reminding.schedule(trx, row);
      return toWire(row);
    }
    throw new Error('No free code was found for a photo request');
  };
}
