import type { PhotoSlot } from '../photo-requests/photo-slots.ts';

const MAX_WORDS_LENGTH = 40;

/** `01-the-whole-car.jpg`: in the order of the slots, and safe on every file system. */
export function photoFileName(slotIndex: number, slots: readonly PhotoSlot[]): string {
  const number = String(slotIndex + 1).padStart(2, '0');
  const words = fileWords(slots[slotIndex]?.instructions ?? '');
  return `${number}-${words === '' ? 'photo' : words}.jpg`;
}

/** Accents are dropped where a plain letter is left; other scripts stay as they are. */
function fileWords(text: string): string {
  const plain = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-');
  return [...plain]
    .slice(0, MAX_WORDS_LENGTH)
    .join('')
    .replace(/^-+|-+$/g, '');
}
