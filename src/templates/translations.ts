import { z } from 'zod';
import type { PhotoSlot } from '../photos/photo-slots.ts';
import { validationError } from '../platform/errors.ts';
import { list, text } from '../platform/http/fields.ts';
import { LANGUAGES } from '../shared/languages.ts';
import type { Question } from '../shared/questions.ts';
import { MAX_PHOTOS_PER_REQUEST } from '../workspaces/plans.ts';

/*
 * What a business writes for its customers, in other languages. A customer whose language is there reads it; whoever speaks
 * another one, and whatever is not translated, gets the request's own texts.
 */

const LANGUAGE_CODES = LANGUAGES.map(({ code }) => code) as [string, ...string[]];
const MAX_TRANSLATED_QUESTIONS = 30;

const slotTexts = z.object({
  instructions: text(1, 500).nullish(),
  hint: text(1, 1_000).nullish(),
});

const questionTexts = z.object({
  label: text(1, 500).nullish(),
  help: text(1, 1_000).nullish(),
  unit: text(1, 20).nullish(),
  options: list(text(1, 200), 30).nullish().meta({
    description: 'As many as the question has, in its order. Answers are told in the question’s own words.',
  }),
});

const translation = z
  .object({
    instructions: text(1, 2_000).nullish(),
    photo_slots: list(slotTexts.nullable(), MAX_PHOTOS_PER_REQUEST).nullish().meta({
      description: 'One for each of the `photo_slots`, in their order. null: not translated.',
    }),
    questions: z
      .record(z.string().max(40), questionTexts)
      .refine((questions) => Object.keys(questions).length <= MAX_TRANSLATED_QUESTIONS, {
        error: `Must have at most ${MAX_TRANSLATED_QUESTIONS} entries.`,
      })
      .meta({ maxProperties: MAX_TRANSLATED_QUESTIONS })
      .nullish()
      .meta({ description: 'By the id of the question.' }),
  })
  .meta({ id: 'Translation' });

export type Translation = z.infer<typeof translation>;
export type Translations = Partial<Record<string, Translation>>;

export const translationsField = z.partialRecord(z.enum(LANGUAGE_CODES), translation).meta({
  description:
    'The texts in other languages, by language. A customer whose language is among them reads those.',
  examples: [{ de: { instructions: 'Bitte fotografieren Sie den Schaden.' } }],
});

/** Refuses translations of what is not there. */
export function acceptTranslations(
  sent: Translations | null | undefined,
  { slots, questions }: { slots: unknown[]; questions: Question[] },
): Translations {
  for (const [language, { photo_slots, questions: translated }] of entriesOf(sent ?? {})) {
    const refuse = (field: string, message: string) =>
      validationError({ [`translations.${language}.${field}`]: [message] });
    if (photo_slots != null && photo_slots.length !== slots.length)
      throw refuse('photo_slots', `Must have as many entries as photo_slots: ${slots.length}.`);
    for (const [id, { options }] of Object.entries(translated ?? {})) {
      const question = questions.find((each) => each.id === id);
      if (question === undefined) throw refuse(`questions.${id}`, 'There is no question with this id.');
      if (options != null && options.length !== question.options.length)
        throw refuse(`questions.${id}.options`, 'Must have as many entries as the question has options.');
    }
  }
  return sent ?? {};
}

/** As stored; null: none. */
export function translationsOf({ translations }: { translations: string | null }): Translations {
  return translations === null ? {} : JSON.parse(translations);
}

export function translationsColumn(translations: Translations): string | null {
  return Object.keys(translations).length === 0 ? null : JSON.stringify(translations);
}

/** What translates the texts of these fields goes with them, because it says something else. */
export function withoutTranslationsOf(
  translations: Translations,
  fields: readonly (keyof Translation)[],
): Translations {
  const kept = entriesOf(translations).map(([language, texts]) => [
    language,
    Object.fromEntries(Object.entries(texts).filter(([field]) => !fields.includes(field as never))),
  ]);
  return Object.fromEntries(kept.filter(([, texts]) => Object.keys(texts as object).length > 0));
}

/** Of a language with or without a region, such as pt-BR. */
export function translationIn(translations: Translations, locale: string): Translation | undefined {
  return translations[locale.slice(0, 2)];
}

/** The slot as the customer reads it. */
export function translatedSlot(slot: PhotoSlot, index: number, texts: Translation | undefined): PhotoSlot {
  const own = texts?.photo_slots?.[index];
  return { ...slot, instructions: own?.instructions ?? slot.instructions, hint: own?.hint ?? slot.hint };
}

/** The question as the customer reads it. `labels`: what its options are called. */
export function translatedQuestion(
  question: Question,
  texts: Translation | undefined,
): Question & { labels?: string[] } {
  const own = texts?.questions?.[question.id];
  if (own === undefined) return question;
  return {
    ...question,
    label: own.label ?? question.label,
    help: own.help ?? question.help,
    unit: own.unit ?? question.unit,
    ...(own.options != null && { labels: own.options }),
  };
}

function entriesOf(translations: Translations): [string, Translation][] {
  return Object.entries(translations).flatMap(([language, texts]) =>
    texts === undefined ? [] : [[language, texts]],
  );
}
