import type { Guide } from '../../../../../src/shared/guides.ts';
import { ApiError } from '../../../api/api-error.ts';

/** A slot while it is edited; the key stays with it wherever it moves. */
export interface DraftSlot {
  key: number;
  instructions: string;
  is_required: boolean;
  hint: string;
  /** Empty: one. */
  min_photos: number | '';
  /** Empty: as many as it needs. */
  max_photos: number | '';
  /** An outline over the camera's picture: one that is built in, or one that was uploaded. */
  guide: Guide | null;
  guide_image_id: string | null;
  /** A picture of what a good photo looks like. */
  example_image_id: string | null;
}

interface StoredSlot {
  instructions: string;
  is_required: boolean;
  hint?: string | null;
  min_photos?: number;
  max_photos?: number;
  guide?: Guide | null;
  guide_image_id?: string | null;
  example_image_id?: string | null;
}

const FIELDS = [
  'instructions',
  'hint',
  'min_photos',
  'max_photos',
  'guide',
  'guide_image_id',
  'example_image_id',
] as const;

export type SlotField = (typeof FIELDS)[number];

/** Fields of slots at which the server's errors are shown. */
export const SLOT_FIELDS = [
  'photo_slots',
  ...Array.from({ length: 50 }, (_, index) => FIELDS.map((field) => `photo_slots.${index}.${field}`)).flat(),
];

let lastKey = 0;

export function draftSlot(stored: StoredSlot = { instructions: '', is_required: true }): DraftSlot {
  lastKey += 1;
  const { instructions, is_required, hint, min_photos = 1, max_photos = 1 } = stored;
  return {
    key: lastKey,
    instructions,
    is_required,
    hint: hint ?? '',
    min_photos,
    max_photos,
    guide: stored.guide ?? null,
    guide_image_id: stored.guide_image_id ?? null,
    example_image_id: stored.example_image_id ?? null,
  };
}

export function draftSlots(slots: StoredSlot[]): DraftSlot[] {
  return slots.map(draftSlot);
}

/** How many photos a slot needs and takes. */
export function photosOf({ min_photos, max_photos }: Pick<DraftSlot, 'min_photos' | 'max_photos'>) {
  const min = min_photos === '' ? 1 : min_photos;
  return { min, max: max_photos === '' ? min : max_photos };
}

/** How many photos fill all of them. */
export function totalPhotosOf(slots: DraftSlot[]): number {
  return slots.reduce((sum, slot) => sum + photosOf(slot).max, 0);
}

/** What is set where few people look: "2 to 4 photos, hint, guide". */
export function moreText(slot: DraftSlot): string {
  const { min, max } = photosOf(slot);
  const parts = [
    (min !== 1 || max !== 1) && (min === max ? `${max} photos` : `${min} to ${max} photos`),
    slot.hint.trim() !== '' && 'hint',
    (slot.guide !== null || slot.guide_image_id !== null) && 'guide',
    slot.example_image_id !== null && 'example',
  ];
  return parts.filter((part) => part !== false).join(', ');
}

/** What the server would refuse, by the names of its fields. `maxPhotos`: undefined while the plan is not known. */
export function slotProblems(slots: DraftSlot[], maxPhotos: number | undefined): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const [index, slot] of slots.entries()) {
    const { min, max } = photosOf(slot);
    if (max < min) problems[`photo_slots.${index}.max_photos`] = 'Can’t be less than the minimum.';
  }
  const total = totalPhotosOf(slots);
  if (maxPhotos !== undefined && total > maxPhotos)
    problems.photo_slots = `Your plan allows ${maxPhotos} photos per request. This list takes up to ${total}.`;
  return problems;
}

/** Refuses what the server would refuse, in the same way. */
export function requireValidSlots(slots: DraftSlot[], maxPhotos: number | undefined): void {
  const problems = Object.entries(slotProblems(slots, maxPhotos));
  if (problems.length === 0) return;
  throw new ApiError({
    status: 422,
    code: 'validation_error',
    message: 'Check the photo list.',
    details: Object.fromEntries(problems.map(([field, message]) => [field, [message]])),
  });
}

/** As the server takes them; what is as usual is left out. */
export function slotsToSend(slots: DraftSlot[]) {
  return slots.map((slot) => {
    const { min, max } = photosOf(slot);
    const hint = slot.hint.trim();
    return {
      instructions: slot.instructions.trim(),
      is_required: slot.is_required,
      ...(hint !== '' && { hint }),
      ...(min !== 1 && { min_photos: min }),
      ...(max !== min && { max_photos: max }),
      ...(slot.guide !== null && { guide: slot.guide }),
      ...(slot.guide_image_id !== null && { guide_image_id: slot.guide_image_id }),
      ...(slot.example_image_id !== null && { example_image_id: slot.example_image_id }),
    };
  });
}
