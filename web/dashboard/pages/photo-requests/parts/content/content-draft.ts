import type { Content } from '../../../../../../src/templates/content.ts';
import type { Translation, Translations } from '../../../../../../src/templates/translations.ts';
import { type DraftPair, draftPairs, metadataToSend } from '../metadata.ts';
import { type DraftQuestion, draftQuestions, questionsToSend } from '../questions/draft-questions.ts';
import { type DraftSlot, draftSlots, slotsToSend } from '../slots.ts';
import { type DraftTranslations, draftTranslations, translationsToSend } from './translations.ts';

export type EvidenceRules = Content['evidence_policy'];

/** What requests, permanent links and templates say alike, while it is edited. */
export interface ContentDraft {
  instructions: string;
  photo_slots: DraftSlot[];
  questions: DraftQuestion[];
  translations: DraftTranslations;
  requires_review: boolean;
  /** What follows from warnings, beyond the workspace's own rules. */
  evidence_policy: EvidenceRules;
  /** Where the customer goes afterwards; empty: nowhere. */
  return_url: string;
  cancel_url: string;
  metadata: DraftPair[];
}

type StoredContent = Pick<Content, keyof ContentDraft>;

export const EMPTY_CONTENT: ContentDraft = {
  instructions: '',
  photo_slots: [],
  questions: [],
  translations: {},
  requires_review: false,
  evidence_policy: null,
  return_url: '',
  cancel_url: '',
  metadata: [],
};

export function draftContent(stored: StoredContent): ContentDraft {
  const spoken = {
    instructions: stored.instructions,
    photo_slots: draftSlots(stored.photo_slots),
    questions: draftQuestions(stored.questions),
  };
  return {
    ...spoken,
    translations: draftTranslations(stored.translations as Translations, spoken),
    requires_review: stored.requires_review,
    evidence_policy: stored.evidence_policy,
    return_url: stored.return_url ?? '',
    cancel_url: stored.cancel_url ?? '',
    metadata: draftPairs(stored.metadata),
  };
}

/** As the server takes it, every field. */
function contentToSend(draft: ContentDraft) {
  return {
    instructions: draft.instructions.trim(),
    photo_slots: slotsToSend(draft.photo_slots),
    questions: questionsToSend(draft.questions),
    translations: translationsToSend(draft.translations, draft) as Content['translations'],
    requires_review: draft.requires_review,
    evidence_policy: draft.evidence_policy ?? {},
    return_url: draft.return_url.trim() || null,
    cancel_url: draft.cancel_url.trim() || null,
    metadata: metadataToSend(draft.metadata),
  };
}

export type SentContent = ReturnType<typeof contentToSend>;

/** Only what was filled in. */
export function newContent(draft: ContentDraft): Partial<SentContent> & Pick<SentContent, 'instructions'> {
  return { instructions: draft.instructions.trim(), ...contentChanges(draft, EMPTY_CONTENT) };
}

/** The server drops the translations of a field that gets new words, unless they are sent as well. */
const TRANSLATED = ['instructions', 'photo_slots', 'questions'] as const satisfies (keyof Translation)[];

/** Only what differs: the rest stays as it is, or comes from the template. */
export function contentChanges(draft: ContentDraft, before: ContentDraft): Partial<SentContent> {
  const [is, was] = [contentToSend(draft), contentToSend(before)];
  const fields = (Object.keys(is) as (keyof SentContent)[]).filter((field) => field !== 'translations');
  const changes: Partial<SentContent> = Object.fromEntries(
    fields.filter((field) => !isSame(is[field], was[field])).map((field) => [field, is[field]]),
  );
  const replaced = TRANSLATED.filter((field) => field in changes);
  if (!isSame(is.translations, without(was.translations as Translations, replaced)))
    changes.translations = is.translations;
  return changes;
}

function without(translations: Translations, replaced: string[]): Translations {
  const kept = Object.entries(translations).map(([language, texts]) => [
    language,
    Object.fromEntries(Object.entries(texts ?? {}).filter(([field]) => !replaced.includes(field))),
  ]);
  return Object.fromEntries(kept.filter(([, texts]) => Object.keys(texts as object).length > 0));
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
