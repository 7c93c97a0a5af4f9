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

type Reviewed = Pick<PhotoRequestRow, 'photo_slots' | 'reviews' | 'status' | 'submitted_at'>;

/** Everything about the rounds of a request, read from its row once. */
export function roundsOf(request: Reviewed): Rounds {
  return new Rounds(request);
}

/** A class, since every request in a response has one: functions created for each would slow lists down. */
export class Rounds {
  readonly slots: PhotoSlot[];
  readonly decisions: Decision[];
  /** The round that is open, or was last; the first is 1. */
  readonly current: number;
  /** How many were submitted. */
  readonly submitted: number;
  /** The position from which on photos were not submitted, while a round is open. */
  readonly unsentFrom: number;
  readonly #changes: Decision[];
  #places: Place[][] | undefined;

  constructor(request: Reviewed) {
    this.slots = slotsOf(request);
    this.decisions = decisionsOf(request);
    this.#changes = this.decisions.filter(({ verdict }) => verdict === 'changes_requested');
    this.current = this.#changes.length + 1;
    const wasSubmitted = request.submitted_at !== null;
    this.submitted = wasSubmitted ? this.current - (request.status === 'submitted' ? 0 : 1) : 0;
    this.unsentFrom = wasSubmitted ? positionOf(this.current, 0) : 0;
  }

  /** When the latest round before the current one was submitted; null: none was. */
  get submittedBefore(): number | null {
    return this.#lastSubmitted()?.submitted_at ?? null;
  }

  /** How many photos the customer is asked for in the current round; null: as many as they like. */
  get wanted(): number | null {
    return this.#isFree() ? null : this.#placesIn(this.current).length;
  }

  slotIndexOf(photo: Numbered): number {
    const place = placeOf(photo);
    return this.#placesIn(roundOf(photo))[place]?.slotIndex ?? place;
  }

  slotOf(photo: Numbered): PhotoSlot | undefined {
    return this.slots[this.slotIndexOf(photo)];
  }

  /** Whether a photo of a later round, up to this one, stands in its place. */
  isSuperseded(photo: Numbered, upTo = this.submitted): boolean {
    if (this.#changes.length === 0) return false;
    const [round, slotIndex] = [roundOf(photo), this.slotIndexOf(photo)];
    const asked = this.#changes.slice(round - 1, Math.max(upTo - 1, 0));
    return asked.some((decision) => decision.slots.some(({ slot_index }) => slot_index === slotIndex));
  }

  /** The places of the current round. `maxPhotos`: how many there are where the customer chooses. */
  places(maxPhotos: number): Place[] {
    if (!this.#isFree()) return this.#placesIn(this.current);
    return Array.from({ length: maxPhotos }, (_, index) => freePlace(index));
  }

  /** Those that were submitted and stand, in the order of the slots. `upTo`: as if so many rounds were submitted. */
  standing<Photo extends Numbered>(photos: Photo[], upTo = this.submitted): Photo[] {
    return photos
      .filter((photo) => roundOf(photo) <= upTo && !this.isSuperseded(photo, upTo))
      .sort((a, b) => this.slotIndexOf(a) - this.slotIndexOf(b) || a.slot_index - b.slot_index);
  }

  /** Those that the submission of the current round has added. */
  fresh<Photo extends Numbered>(photos: Photo[]): Photo[] {
    const before = this.#lastSubmitted()?.round ?? 0;
    return photos.filter((photo) => roundOf(photo) > before && !this.isSuperseded(photo, this.current));
  }

  /** Those in whose place others stand by now, oldest first. */
  superseded<Photo extends Numbered>(photos: Photo[], upTo = this.submitted): Photo[] {
    return photos.filter((photo) => roundOf(photo) <= upTo && this.isSuperseded(photo, upTo));
  }

  /** Those of the round that is open, or was last. */
  ofCurrent<Photo extends Numbered>(photos: Photo[]): Photo[] {
    return photos.filter((photo) => roundOf(photo) === this.current);
  }

  /** Where the customer chooses what to photograph, and how often. */
  #isFree(): boolean {
    return this.current === 1 && this.slots.length === 0;
  }

  #lastSubmitted(): Decision | undefined {
    return this.#changes.findLast(({ submitted_at }) => submitted_at !== null);
  }

  /** Made when they are asked for: whoever lists requests needs none. */
  #placesIn(round: number): Place[] {
    this.#places ??= [
      firstPlaces(this.slots),
      ...this.#changes.map((decision) => placesAgain(this.slots, decision)),
    ];
    return this.#places[round - 1] ?? [];
  }
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
  const places: Place[] = [];
  for (const [slotIndex, slot] of slots.entries()) addPlaces(places, slot, { slotIndex, asked: null });
  return places;
}

/** What is asked for again is needed, also where it was optional. */
function placesAgain(slots: PhotoSlot[], decision: Decision): Place[] {
  const places: Place[] = [];
  for (const asked of decision.slots) {
    const slot = slots[asked.slot_index];
    if (slot === undefined) places.push({ ...freePlace(asked.slot_index), isRequired: true, asked });
    else addPlaces(places, slot, { slotIndex: asked.slot_index, asked });
  }
  return places;
}

/** Nothing is created but the places: a list has some for every request with photos. */
function addPlaces(places: Place[], slot: PhotoSlot, of: Pick<Place, 'slotIndex' | 'asked'>): void {
  const { slotIndex, asked } = of;
  const isNeeded = slot.is_required || asked !== null;
  for (let nth = 0; nth < slot.max_photos; nth++)
    places.push({ slotIndex, slot, isRequired: isNeeded && nth < slot.min_photos, asked });
}

function freePlace(slotIndex: number): Place {
  return { slotIndex, slot: null, isRequired: false, asked: null };
}
