import type { z } from 'zod';
import type { createPhotoRequestBody } from '../../../../../src/photo-requests/schema.ts';
import { type DraftPair, metadataToSend } from '../parts/metadata.ts';
import { type DraftSlot, slotsToSend } from '../parts/slots.ts';

export type NewRequestBody = z.input<typeof createPhotoRequestBody>;

export const LIFETIMES = [
  { value: '24', label: '1 day' },
  { value: '72', label: '3 days' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
  { value: 'own', label: 'Other' },
] as const;

export type Lifetime = (typeof LIFETIMES)[number]['value'];

export interface RequestDraft extends Record<string, unknown> {
  instructions: string;
  photo_slots: DraftSlot[];
  lifetime: Lifetime;
  ownNumber: number | '';
  ownUnit: 'hours' | 'days';
  recipient_email: string;
  send_email: boolean;
  locale: string;
  external_id: string;
  metadata: DraftPair[];
}

export const EMPTY_DRAFT: RequestDraft = {
  instructions: '',
  photo_slots: [],
  lifetime: '168',
  ownNumber: 14,
  ownUnit: 'days',
  recipient_email: '',
  send_email: true,
  locale: 'en',
  external_id: '',
  metadata: [],
};

export function hoursOf({ lifetime, ownNumber, ownUnit }: RequestDraft): number {
  if (lifetime !== 'own') return Number(lifetime);
  return Number(ownNumber) * (ownUnit === 'days' ? 24 : 1);
}

/** Only what was filled in. Plans without email refuse its fields as such, so they are left out there. */
export function bodyOf(
  draft: RequestDraft,
  options: { withEmail: boolean; canSend: boolean },
): NewRequestBody {
  const recipient = draft.recipient_email.trim();
  const reference = draft.external_id.trim();
  const metadata = metadataToSend(draft.metadata);
  return {
    instructions: draft.instructions.trim(),
    expires_in_hours: hoursOf(draft),
    locale: draft.locale,
    ...(draft.photo_slots.length > 0 && { photo_slots: slotsToSend(draft.photo_slots) }),
    ...(reference !== '' && { external_id: reference }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(options.withEmail &&
      recipient !== '' && { recipient_email: recipient, send_email: draft.send_email && options.canSend }),
  };
}
