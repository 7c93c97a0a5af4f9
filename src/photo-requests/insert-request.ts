import type { Audit } from '../audit/service.ts';
import type { MailOutbox } from '../email/outbox.ts';
import type { PhoneOutbox } from '../phone/outbox.ts';
import type { Queries } from '../platform/db/database.ts';
import type { PhotoRequestRow } from '../platform/db/tables.ts';
import { type Random, randomTextOf } from '../platform/random.ts';
import { newCode } from '../shared/short-code.ts';
import type { RequestActor } from './creator.ts';
import type { RequestEvents } from './events.ts';
import { sendToPhone } from './phone-sending.ts';
import type { Reminding } from './reminding.ts';
import type { PhotoRequestRepository } from './repository.ts';
import { requestRecord } from './request-record.ts';
import type { MakeRequestRow } from './request-row.ts';
import type { CreatePhotoRequest, PhotoRequest } from './schema.ts';
import type { ToWireRequest } from './wire.ts';

const CODE_ATTEMPTS = 5;

export type InsertRequest = ReturnType<typeof createInsertRequest>;

/** The step that every new request goes through, in the transaction of whoever wants it. */
export function createInsertRequest(deps: {
  repository: PhotoRequestRepository;
  makeRow: MakeRequestRow;
  toWire: ToWireRequest;
  events: RequestEvents;
  mails: MailOutbox;
  phone: PhoneOutbox;
  reminding: Reminding;
  audit: Audit;
  random: Random;
}) {
  const { repository, makeRow, toWire, events, mails, phone, reminding, audit, random } = deps;

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

  return async (trx: Queries, by: RequestActor, sent: CreatePhotoRequest): Promise<PhotoRequest> => {
    const row = await makeRow(trx, by, sent);
    for (let attempt = 0; attempt < CODE_ATTEMPTS; attempt++) {
      if (attempt > 0) row.unique_code = newCode('photo_request', randomTextOf(random));
      if (!(await repository.insert(trx, row))) continue;
      await announce(trx, row);
      if (row.sms_status !== null)
        await sendToPhone(trx, phone, {
          row,
          kind: 'photo_request',
          by,
          field: 'recipient_phone',
          now: row.created_at,
        });
      if (row.reminders !== null) await reminding.schedule(trx, row);
      await audit.record(trx, requestRecord(by, 'created', row));
      return toWire(row);
    }
    throw new Error('No free code was found for a photo request');
  };
}
