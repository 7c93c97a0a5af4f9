import { type Rounds, roundsOf } from '../photos/rounds.ts';
import { downloadName, slotWords } from '../photos/zip-names.ts';
import type {
  ArchiveCopyKind,
  ArchivedPhotos,
  ArchiveRow,
  PhotoRequestRow,
  PhotoRow,
} from '../platform/db/tables.ts';
import { wallClock } from '../platform/time-zone.ts';
import { type ArchiveValues, documentName, photoName, withSuffix } from '../shared/archive-pattern.ts';

/** A file of a request with the name that the pattern gives it. */
export interface NamedFile {
  kind: ArchiveCopyKind;
  photoId: string | null;
  name: string;
}

const REPORT_FILE = 'report.pdf';
const REQUEST_FILE = 'request.json';

type NamingArchive = Pick<ArchiveRow, 'pattern' | 'photos' | 'with_report' | 'with_request'>;

/** Every file that the archive wants of a submitted request, in the order in which they are copied. */
export function filesOf(
  archive: NamingArchive,
  of: { request: PhotoRequestRow; photos: PhotoRow[]; timeZone: string },
): NamedFile[] {
  const { request, photos, timeZone } = of;
  const rounds = roundsOf(request);
  const shared = requestValues(request, timeZone);
  const numbers = numbersInSlots(photos, rounds);
  const files: NamedFile[] = rounds.standing(photos).flatMap((photo) => {
    const slot = rounds.slotIndexOf(photo) + 1;
    const values: ArchiveValues = {
      ...shared,
      slot: two(slot),
      slot_name: slotWords(rounds.slotOf(photo)?.instructions ?? ''),
      n: String(numbers.get(photo.id) ?? 1),
      photo_id: photo.id,
    };
    const name = photoName(archive.pattern, values);
    return kindsOf(archive.photos).map((kind) => ({
      kind,
      photoId: photo.id,
      name: kind === 'sealed' && archive.photos === 'both' ? withSuffix(name, '-sealed') : name,
    }));
  });
  const values = { ...shared, slot: '', slot_name: '', n: '', photo_id: '' };
  const document = (kind: ArchiveCopyKind, file: string) =>
    files.push({ kind, photoId: null, name: documentName(archive.pattern, values, file) });
  if (archive.with_report === 1) document('report', REPORT_FILE);
  if (archive.with_request === 1) document('request', REQUEST_FILE);
  return files;
}

function kindsOf(photos: ArchivedPhotos): ArchiveCopyKind[] {
  if (photos === 'both') return ['original', 'sealed'];
  if (photos === 'none') return [];
  return [photos === 'sealed' ? 'sealed' : 'original'];
}

function requestValues(request: PhotoRequestRow, timeZone: string) {
  const { year, month, day } = wallClock(request.submitted_at ?? request.created_at, timeZone);
  const [yyyy, mm, dd] = [String(year).padStart(4, '0'), two(month), two(day)];
  return {
    date: `${yyyy}-${mm}-${dd}`,
    year: yyyy,
    month: mm,
    day: dd,
    // Percent and hash are fine in a file, and not in every address of one.
    external_id: downloadName(request).replace(/[%#]/g, '-').normalize('NFC'),
    code: request.unique_code,
    id: request.id,
  };
}

/** Which one of its slot each photo is, those of earlier rounds before: the name of a retaken photo is never given again. */
function numbersInSlots(photos: PhotoRow[], rounds: Rounds): Map<string, number> {
  const counts = new Map<number, number>();
  const ordered = photos.toSorted((a, b) => a.slot_index - b.slot_index);
  return new Map(
    ordered.map((photo) => {
      const slot = rounds.slotIndexOf(photo);
      const number = (counts.get(slot) ?? 0) + 1;
      counts.set(slot, number);
      return [photo.id, number];
    }),
  );
}

/** The name itself, or one that no one has. */
export function freeName(wanted: string, isTaken: (name: string) => boolean, code: string): string {
  if (!isTaken(wanted)) return wanted;
  const ofRequest = withSuffix(wanted, `-${code}`);
  let name = ofRequest;
  for (let number = 2; isTaken(name); number++) name = withSuffix(ofRequest, `-${number}`);
  return name;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
