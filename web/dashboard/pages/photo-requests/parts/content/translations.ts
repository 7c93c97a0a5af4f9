import type { Translation, Translations } from '../../../../../../src/templates/translations.ts';
import { type DraftQuestion, isChoice, questionsToSend } from '../questions/draft-questions.ts';
import type { DraftSlot } from '../slots.ts';

/** A translated text, with the words that it translates: once those change, it says something else. */
export interface DraftTranslation {
  text: string;
  of: string;
}

/** By language, and by the key of the text, which stays with its slot or question wherever that moves. */
export type DraftTranslations = Partial<Record<string, Record<string, DraftTranslation>>>;

/** What customers read. */
export interface Spoken {
  instructions: string;
  photo_slots: DraftSlot[];
  questions: DraftQuestion[];
}

export interface TranslatableText {
  key: string;
  /** "Photo 2", "Hint of photo 2" */
  label: string;
  original: string;
  maxLength: number;
}

const INSTRUCTIONS = 'instructions';
const slotKey = ({ key }: Pick<DraftSlot, 'key'>, field: 'instructions' | 'hint') => `slot ${key} ${field}`;
const questionKey = ({ key }: Pick<DraftQuestion, 'key'>, field: 'label' | 'help' | 'unit') =>
  `question ${key} ${field}`;
const optionKey = ({ key }: { key: number }) => `option ${key}`;

/** Everything that can be translated, in the order in which customers read it. */
export function textsOf({ instructions, photo_slots, questions }: Spoken): TranslatableText[] {
  const texts: TranslatableText[] = [];
  const add = (key: string, label: string, original: string, maxLength: number) => {
    if (original.trim() !== '') texts.push({ key, label, original: original.trim(), maxLength });
  };
  add(INSTRUCTIONS, 'Instructions', instructions, 2_000);
  for (const [index, slot] of photo_slots.entries()) {
    add(slotKey(slot, 'instructions'), `Photo ${index + 1}`, slot.instructions, 500);
    add(slotKey(slot, 'hint'), `Hint of photo ${index + 1}`, slot.hint, 1_000);
  }
  for (const [index, question] of questions.entries()) {
    add(questionKey(question, 'label'), `Question ${index + 1}`, question.label, 500);
    add(questionKey(question, 'help'), `Help of question ${index + 1}`, question.help, 1_000);
    if (question.type === 'number')
      add(questionKey(question, 'unit'), `Unit of question ${index + 1}`, question.unit, 20);
    if (!isChoice(question)) continue;
    for (const [at, option] of question.options.entries())
      add(optionKey(option), `Option ${at + 1} of question ${index + 1}`, option.text, 200);
  }
  return texts;
}

/** As the customer reads it: undefined when there is none, or none of these words. */
export function translationOf(
  translations: DraftTranslations,
  language: string,
  { key, original }: Pick<TranslatableText, 'key' | 'original'>,
): string | undefined {
  const found = translations[language]?.[key];
  if (found === undefined || found.text.trim() === '' || found.of !== original.trim()) return undefined;
  return found.text.trim();
}

/** What was written for other words than those that are there now. */
export function isOutdated(
  translations: DraftTranslations,
  language: string,
  { key, original }: TranslatableText,
): boolean {
  const found = translations[language]?.[key];
  return found !== undefined && found.text.trim() !== '' && found.of !== original;
}

export function withTranslation(
  translations: DraftTranslations,
  language: string,
  { key, original }: TranslatableText,
  text: string,
): DraftTranslations {
  return { ...translations, [language]: { ...translations[language], [key]: { text, of: original } } };
}

export function withoutLanguage(translations: DraftTranslations, language: string): DraftTranslations {
  const { [language]: _, ...others } = translations;
  return others;
}

/** How much of it customers of this language can read. */
export function progressOf(translations: DraftTranslations, language: string, texts: TranslatableText[]) {
  const done = texts.filter((text) => translationOf(translations, language, text) !== undefined).length;
  return { done, total: texts.length, isComplete: done > 0 && done === texts.length };
}

/** What the customer of this language sees first. */
export function spokenIn({ instructions, photo_slots }: Spoken, translations: DraftTranslations, to: string) {
  const say = (key: string, original: string) =>
    translationOf(translations, to, { key, original }) ?? original;
  return {
    instructions: say(INSTRUCTIONS, instructions),
    slots: photo_slots.map((slot) => ({
      ...slot,
      instructions: say(slotKey(slot, 'instructions'), slot.instructions),
    })),
  };
}

export function draftTranslations(stored: Translations, spoken: Spoken): DraftTranslations {
  const originals = new Map(textsOf(spoken).map(({ key, original }) => [key, original]));
  const drafts: DraftTranslations = {};
  for (const [language, translation] of Object.entries(stored)) {
    if (translation === undefined) continue;
    const own: Record<string, DraftTranslation> = {};
    const put = (key: string, text: string | null | undefined) => {
      if (text != null) own[key] = { text, of: originals.get(key) ?? '' };
    };
    put(INSTRUCTIONS, translation.instructions);
    for (const [index, slot] of spoken.photo_slots.entries()) {
      put(slotKey(slot, 'instructions'), translation.photo_slots?.[index]?.instructions);
      put(slotKey(slot, 'hint'), translation.photo_slots?.[index]?.hint);
    }
    for (const question of spoken.questions) {
      const texts = translation.questions?.[question.id];
      put(questionKey(question, 'label'), texts?.label);
      put(questionKey(question, 'help'), texts?.help);
      put(questionKey(question, 'unit'), texts?.unit);
      for (const [index, option] of question.options.entries())
        put(optionKey(option), texts?.options?.[index]);
    }
    drafts[language] = own;
  }
  return drafts;
}

/** As the server takes them, without what is empty or outdated. */
export function translationsToSend(translations: DraftTranslations, spoken: Spoken): Translations {
  const sent = Object.keys(translations)
    .sort()
    .map((language) => [language, translationToSend(translations, language, spoken)] as const)
    .filter(([, texts]) => Object.keys(texts).length > 0);
  return Object.fromEntries(sent);
}

function translationToSend(translations: DraftTranslations, language: string, spoken: Spoken): Translation {
  const say = (key: string, original: string) => translationOf(translations, language, { key, original });
  const instructions = say(INSTRUCTIONS, spoken.instructions);
  const slots = spoken.photo_slots.map((slot) =>
    present({
      instructions: say(slotKey(slot, 'instructions'), slot.instructions),
      hint: say(slotKey(slot, 'hint'), slot.hint),
    }),
  );
  const ids = questionsToSend(spoken.questions).map(({ id }) => id ?? '');
  const questions = spoken.questions.flatMap((question, index) => {
    const options = question.options.filter(({ text }) => text.trim() !== '');
    const labels = isChoice(question) ? options.map((option) => say(optionKey(option), option.text)) : [];
    const texts = present({
      label: say(questionKey(question, 'label'), question.label),
      help: say(questionKey(question, 'help'), question.help),
      unit: question.type === 'number' ? say(questionKey(question, 'unit'), question.unit) : undefined,
      // All or none: an option that has no translation is shown as it is.
      options: labels.some((label) => label !== undefined)
        ? labels.map((label, at) => label ?? options[at]?.text.trim() ?? '')
        : undefined,
    });
    return texts === null ? [] : [[ids[index] ?? '', texts] as const];
  });
  return {
    ...(instructions !== undefined && { instructions }),
    ...(slots.some((texts) => texts !== null) && { photo_slots: slots }),
    ...(questions.length > 0 && { questions: Object.fromEntries(questions) }),
  };
}

/** Without what is undefined; null when nothing is left. */
function present<T extends object>(texts: T): { [K in keyof T]?: Exclude<T[K], undefined> } | null {
  const kept = Object.entries(texts).filter(([, text]) => text !== undefined);
  return kept.length === 0 ? null : (Object.fromEntries(kept) as T);
}
