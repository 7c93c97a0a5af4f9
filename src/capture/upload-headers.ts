import type { IncomingHttpHeaders } from 'node:http';
import type { PhotoHint } from '../platform/db/tables.ts';
import { invalidParameter, ServiceError } from '../platform/errors.ts';
import type { Location, SentTicket, Upload } from './uploads.ts';

const SLOT = /^(?:0|[1-9]\d{0,2})$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
const NUMBER = /^-?\d{1,9}(\.\d{1,20})?(e-\d{1,2})?$/;
/** Browsers stay below 300 characters. */
const MAX_USER_AGENT = 500;
const HINTS: readonly PhotoHint[] = ['blurred', 'dark', 'overexposed'];

/** What the page's script says of a photo beside its bytes. */
export function readUploadHeaders(headers: IncomingHttpHeaders): Omit<Upload, 'clientId' | 'body'> {
  return {
    slotIndex: readSlot(textOf(headers['x-photo-slot'])),
    ticket: textOf(headers['x-capture-ticket']),
    capturedAt: readTime(textOf(headers['x-photo-captured-at'])),
    location: readLocation(textOf(headers['x-photo-location'])),
    hint: readHint(textOf(headers['x-photo-hint'])),
    edition: textOf(headers['x-page-edition']),
    userAgent: (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
  };
}

/** What the page sent a photo with that it now removes; undefined when it is known to have arrived, or was never sent. */
export function readSentTicket(headers: IncomingHttpHeaders): SentTicket | undefined {
  const ticket = textOf(headers['x-capture-ticket']);
  const session = textOf(headers['x-capture-ticket-session']);
  if (ticket === undefined || session === undefined) return undefined;
  return { session, slotIndex: readSlot(textOf(headers['x-photo-slot'])), ticket };
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && header !== '' ? header : undefined;
}

function readSlot(text: string | undefined): number {
  if (text === undefined || !SLOT.test(text)) {
    throw invalidParameter({ 'X-Photo-Slot': ['Must be a slot number, starting from 0.'] });
  }
  return Number(text);
}

function readTime(text: string | undefined): number {
  const time = text !== undefined && TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new ServiceError('photo_time_invalid', 'X-Photo-Captured-At must be an ISO 8601 time in UTC.');
  }
  return time;
}

function readLocation(text: string | undefined): Location | null {
  if (text === undefined) return null;
  const parts = text.split(',').map((part) => part.trim());
  const [latitude, longitude, accuracy = null] = parts.map((part) =>
    NUMBER.test(part) ? Number(part) : Number.NaN,
  );
  if (
    parts.length < 2 ||
    parts.length > 3 ||
    !isWithin(latitude, -90, 90) ||
    !isWithin(longitude, -180, 180) ||
    !(accuracy === null || isWithin(accuracy, 0, 1e8))
  ) {
    throw new ServiceError('location_invalid', 'X-Photo-Location must be latitude,longitude,accuracy.');
  }
  return { latitude, longitude, accuracy };
}

function isWithin(value: number | undefined, low: number, high: number): value is number {
  return value !== undefined && value >= low && value <= high;
}

function readHint(text: string | undefined): PhotoHint | null {
  if (text === undefined) return null;
  const hint = HINTS.find((known) => known === text);
  if (hint === undefined) throw invalidParameter({ 'X-Photo-Hint': [`Must be one of ${HINTS.join(', ')}.`] });
  return hint;
}
