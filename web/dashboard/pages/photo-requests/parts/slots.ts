/** A slot while it is edited; the key stays with it wherever it moves. */
export interface DraftSlot {
  key: number;
  instructions: string;
  is_required: boolean;
}

let lastKey = 0;

export function draftSlot(instructions = '', is_required = true): DraftSlot {
  lastKey += 1;
  return { key: lastKey, instructions, is_required };
}

export function draftSlots(slots: { instructions: string; is_required: boolean }[]): DraftSlot[] {
  return slots.map((slot) => draftSlot(slot.instructions, slot.is_required));
}

export function moveSlot(slots: DraftSlot[], from: number, to: number): DraftSlot[] {
  const slot = slots[from];
  if (slot === undefined || to < 0 || to >= slots.length || from === to) return slots;
  const others = slots.filter((other) => other !== slot);
  return [...others.slice(0, to), slot, ...others.slice(to)];
}

/** Where a row that is dragged to `y` belongs, given the vertical middles of all rows in their present order. */
export function placeAt(y: number, middles: number[], from: number): number {
  const above = middles.filter((middle, index) => index !== from && middle < y).length;
  return Math.min(above, middles.length - 1);
}

export function slotsToSend(slots: DraftSlot[]): { instructions: string; is_required: boolean }[] {
  return slots.map(({ instructions, is_required }) => ({ instructions: instructions.trim(), is_required }));
}
