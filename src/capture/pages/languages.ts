import type { Direction } from './page-data.ts';

export interface Language {
  code: string;
  /** In the language itself, because whoever looks for it may read no other. */
  name: string;
}

export const LANGUAGES: readonly Language[] = [
  { code: 'en', name: 'English' },
  { code: 'es', name: 'Español' },
  { code: 'fr', name: 'Français' },
  { code: 'de', name: 'Deutsch' },
  { code: 'pt', name: 'Português' },
  { code: 'it', name: 'Italiano' },
  { code: 'nl', name: 'Nederlands' },
  { code: 'pl', name: 'Polski' },
  { code: 'ar', name: 'العربية' },
  { code: 'hi', name: 'हिन्दी' },
];

export function directionOf(lang: string): Direction {
  return lang === 'ar' ? 'rtl' : 'ltr';
}
