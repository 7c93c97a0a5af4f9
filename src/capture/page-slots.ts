import type { PhotoSlot } from '../photos/photo-slots.ts';
import type { Place } from '../photos/rounds.ts';
import type { SlotImagePurpose } from '../platform/db/tables.ts';
import { slotImageKey } from '../slot-images/keys.ts';
import { type Translation, translatedSlot } from '../templates/translations.ts';
import type { PageSlot } from './pages/page-data.ts';
import type { CaptureTarget } from './targets.ts';

/** What the page asks for, photo by photo, in the customer's language; none where the customer chooses. */
export function pageSlotsOf(
  { places, isFree }: Pick<CaptureTarget, 'places' | 'isFree'>,
  texts: Translation | undefined,
): PageSlot[] {
  if (isFree) return [];
  return places.map((place, index) => {
    const slot = place.slot === null ? null : translatedSlot(place.slot, place.slotIndex, texts);
    return {
      instructions: slot === null ? '' : titleOf(slot.instructions, place, index, places),
      is_required: place.isRequired,
      ...setOf(place),
      ...(slot !== null && helpOf(slot)),
      ...(place.asked !== null && { again: { reason: place.asked.reason, message: place.asked.message } }),
    };
  });
}

function setOf({ slot, slotIndex, asked }: Place): Pick<PageSlot, 'set'> {
  if (slot === null || slot.is_required || asked !== null || slot.min_photos === 1) return {};
  return { set: { of: slotIndex, min: slot.min_photos } };
}

/** What is shown beside the camera and over it. */
function helpOf({ hint, guide, guide_image_id, example_image_id }: PhotoSlot): Partial<PageSlot> {
  const image = (id: string, purpose: SlotImagePurpose) => `/${slotImageKey({ id, purpose })}`;
  const help = {
    ...(guide !== null && { guide }),
    ...(guide_image_id !== null && { guide: image(guide_image_id, 'guide') }),
    ...(example_image_id !== null && { example: image(example_image_id, 'example') }),
  };
  return { ...(hint !== null && { hint }), ...(Object.keys(help).length > 0 && { help }) };
}

/** Several photos of one slot are numbered. */
function titleOf(instructions: string, { slot, slotIndex }: Place, index: number, places: Place[]): string {
  if (slot === null || slot.max_photos === 1) return instructions;
  const nth = index - places.findIndex((place) => place.slotIndex === slotIndex) + 1;
  return `${instructions} (${nth}/${slot.max_photos})`;
}
