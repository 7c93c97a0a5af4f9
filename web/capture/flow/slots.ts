import type { Photo, State } from './state.ts';

type Plan = Pick<State, 'slots' | 'maxPhotos' | 'photos' | 'skipped'>;

export function photoIn(state: Plan, slot: number): Photo | undefined {
  return state.photos.find((photo) => photo.slot === slot);
}

/** The slots that the page shows: all named ones, or as many free ones as are filled. */
export function shownSlots(state: Plan): number[] {
  if (state.slots.length > 0) return state.slots.map((_, slot) => slot);
  return state.photos.map((photo) => photo.slot).sort((a, b) => a - b);
}

/** The next free place after `slot`, or before it; null when every place is filled or was passed over. */
export function nextOpenSlot(state: Plan, slot: number): number | null {
  const open = openSlots(state).filter((index) => !state.skipped.includes(index));
  return open.find((index) => index > slot) ?? open[0] ?? null;
}

/** Required slots without a photo, and the rest of a set that was begun; where none is required, one photo at least. */
export function missingSlots(state: Plan): number[] {
  const required = openSlots(state).filter((slot) => isNeeded(state, slot));
  return required.length === 0 && state.photos.length === 0 ? openSlots(state).slice(0, 1) : required;
}

/** As many of a set are needed as it still lacks, the first ones. */
export function isNeeded(state: Plan, slot: number): boolean {
  const { is_required, set } = state.slots[slot] ?? {};
  if (set === undefined) return is_required === true;
  const places = state.slots.flatMap((other, index) => (other.set?.of === set.of ? index : []));
  const open = places.filter((index) => !photoIn(state, index));
  const taken = places.length - open.length;
  return taken > 0 && open.slice(0, Math.max(set.min - taken, 0)).includes(slot);
}

export function canAdd(state: Plan): boolean {
  return state.slots.length === 0 && state.photos.length < state.maxPhotos;
}

export function openSlots(state: Plan): number[] {
  return Array.from({ length: state.maxPhotos }, (_, slot) => slot).filter((slot) => !photoIn(state, slot));
}

/** "Photo 2 of 4"; free photos are counted as they come. */
export function photoNumber(state: Plan, slot: number): number {
  if (state.slots.length > 0) return slot + 1;
  return state.photos.filter((photo) => photo.slot < slot).length + 1;
}
