import type { SlotImageRow } from '../platform/db/tables.ts';

/** Where its file lies in the storage, and below the service's address. */
export function slotImageKey({ id, purpose }: Pick<SlotImageRow, 'id' | 'purpose'>): string {
  return `slot-images/${id}.${purpose === 'guide' ? 'png' : 'jpg'}`;
}
