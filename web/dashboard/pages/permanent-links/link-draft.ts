import type { z } from 'zod';
import type {
  createPermanentLinkBody,
  PermanentLink,
  updatePermanentLinkBody,
} from '../../../../src/permanent-links/schema.ts';
import { type DraftPair, draftPairs, metadataToSend } from '../photo-requests/parts/metadata.ts';
import {
  type DraftQuestion,
  draftQuestions,
  questionsToSend,
} from '../photo-requests/parts/questions/draft-questions.ts';
import { type DraftSlot, draftSlots, slotsToSend } from '../photo-requests/parts/slots.ts';
import { momentOf, toTimestamp, wallTime } from '../photo-requests/parts/zoned-time.ts';

export type NewLinkBody = z.input<typeof createPermanentLinkBody>;
export type LinkChanges = z.input<typeof updatePermanentLinkBody>;

export interface LinkDraft extends Record<string, unknown> {
  name: string;
  slug: string;
  instructions: string;
  photo_slots: DraftSlot[];
  questions: DraftQuestion[];
  is_active: boolean;
  /** The wall clock of the workspace; empty: never. */
  expires_at: string;
  max_submissions: number | '';
  daily_limit_per_address: number | '';
  /** Empty: none, or as it is when the link has one. */
  access_code: string;
  asks_for_code: boolean;
  requires_approval: boolean;
  requires_review: boolean;
  metadata: DraftPair[];
}

export const EMPTY_LINK: LinkDraft = {
  name: '',
  slug: '',
  instructions: '',
  photo_slots: [],
  questions: [],
  is_active: true,
  expires_at: '',
  max_submissions: '',
  daily_limit_per_address: '',
  access_code: '',
  asks_for_code: false,
  requires_approval: false,
  requires_review: false,
  metadata: [],
};

export function draftOf(link: PermanentLink, timeZone: string): LinkDraft {
  return {
    name: link.name,
    slug: link.slug,
    instructions: link.instructions,
    photo_slots: draftSlots(link.photo_slots),
    questions: draftQuestions(link.questions),
    is_active: link.is_active,
    expires_at: link.expires_at === null ? '' : wallTime(Date.parse(link.expires_at), timeZone),
    max_submissions: link.max_submissions ?? '',
    daily_limit_per_address: link.daily_limit_per_address ?? '',
    access_code: '',
    asks_for_code: link.has_access_code,
    requires_approval: link.requires_approval,
    requires_review: link.requires_review,
    metadata: draftPairs(link.metadata),
  };
}

export function expiryOf({ expires_at }: LinkDraft, timeZone: string): string | null {
  const at = expires_at === '' ? null : momentOf(expires_at, timeZone);
  return at === null ? null : toTimestamp(at);
}

/** The name stands in where nothing was written. */
export function newLinkBody(draft: LinkDraft, timeZone: string): NewLinkBody {
  const { name, slug, instructions, max_submissions, daily_limit_per_address, is_active } = draft;
  return {
    name: name.trim(),
    is_active,
    ...(slug.trim() !== '' && { slug: slug.trim() }),
    ...(instructions.trim() !== '' && { instructions: instructions.trim() }),
    ...(draft.photo_slots.length > 0 && { photo_slots: slotsToSend(draft.photo_slots) }),
    ...(draft.questions.length > 0 && { questions: questionsToSend(draft.questions) }),
    ...(draft.expires_at !== '' && { expires_at: expiryOf(draft, timeZone) }),
    ...(max_submissions !== '' && { max_submissions }),
    ...(daily_limit_per_address !== '' && { daily_limit_per_address }),
    ...(draft.asks_for_code && { access_code: draft.access_code.trim() }),
    ...(draft.requires_approval && { requires_approval: true }),
    ...(draft.requires_review && { requires_review: true }),
    ...(draft.metadata.length > 0 && { metadata: metadataToSend(draft.metadata) }),
  };
}

/** Only what differs: two people who edit different fields at once keep both changes. */
export function linkChanges(draft: LinkDraft, link: PermanentLink, timeZone: string): LinkChanges {
  const before = draftOf(link, timeZone);
  const changes: LinkChanges = {};
  if (draft.name.trim() !== link.name) changes.name = draft.name.trim();
  if (draft.slug.trim() !== link.slug) changes.slug = draft.slug.trim();
  if (draft.instructions.trim() !== link.instructions.trim())
    changes.instructions = draft.instructions.trim();
  if (draft.is_active !== link.is_active) changes.is_active = draft.is_active;
  if (draft.expires_at !== before.expires_at) changes.expires_at = expiryOf(draft, timeZone);
  if (draft.max_submissions !== before.max_submissions)
    changes.max_submissions = numberOrNull(draft.max_submissions);
  if (draft.daily_limit_per_address !== before.daily_limit_per_address)
    changes.daily_limit_per_address = numberOrNull(draft.daily_limit_per_address);
  const code = draft.access_code.trim();
  if (!draft.asks_for_code && link.has_access_code) changes.access_code = null;
  else if (draft.asks_for_code && (code !== '' || !link.has_access_code)) changes.access_code = code;
  if (draft.requires_approval !== link.requires_approval) changes.requires_approval = draft.requires_approval;
  if (draft.requires_review !== link.requires_review) changes.requires_review = draft.requires_review;
  const slots = slotsToSend(draft.photo_slots);
  if (!isSame(slots, slotsToSend(before.photo_slots))) changes.photo_slots = slots;
  const questions = questionsToSend(draft.questions);
  if (!isSame(questions, questionsToSend(before.questions))) changes.questions = questions;
  const metadata = metadataToSend(draft.metadata);
  if (!isSame(metadata, link.metadata)) changes.metadata = metadata;
  return changes;
}

function numberOrNull(typed: number | ''): number | null {
  return typed === '' ? null : typed;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What someone types becomes an address as they type: spaces and accents would only be refused. */
export function slugFrom(typed: string): string {
  return typed
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 30);
}
