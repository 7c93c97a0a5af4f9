import type { Place } from '../photos/rounds.ts';
import type { PageSlot } from './pages/page-data.ts';
import type { CaptureTarget } from './targets.ts';

/** What the page asks for, photo by photo; none where the customer chooses. */
export function pageSlotsOf({ places, isFree }: Pick<CaptureTarget, 'places' | 'isFree'>): PageSlot[] {
  if (isFree) return [];
  return places.map((place, index) => ({
    instructions: titleOf(place, index, places),
    is_required: place.isRequired,
    ...(place.slot?.hint != null && { hint: place.slot.hint }),
    ...(place.asked !== null && { again: { reason: place.asked.reason, message: place.asked.message } }),
  }));
}

/** Several photos of one slot are numbered; empty where nothing is said about it. */
function titleOf({ slot, slotIndex }: Place, index: number, places: Place[]): string {
  if (slot === null) return '';
  if (slot.max_photos === 1) return slot.instructions;
  const nth = index - places.findIndex((place) => place.slotIndex === slotIndex) + 1;
  return `${slot.instructions} (${nth}/${slot.max_photos})`;
}
