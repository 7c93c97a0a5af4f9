import type { PhotoRequestRow, PhotoRow } from '../platform/db/tables.ts';
import type { ChangeReason } from '../shared/change-reasons.ts';
import { type PhotoSlot, slotsOf } from './photo-slots.ts';

/*
 * A request goes through rounds: the customer submits, and may be asked to take some photos again. Each round has places of
 * its own, one for each photo that it takes. A photo's row holds its round and its place as one number (0104).
 */

/** More than a round has places. */
export const PLACES_PER_ROUND = 1_000;

export const VERDICTS = ['approved', 'changes_requested', 'rejected'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A slot whose photos are to be taken again, and why. */
export interface AskedSlot {
  slot_index: number;
  reason: ChangeReason;
  /** In the team's own words. */
  message: string | null;
}

/** A question that is to be answered again. */
export interface AskedQuestion {
  question_id: string;
  message: string | null;
}

/** What the team said of one round. */
export interface Decision {
  verdict: Verdict;
  round: number;
  /** When the round was submitted; null: it was held, so that no one outside has seen it. */
  submitted_at: number | null;
  at: number;
  /** How the audit log calls whoever decided. */
  by: string | null;
  message: string | null;
  slots: AskedSlot[];
  questions: AskedQuestion[];
}

/** Where one photo belongs. */
export interface Place {
  slotIndex: number;
  /** Null where the customer chooses what to photograph. */
  slot: PhotoSlot | null;
  isRequired: boolean;
  /** Why it is to be taken again; null in the first round. */
  asked: AskedSlot | null;
}

type Numbered = Pick<PhotoRow, 'slot_index'>;

export type Rounds = ReturnType<typeof roundsOf>;

/** Everything about the rounds of a request, read from its row once. */
export function roundsOf(
  request: Pick<PhotoRequestRow, 'photo_slots' | 'reviews' | 'status' | 'submitted_at'>,
) {
  const slots = slotsOf(request);
  const decisions = decisionsOf(request);
  const changes = decisions.filter(({ verdict }) => verdict === 'changes_requested');
  const current = changes.length + 1;
  const lastSubmitted = changes.findLast(({ submitted_at }) => submitted_at !== null);
  const submitted = request.submitted_at === null ? 0 : current - (request.status === 'submitted' ? 0 : 1);
  let places: Place[][] | undefined;

  /** Made when they are asked for: whoever lists requests needs none. */
  function placesIn(round: number): Place[] {
    places ??= Array.from({ length: current }, (_, index) =>
      index === 0 ? firstPlaces(slots) : (changes[index - 1]?.slots ?? []).flatMap(placesAgain(slots)),
    );
    return places[round - 1] ?? [];
  }

  function slotIndexOf(photo: Numbered): number {
    const place = placeOf(photo);
    return placesIn(roundOf(photo))[place]?.slotIndex ?? place;
  }

  /** Whether a photo of a later round, up to this one, stands in its place. */
  function isSuperseded(photo: Numbered, upTo = submitted): boolean {
    const [round, slotIndex] = [roundOf(photo), slotIndexOf(photo)];
    const asked = changes.slice(round - 1, Math.max(upTo - 1, 0));
    return asked.some((decision) => decision.slots.some(({ slot_index }) => slot_index === slotIndex));
  }

  return {
    slots,
    decisions,
    /** The round that is open, or was last; the first is 1. */
    current,
    /** How many were submitted. */
    submitted,
    /** The position from which on photos were not submitted, while a round is open. */
    unsentFrom: request.submitted_at === null ? 0 : positionOf(current, 0),
    /** When the latest round before the current one was submitted; null: none was. */
    submittedBefore: lastSubmitted?.submitted_at ?? null,
    /** How many photos the customer is asked for in the current round; null: as many as they like. */
    get wanted(): number | null {
      return current > 1 || slots.length > 0 ? placesIn(current).length : null;
    },
    slotIndexOf,
    isSuperseded,

    slotOf: (photo: Numbered): PhotoSlot | undefined => slots[slotIndexOf(photo)],

    /** The places of the current round. `maxPhotos`: how many there are where the customer chooses. */
    places(maxPhotos: number): Place[] {
      if (current > 1 || slots.length > 0) return placesIn(current);
      return Array.from({ length: maxPhotos }, (_, index) => freePlace(index));
    },

    /** Those that were submitted and stand, in the order of the slots. `upTo`: as if so many rounds were submitted. */
    standing: <Photo extends Numbered>(photos: Photo[], upTo = submitted): Photo[] =>
      photos
        .filter((photo) => roundOf(photo) <= upTo && !isSuperseded(photo, upTo))
        .sort((a, b) => slotIndexOf(a) - slotIndexOf(b) || a.slot_index - b.slot_index),

    /** Those that the submission of the current round has added. */
    fresh: <Photo extends Numbered>(photos: Photo[]): Photo[] =>
      photos.filter((photo) => roundOf(photo) > (lastSubmitted?.round ?? 0) && !isSuperseded(photo, current)),

    /** Those in whose place others stand by now, oldest first. */
    superseded: <Photo extends Numbered>(photos: Photo[], upTo = submitted): Photo[] =>
      photos.filter((photo) => roundOf(photo) <= upTo && isSuperseded(photo, upTo)),

    /** Those of the round that is open, or was last. */
    ofCurrent: <Photo extends Numbered>(photos: Photo[]): Photo[] =>
      photos.filter((photo) => roundOf(photo) === current),
  };
}

/** Oldest first. */
export function decisionsOf({ reviews }: Pick<PhotoRequestRow, 'reviews'>): Decision[] {
  return reviews === null ? [] : JSON.parse(reviews);
}

export function positionOf(round: number, place: number): number {
  return (round - 1) * PLACES_PER_ROUND + place;
}

export function roundOf({ slot_index }: Numbered): number {
  return Math.floor(slot_index / PLACES_PER_ROUND) + 1;
}

export function placeOf({ slot_index }: Numbered): number {
  return slot_index % PLACES_PER_ROUND;
}

function firstPlaces(slots: PhotoSlot[]): Place[] {
  return slots.flatMap((slot, slotIndex) => placesOfSlot(slot, { slotIndex, asked: null }));
}

/** What is asked for again is needed, also where it was optional. */
function placesAgain(slots: PhotoSlot[]) {
  return (asked: AskedSlot): Place[] => {
    const slot = slots[asked.slot_index];
    return slot === undefined
      ? [{ ...freePlace(asked.slot_index), isRequired: true, asked }]
      : placesOfSlot(slot, { slotIndex: asked.slot_index, asked });
  };
}

function placesOfSlot(slot: PhotoSlot, of: Pick<Place, 'slotIndex' | 'asked'>): Place[] {
  const isNeeded = slot.is_required || of.asked !== null;
  return Array.from({ length: slot.max_photos }, (_, nth) => ({
    ...of,
    slot,
    isRequired: isNeeded && nth < slot.min_photos,
  }));
}

function freePlace(slotIndex: number): Place {
  return { slotIndex, slot: null, isRequired: false, asked: null };
}
