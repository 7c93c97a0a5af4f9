/**
 * The languages of the customer's pages and emails. Imports nothing: server, pages, benchmarks and tests all use this file.
 * A language needs its texts in web/capture/locales and src/email/locales.
 */
export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'es', name: 'Español' },
  { code: 'fr', name: 'Français' },
  { code: 'de', name: 'Deutsch' },
  { code: 'pt', name: 'Português' },
  { code: 'it', name: 'Italiano' },
  { code: 'nl', name: 'Nederlands' },
  { code: 'pl', name: 'Polski' },
  { code: 'ar', name: 'العربية', direction: 'rtl' },
  { code: 'hi', name: 'हिन्दी' },
] as const satisfies readonly Language[];

export interface Language {
  code: string;
  /** In the language itself, because whoever looks for it may read no other. */
  name: string;
  /** Undefined: from left to right. */
  direction?: Direction;
}

export type Direction = 'ltr' | 'rtl';

export function directionOf(code: string): Direction {
  const language: Language | undefined = LANGUAGES.find((known) => known.code === code);
  return language?.direction ?? 'ltr';
}
