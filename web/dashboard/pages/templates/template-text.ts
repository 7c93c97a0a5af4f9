import { LANGUAGES } from '../../../../src/shared/languages.ts';
import type { Template } from '../../../../src/templates/schema.ts';
import { draftContent } from '../photo-requests/parts/content/content-draft.ts';
import { progressOf, textsOf } from '../photo-requests/parts/content/translations.ts';

/** "4 photos, 2 questions" */
export function asksForText({ photo_slots, questions }: Pick<Template, 'photo_slots' | 'questions'>): string {
  const parts = [
    photo_slots.length === 0 ? 'Any photos' : counted(photo_slots.length, 'photo'),
    ...(questions.length === 0 ? [] : [counted(questions.length, 'question')]),
  ];
  return parts.join(', ');
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** "3 days", "36 hours" */
export function lifetimeText(hours: number): string {
  return hours % 24 === 0 ? counted(hours / 24, 'day') : counted(hours, 'hour');
}

export interface TranslatedLanguage {
  code: string;
  name: string;
  done: number;
  total: number;
  isComplete: boolean;
}

/** Those that there is something in, with how much of it. */
export function languagesOf(template: Template): TranslatedLanguage[] {
  const draft = draftContent(template);
  const texts = textsOf(draft);
  return LANGUAGES.filter(({ code }) => draft.translations[code] !== undefined).map(({ code, name }) => ({
    code,
    name,
    ...progressOf(draft.translations, code, texts),
  }));
}

export function languageName(locale: string): string {
  return LANGUAGES.find(({ code }) => code === locale.slice(0, 2))?.name ?? locale;
}
