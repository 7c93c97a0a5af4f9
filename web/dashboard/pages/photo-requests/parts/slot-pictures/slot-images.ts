import type { SlotImage } from '../../../../../../src/slot-images/schema.ts';

export type Purpose = SlotImage['purpose'];

/** Where the picture is, on this server. */
export function slotImageAddress(id: string, purpose: Purpose): string {
  return `/slot-images/${id}.${purpose === 'guide' ? 'png' : 'jpg'}`;
}
