import type { PhotoSlot } from '../photo-requests/photo-slots.ts';
import type { PhotoRequestRow, PhotoRow } from '../platform/db/tables.ts';
import { zoneTime } from '../workspaces/time-zone.ts';
import { createEmbeddedFonts, type EmbeddedFont } from './embedded-fonts.ts';
import type { PrepareFaces } from './font-faces.ts';
import type { MakeSubset } from './font-subset.ts';
import { CONTENT_HEIGHT, CONTENT_WIDTH, createPages, type PdfPage } from './pdf-pages.ts';
import { cleaned } from './printable-text.ts';
import { isolated } from './text-runs.ts';
import { createTypesetting } from './typesetting.ts';

/** What a report is about. */
export interface ReportSubject {
  workspaceName: string;
  timeZone: string;
  request: PhotoRequestRow;
  photos: PhotoRow[];
  /** When the report is made. */
  now: number;
}

/** Of the page's height: two photos in landscape fit on one page. */
const LARGEST_IMAGE = { width: CONTENT_WIDTH, height: CONTENT_HEIGHT * 0.36 };
/** What stands below a photo, and the space around it. */
const CAPTION_HEIGHT = 80;
const TITLE = { weight: 'bold', size: 11 } as const;

const HINTS = { blurred: 'blurred', dark: 'dark', overexposed: 'overexposed' } as const;

type Pages = ReturnType<typeof createPages>;

/** What a report looks like, before the first photo is read: where they go is known from their rows. */
export interface ReportLayout {
  pages: PdfPage[];
  fonts: EmbeddedFont[];
}

export type LayOutReport = (subject: ReportSubject) => Promise<ReportLayout>;

const NOTE =
  'What stands in square brackets, such as [U+1F6AA], is a character that cannot be printed in this document. The web application shows it.';
/** In our own words there is nothing else. */
const OWN_CHARACTERS = `${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))}·±`;

export function createReportLayout(deps: {
  prepareFaces: PrepareFaces;
  makeSubset: MakeSubset;
}): LayOutReport {
  return async (subject) => {
    const { request, photos, timeZone } = subject;
    const slots: PhotoSlot[] = JSON.parse(request.photo_slots);
    const written = [
      subject.workspaceName,
      request.instructions,
      ...factsOf(subject).flat(),
      ...slots.map(({ instructions }) => instructions),
    ];
    const faceOf = await deps.prepareFaces(cleaned([OWN_CHARACTERS, ...written].join('\n')));
    const fonts = createEmbeddedFonts();
    const pages = createPages({ setLines: createTypesetting(faceOf), fonts });
    addHead(pages, subject);
    for (const [index, photo] of photos.entries()) addPhoto(pages, photo, { index, slots, timeZone });
    if (pages.isAnyReplaced()) {
      pages.space(12);
      pages.text(NOTE, { size: 8, gray: 0.4 });
    }
    pages.footers(`${request.id} · report made ${zoneTime(subject.now, timeZone)}`);
    return { pages: pages.pages, fonts: fonts.finish(deps.makeSubset) };
  };
}

function addHead(pages: Pages, subject: ReportSubject): void {
  pages.text(subject.workspaceName, { weight: 'bold', size: 20 });
  pages.text('Photo report', { size: 12, gray: 0.4 });
  pages.space(14);
  pages.text(subject.request.instructions, { size: 11 });
  pages.space(10);
  for (const [name, value] of factsOf(subject)) {
    pages.text(`${isolated(name)}: ${isolated(value)}`, { size: 9 });
  }
  pages.space(10);
}

function factsOf({ timeZone, request, photos }: ReportSubject): [string, string][] {
  const time = (at: number | null) => (at === null ? null : zoneTime(at, timeZone));
  const facts: [string, string | null][] = [
    ['Code', request.unique_code],
    ['Your reference', request.external_id],
    ['Recipient', request.recipient_email],
    ['Created', time(request.created_at)],
    ['First opened', time(request.first_viewed_at)],
    ['Submitted', time(request.submitted_at)],
    ['Photos', String(photos.length)],
    ...Object.entries(JSON.parse(request.metadata) as Record<string, string>),
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

function addPhoto(
  pages: Pages,
  photo: PhotoRow,
  { index, slots, timeZone }: { index: number; slots: PhotoSlot[]; timeZone: string },
): void {
  const size = fitted(photo);
  const title = pages.block(`${index + 1}. ${slots[photo.slot_index]?.instructions ?? 'Photo'}`, TITLE);
  pages.keepTogether(size.height + CAPTION_HEIGHT + title.height);
  pages.rule();
  pages.space(8);
  pages.put(title);
  pages.space(6);
  pages.image(index, size);
  pages.space(4);
  pages.text(
    `Taken ${zoneTime(photo.captured_at, timeZone)}, received ${zoneTime(photo.received_at, timeZone)}`,
    {
      size: 9,
    },
  );
  pages.text(placeOf(photo), { size: 9 });
  const quality = photo.hint === null ? '' : `, the device warned: ${HINTS[photo.hint]}`;
  pages.text(`${photo.width} x ${photo.height} pixels, ${photo.bytes} bytes${quality}`, { size: 9 });
  pages.code(`SHA-256 ${photo.sha256}`, 8);
  pages.space(12);
}

function fitted({ width, height }: PhotoRow): { width: number; height: number } {
  const scale = Math.min(LARGEST_IMAGE.width / width, LARGEST_IMAGE.height / height);
  return { width: width * scale, height: height * scale };
}

function placeOf({ latitude, longitude, accuracy }: PhotoRow): string {
  if (latitude === null || longitude === null) return 'Place: unknown';
  const within = accuracy === null ? '' : ` (± ${Math.round(accuracy)} m)`;
  return `Place: ${latitude.toFixed(6)}, ${longitude.toFixed(6)}${within}`;
}
