import { type Finding, findingsOf } from '../photos/evidence/finding.ts';
import { type Rounds, roundOf, roundsOf } from '../photos/rounds.ts';
import type { PhotoRow } from '../platform/db/tables.ts';
import { zoneTime } from '../platform/time-zone.ts';
import { createEmbeddedFonts, type EmbeddedFont } from './embedded-fonts.ts';
import type { PrepareFaces } from './font-faces.ts';
import type { MakeSubset } from './font-subset.ts';
import { CONTENT_HEIGHT, CONTENT_WIDTH, createPages, type PdfPage } from './pdf-pages.ts';
import { cleaned } from './printable-text.ts';
import { addAnswers, printedAnswers } from './report-answers.ts';
import { logoNumber, type ReportSubject } from './report-subject.ts';
import { isolated } from './text-runs.ts';
import { createTypesetting } from './typesetting.ts';

/** Two photos fit on one page with what is said of them, unless that is so long that they would get too small to see anything. */
const PHOTO_HEIGHT = CONTENT_HEIGHT / 2;
const [MIN_IMAGE_HEIGHT, MAX_IMAGE_HEIGHT] = [0.25, 0.36].map((share) => share * CONTENT_HEIGHT) as [
  number,
  number,
];
/** What stands below a photo, and the space around it. */
const CAPTION_HEIGHT = 80;
/** In points. */
const MAX_LOGO_SIZE = { width: 180, height: 44 };
const TITLE = { weight: 'bold', size: 11 } as const;

const VERDICT_NAMES = {
  approved: 'Approved',
  changes_requested: 'Changes requested',
  rejected: 'Rejected',
} as const;

const HINTS = { blurred: 'blurred', dark: 'dark', overexposed: 'overexposed' } as const;

type Pages = ReturnType<typeof createPages>;

/** What a report looks like, before the first photo is read: where they go is known from their rows. */
export interface ReportLayout {
  pages: PdfPage[];
  fonts: EmbeddedFont[];
}

export type LayOutReport = (subject: ReportSubject) => Promise<ReportLayout>;

const NOTE =
  'Codes in square brackets, such as [U+1F6AA], stand for characters that cannot be printed in this document. The web application shows them.';
/** In our own words there is nothing else. */
const OWN_CHARACTERS = `${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))}·±`;

export function createReportLayout(deps: {
  prepareFaces: PrepareFaces;
  makeSubset: MakeSubset;
}): LayOutReport {
  return async (subject) => {
    const { request, photos, timeZone } = subject;
    const rounds = roundsOf(request);
    const answers = printedAnswers(request);
    const written = [
      subject.workspaceName,
      request.instructions,
      ...factsOf(subject).flat(),
      ...rounds.slots.map(({ instructions }) => instructions),
      ...answers.flatMap(({ label, text }) => [label, text ?? '']),
    ];
    const faceOf = await deps.prepareFaces(cleaned([OWN_CHARACTERS, ...written].join('\n')));
    const fonts = createEmbeddedFonts();
    const pages = createPages({ setLines: createTypesetting(faceOf), fonts });
    addHead(pages, subject);
    addAnswers(pages, answers);
    const titleOf = (slot: number) => `${slot + 1}. ${rounds.slots[slot]?.instructions ?? 'Photo'}`;
    for (const { photo, slot } of askedAndSent(photos, rounds)) {
      if (photo === null) addMissing(pages, titleOf(slot));
      else addPhoto(pages, photos[photo] as PhotoRow, { title: titleOf(slot), number: photo, timeZone });
    }
    for (const [number, photo] of photos.entries()) {
      if (!rounds.isSuperseded(photo)) continue;
      const title = `${titleOf(rounds.slotIndexOf(photo))} (round ${roundOf(photo)}, taken again since)`;
      addPhoto(pages, photo, { title, number, timeZone });
    }
    if (pages.isAnyReplaced()) {
      pages.space(12);
      pages.text(NOTE, { size: 8, gray: 0.4 });
    }
    pages.footers(`${request.id} · report created ${zoneTime(subject.now, timeZone)}`);
    return { pages: pages.pages, fonts: fonts.finish(deps.makeSubset) };
  };
}

/** Every photo that was asked for, with the index of the one that was sent for it; or all that were sent, in order. */
function askedAndSent(photos: PhotoRow[], rounds: Rounds): { slot: number; photo: number | null }[] {
  const sent = photos.flatMap((photo, index) =>
    rounds.isSuperseded(photo) ? [] : [{ slot: rounds.slotIndexOf(photo), photo: index }],
  );
  if (rounds.slots.length === 0) return sent.map(({ photo }, index) => ({ slot: index, photo }));
  return rounds.slots.flatMap((_, slot): { slot: number; photo: number | null }[] => {
    const ofSlot = sent.filter((each) => each.slot === slot);
    return ofSlot.length === 0 ? [{ slot, photo: null }] : ofSlot;
  });
}

function addHead(pages: Pages, subject: ReportSubject): void {
  if (subject.logo !== null) {
    pages.image(logoNumber(subject), fitted(subject.logo, MAX_LOGO_SIZE));
    pages.space(10);
  }
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
  const rounds = roundsOf(request);
  const time = (at: number | null) => (at === null ? null : zoneTime(at, timeZone));
  const facts: [string, string | null][] = [
    ['Code', request.unique_code],
    ['Your reference', request.external_id],
    ['Recipient', request.recipient_email],
    ['Created', time(request.created_at)],
    ['First opened', time(request.first_viewed_at)],
    ['Submitted', time(request.submitted_at)],
    ['Photos', String(rounds.standing(photos).length)],
    ...rounds.decisions.map(({ verdict, at, by }): [string, string] => [
      VERDICT_NAMES[verdict],
      [time(at), by === null ? '' : `by ${by}`].filter(Boolean).join(' '),
    ]),
    ...Object.entries(JSON.parse(request.metadata) as Record<string, string>),
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

function addPhoto(
  pages: Pages,
  photo: PhotoRow,
  { title: text, number, timeZone }: { title: string; number: number; timeZone: string },
): void {
  const title = pages.block(text, TITLE);
  const evidence = evidenceLines(photo).map((line) => pages.block(line, { size: 9 }));
  const evidenceHeight = evidence.reduce((sum, { height }) => sum + height, 0);
  const captions = CAPTION_HEIGHT + title.height + evidenceHeight;
  const height = Math.min(MAX_IMAGE_HEIGHT, Math.max(MIN_IMAGE_HEIGHT, PHOTO_HEIGHT - captions));
  const size = fitted(photo, { width: CONTENT_WIDTH, height });
  pages.keepTogether(size.height + captions);
  pages.rule();
  pages.space(8);
  pages.put(title);
  pages.space(6);
  pages.image(number, size);
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
  for (const line of evidence) pages.put(line);
  pages.code(`SHA-256 ${photo.sha256}`, 8);
  pages.space(12);
}

/** How many checks passed, and each warning in words. */
function evidenceLines(photo: PhotoRow): string[] {
  const findings = findingsOf(photo);
  if (findings.length === 0) return [];
  const count = (result: Finding['result']) => findings.filter((each) => each.result === result).length;
  return [
    `Checks: ${count('pass')} passed, ${count('warn')} with a warning, ${count('unknown')} not possible`,
    ...findings.filter(({ result }) => result === 'warn').map(({ message }) => `Warning: ${message}`),
  ];
}

function addMissing(pages: Pages, text: string): void {
  const title = pages.block(text, TITLE);
  pages.keepTogether(title.height + CAPTION_HEIGHT);
  pages.rule();
  pages.space(8);
  pages.put(title);
  pages.space(2);
  pages.text('Not provided', { size: 9, gray: 0.4 });
  pages.space(12);
}

interface Size {
  width: number;
  height: number;
}

function fitted({ width, height }: Size, largest: Size): Size {
  const scale = Math.min(largest.width / width, largest.height / height);
  return { width: width * scale, height: height * scale };
}

function placeOf({ latitude, longitude, accuracy }: PhotoRow): string {
  if (latitude === null || longitude === null) return 'Location: unknown';
  const within = accuracy === null ? '' : ` (± ${Math.round(accuracy)} m)`;
  return `Location: ${latitude.toFixed(6)}, ${longitude.toFixed(6)}${within}`;
}
