import { z } from 'zod';
import { validationError } from '../platform/errors.ts';
import { integer, list, openEnum, text } from '../platform/http/fields.ts';
import { GUIDES } from '../shared/guides.ts';
import { MAX_PHOTOS_PER_REQUEST, type Plan } from '../workspaces/plans.ts';

const imageId = text(1, 60);

/** Spec 2.3, as sent, and beside it how many photos a slot takes. */
const photoSlotInput = z
  .object({
    instructions: text(1, 500).meta({ description: 'What the customer should photograph in this slot.' }),
    is_required: z
      .boolean()
      .nullish()
      .meta({ description: 'Whether the slot must be filled. Default: true.' }),
    hint: text(1, 1_000).nullish().meta({
      description: 'How to take this photo, in more words. Shown beside the camera.',
    }),
    min_photos: integer(1, MAX_PHOTOS_PER_REQUEST)
      .nullish()
      .meta({ description: 'How many photos the slot needs once it is used. Default: 1.' }),
    max_photos: integer(1, MAX_PHOTOS_PER_REQUEST)
      .nullish()
      .meta({ description: 'How many photos the slot takes. Default: `min_photos`.' }),
    guide: z.enum(GUIDES).nullish().meta({ description: 'An outline to draw over the camera’s picture.' }),
    guide_image_id: imageId.nullish().meta({
      description: 'An outline of your own, uploaded with `purpose=guide`. Not together with `guide`.',
    }),
    example_image_id: imageId.nullish().meta({
      description: 'A picture of what a good photo looks like, uploaded with `purpose=example`.',
    }),
  })
  .refine(({ guide, guide_image_id }) => guide == null || guide_image_id == null, {
    path: ['guide_image_id'],
    error: 'A slot has either a guide or a guide image.',
  })
  .refine(({ min_photos, max_photos }) => max_photos == null || max_photos >= (min_photos ?? 1), {
    path: ['max_photos'],
    error: 'Must not be less than min_photos.',
  })
  .meta({ id: 'NewPhotoSlot' });

export const photoSlotsInput = list(photoSlotInput, MAX_PHOTOS_PER_REQUEST);

/** Spec 2.3, as the API shows them. */
export const photoSlotSchema = z
  .strictObject({
    instructions: z.string(),
    is_required: z.boolean(),
    hint: z.string().nullable(),
    min_photos: z.int().min(1),
    max_photos: z.int().min(1),
    guide: openEnum(GUIDES).nullable(),
    guide_image_id: z.string().nullable(),
    example_image_id: z.string().nullable(),
  })
  .meta({ id: 'PhotoSlot' });

export type PhotoSlot = z.infer<typeof photoSlotSchema>;

/** Fills in the defaults and holds the number of photos against the plan. `plan` null: they were there before. */
export function acceptSlots(
  sent: z.infer<typeof photoSlotsInput> | null | undefined,
  plan: Plan | null,
): PhotoSlot[] {
  const slots = (sent ?? []).map((slot) => ({
    instructions: slot.instructions,
    is_required: slot.is_required ?? true,
    hint: slot.hint ?? null,
    min_photos: slot.min_photos ?? 1,
    max_photos: slot.max_photos ?? slot.min_photos ?? 1,
    guide: slot.guide ?? null,
    guide_image_id: slot.guide_image_id ?? null,
    example_image_id: slot.example_image_id ?? null,
  }));
  if (plan !== null && photosIn(slots) > plan.photosPerRequest) {
    const message = `The ${plan.name} plan allows at most ${plan.photosPerRequest} photos per request.`;
    throw validationError({ photo_slots: [message] });
  }
  return slots;
}

/** What older slots do not say. */
const SILENT = {
  hint: null,
  min_photos: 1,
  max_photos: 1,
  guide: null,
  guide_image_id: null,
  example_image_id: null,
} as const;

/** As stored. */
export function slotsOf({ photo_slots }: { photo_slots: string }): PhotoSlot[] {
  const stored: (Pick<PhotoSlot, 'instructions' | 'is_required'> & Partial<PhotoSlot>)[] =
    JSON.parse(photo_slots);
  return stored.map((slot) => ({ ...SILENT, ...slot }));
}

/** How many photos fill all of them. */
export function photosIn(slots: PhotoSlot[]): number {
  return slots.reduce((sum, { max_photos }) => sum + max_photos, 0);
}
