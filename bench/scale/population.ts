import { randomInt } from 'node:crypto';
import { NOT_SEALED } from '../../src/photos/sealed-photo.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type {
  EventRow,
  Owner,
  PhotoRequestRow,
  PhotoRow,
  SimilarityKeyRow,
} from '../../src/platform/db/tables.ts';
import { createIds } from '../../src/platform/ids.ts';
import { pooledRandom } from '../../src/platform/random.ts';
import { CODE_ALPHABET, CODE_LENGTH } from '../../src/shared/short-code.ts';
import { codeOf, NEW_REQUEST } from '../api/sample-rows.ts';

/** Rows that belong together. */
export interface Rows {
  requests: PhotoRequestRow[];
  photos: PhotoRow[];
  events: EventRow[];
  /** Only where pictures are looked for. */
  similarityKeys?: SimilarityKeyRow[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** However many there are, they were made in the course of a year. */
const YEAR_MS = 365 * DAY_MS;
const LIFETIME_MS = 30 * DAY_MS;
/** The service forgets them after thirty. */
const EVENTS_KEPT_MS = 29 * DAY_MS;
const PHOTOS_EACH = 4;
/** Shares no factor with the number of codes: its multiples run through all of them before one comes again. */
const CODE_STEP = 7_777_777;
const ALL_CODES = CODE_ALPHABET.length ** CODE_LENGTH;
/** Where the codes of further requests begin: no population is as large. */
const FURTHER_CODES = 2 ** 29;
const TOKEN_LENGTH = 26;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const EVENT_BODY = JSON.stringify({ event: 'photo_request.submitted', data: { filler: 'x'.repeat(800) } });

type Status = PhotoRequestRow['status'];
/** Each page of twenty has the same mix, so that two pages cost the same: ten of them with four photos each. */
const YOUNG: Status[] = mixOf(['pending', 8], ['in_progress', 1], ['canceled', 1]);
const OLD: Status[] = mixOf(['expired', 8], ['canceled', 2]);

const random = pooledRandom();
const ids = createIds(systemClock, random);

/** The requests of a year, oldest first, in batches: half of them in the first workspace, the rest dealt out. */
export function* population(owners: Owner[], count: number, now: number, batch = 5_000): Generator<Rows> {
  const [big, ...others] = owners as [Owner, ...Owner[]];
  let rows: Rows = { requests: [], photos: [], events: [] };
  for (let number = 0; number < count; number++) {
    const half = number >> 1;
    const owner = number % 2 === 0 ? big : (others[half % others.length] as Owner);
    const ordinal = number % 2 === 0 ? half : Math.floor(half / others.length);
    const createdAt = now - YEAR_MS + Math.floor(((number + 1) * (YEAR_MS - 2 * HOUR_MS)) / count);
    const mix = now - createdAt < LIFETIME_MS - HOUR_MS ? YOUNG : OLD;
    addRequest(rows, {
      owner,
      number,
      createdAt,
      status: mix[ordinal % mix.length] as Status,
      keepsEvent: now - createdAt < EVENTS_KEPT_MS,
    });
    if (rows.requests.length === batch || number === count - 1) {
      yield rows;
      rows = { requests: [], photos: [], events: [] };
    }
  }
}

/** A submitted request of today, with as many photos as it may have. */
export function submitted(owner: Owner, photos: number, now: number): Rows {
  const request = requestRow(owner, {
    createdAt: now - 2 * HOUR_MS,
    status: 'submitted',
    code: nextFurtherCode(),
    externalId: null,
    email: null,
  });
  const rows = Array.from({ length: photos }, (_, slot) => photoRow(request, slot, now - HOUR_MS));
  return { requests: [request], photos: rows, events: [] };
}

/** Requests whose time is over, though no one has written it down yet; each second one has a photo. */
export function overdue(owner: Owner, count: number, now: number): Rows {
  const rows: Rows = { requests: [], photos: [], events: [] };
  for (let number = 0; number < count; number++) {
    const row = requestRow(owner, {
      createdAt: now - HOUR_MS,
      status: number % 2 === 0 ? 'pending' : 'in_progress',
      code: nextFurtherCode(),
      externalId: null,
      email: null,
    });
    rows.requests.push({ ...row, expires_at: now - 1_000 - number });
    if (row.status === 'in_progress') rows.photos.push(photoRow(row, 0, now - HOUR_MS));
  }
  return rows;
}

let furtherNumber = FURTHER_CODES + randomInt(FURTHER_CODES);

/** Drawn at random they would soon meet: a run makes tens of thousands of them. */
function nextFurtherCode(): string {
  furtherNumber += 1;
  return numberedCode(furtherNumber);
}

function numberedCode(number: number): string {
  return codeOf((number * CODE_STEP) % ALL_CODES);
}

function addRequest(
  rows: Rows,
  of: { owner: Owner; number: number; createdAt: number; status: Status; keepsEvent: boolean },
): void {
  const { owner, number, createdAt, status, keepsEvent } = of;
  const row = requestRow(owner, {
    createdAt,
    status,
    code: numberedCode(number),
    externalId: `claim-${number}`,
    email: number % 4 === 0 ? `customer-${number}@example.com` : null,
  });
  rows.requests.push(row);
  if (row.submitted_at === null) return;
  for (let slot = 0; slot < PHOTOS_EACH; slot++) rows.photos.push(photoRow(row, slot, row.submitted_at));
  if (!keepsEvent) return;
  rows.events.push({
    id: ids.next('event', row.submitted_at),
    workspace_id: row.workspace_id,
    environment: row.environment,
    type: 'photo_request.submitted',
    subject_id: row.id,
    body: EVENT_BODY,
    created_at: row.submitted_at,
    call_id: null,
  });
}

/** One that no one has done anything with beyond its status. */
export function requestRow(
  { workspaceId, environment }: Owner,
  of: { createdAt: number; status: Status; code: string; externalId: string | null; email: string | null },
): PhotoRequestRow {
  const { createdAt, status } = of;
  const isSeen = status === 'submitted' || status === 'in_progress';
  return {
    id: ids.next('photoRequest', createdAt),
    workspace_id: workspaceId,
    environment,
    type: 'one_time',
    status,
    instructions: NEW_REQUEST.instructions,
    photo_slots: '[]',
    token: randomText(TOKEN_LENGTH),
    unique_code: of.code,
    permanent_link_id: null,
    external_id: of.externalId,
    metadata: JSON.stringify(NEW_REQUEST.metadata),
    locale: 'en',
    recipient_email: of.email,
    email_status: null,
    expires_at: createdAt + LIFETIME_MS,
    first_viewed_at: isSeen ? createdAt + HOUR_MS / 2 : null,
    submitted_at: status === 'submitted' ? createdAt + HOUR_MS : null,
    held_at: null,
    created_at: createdAt,
    unsent_photos: 0,
    expected_location: null,
    refusals: null,
    reviews: null,
    requires_review: 0,
    viewed_round: isSeen ? 1 : 0,
    questions: null,
    answers: null,
    template_id: null,
    translations: null,
    evidence_policy: null,
    reminders: null,
    recipient_phone: null,
    phone_channel: null,
    sms_status: null,
    return_urls: null,
  };
}

export function photoRow(request: PhotoRequestRow, slot: number, receivedAt: number): PhotoRow {
  return {
    id: ids.next('photo', receivedAt),
    workspace_id: request.workspace_id,
    environment: request.environment,
    request_id: request.id,
    slot_index: slot,
    client_id: randomText(22),
    session_hash: randomHex(32),
    device: null,
    sha256: randomHex(32),
    bytes: 2_000_000,
    width: 3840,
    height: 2160,
    captured_at: receivedAt - 60_000,
    latitude: 52.52,
    longitude: 13.4,
    accuracy: 8,
    hint: null,
    received_at: receivedAt,
    checked_at: receivedAt,
    hash: null,
    traits: null,
    evidence: null,
    ...NOT_SEALED,
  };
}

/** Scattered over its index, as the real ones are. */
function randomText(length: number): string {
  let text = '';
  for (const byte of random(length)) text += ALPHABET[byte & 31];
  return text;
}

function randomHex(bytes: number): string {
  return Buffer.from(random(bytes)).toString('hex');
}

/** Every second one is submitted; the rest in these numbers. */
function mixOf(...others: [Status, number][]): Status[] {
  return others
    .flatMap(([status, count]) => Array<Status>(count).fill(status))
    .flatMap((status) => ['submitted', status]);
}
