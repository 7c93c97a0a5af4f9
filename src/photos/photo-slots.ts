import { z } from 'zod';
import { validationError } from '../platform/errors.ts';
import { list, text } from '../platform/http/fields.ts';
import { MAX_PHOTOS_PER_REQUEST, type Plan } from '../workspaces/plans.ts';

/** Spec 2.3, as sent. */
const photoSlotInput = z
  .object({
    instructions: text(1, 500).meta({ description: 'What the customer should photograph in this slot.' }),
    is_required: z
      .boolean()
      .nullish()
      .meta({ description: 'Whether the slot must be filled. Default: true.' }),
  })
  .meta({ id: 'NewPhotoSlot' });

export const photoSlotsInput = list(photoSlotInput, MAX_PHOTOS_PER_REQUEST);

/** Spec 2.3, as answered. */
export const photoSlotSchema = z
  .strictObject({ instructions: z.string(), is_required: z.boolean() })
  .meta({ id: 'PhotoSlot' });

export type PhotoSlot = z.infer<typeof photoSlotSchema>;

/** Fills in the defaults and holds the number of slots against the plan. */
export function acceptSlots(
  sent: z.infer<typeof photoSlotsInput> | null | undefined,
  plan: Plan,
): PhotoSlot[] {
  const slots = sent ?? [];
  if (slots.length > plan.photosPerRequest) {
    const message = `The ${plan.name} plan allows at most ${plan.photosPerRequest} photos per request.`;
    throw validationError({ photo_slots: [message] });
  }
  return slots.map((slot) => ({ instructions: slot.instructions, is_required: slot.is_required ?? true }));
}
