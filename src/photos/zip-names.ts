import type { PhotoRow } from '../platform/db/tables.ts';
import { type Rounds, roundOf } from './rounds.ts';

const MAX_WORDS_LENGTH = 40;
const MAX_REFERENCE_LENGTH = 80;
/** What a file system or a shell takes for something else. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu;

/**
 * `01-the-whole-car.jpg`: in the order of the slots, and safe on every file system. Further photos of a slot are numbered;
 * those that were taken again lie in a folder for each round.
 */
export function photoFileNames(
  photos: readonly Pick<PhotoRow, 'id' | 'slot_index'>[],
  rounds: Pick<Rounds, 'slotIndexOf' | 'slotOf' | 'isSuperseded'>,
): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Map<string, number>();
  for (const photo of photos) {
    const folder = rounds.isSuperseded(photo) ? `superseded/round-${roundOf(photo)}/` : '';
    const number = String(rounds.slotIndexOf(photo) + 1).padStart(2, '0');
    const name = `${folder}${number}-${slotWords(rounds.slotOf(photo)?.instructions ?? '')}`;
    const nth = (taken.get(name) ?? 0) + 1;
    taken.set(name, nth);
    names.set(photo.id, `${name}${nth === 1 ? '' : `-${nth}`}.jpg`);
  }
  return names;
}

/** The first words of a slot's instructions, as a file is named. */
export function slotWords(instructions: string): string {
  const words = fileWords(instructions);
  return words === '' ? 'photo' : words;
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

/** What the files of a request are called by: the reference that the business gave it, or its code. */
export function downloadName({
  external_id,
  unique_code,
}: {
  external_id: string | null;
  unique_code: string;
}): string {
  const safe = [...(external_id ?? '').toWellFormed().replace(UNSAFE, '-')]
    .slice(0, MAX_REFERENCE_LENGTH)
    .join('');
  // A leading dot hides a file, and Windows drops trailing dots and spaces.
  const name = safe.replace(/^[\s.-]+|[\s.-]+$/g, '');
  return name === '' ? unique_code : name;
}
