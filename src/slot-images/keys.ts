import type { SlotImageRow } from '../platform/db/tables.ts';

const FILE = /^img_[0-9a-hjkmnp-tv-z]{28}\.(?:jpg|png)$/;

/** Where its file lies in the storage, and below the service's address. */
export function slotImageKey({ id, purpose }: Pick<SlotImageRow, 'id' | 'purpose'>): string {
  return `slot-images/${id}.${purpose === 'guide' ? 'png' : 'jpg'}`;
}

/** The same for the last part of an address; undefined for what is none of ours. */
export function slotImageKeyOf(file: string): string | undefined {
  return FILE.test(file) ? `slot-images/${file}` : undefined;
}
