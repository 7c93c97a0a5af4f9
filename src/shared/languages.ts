/**
 * The languages of the customer's pages and emails. Imports nothing: server, pages, benchmarks and tests all use this file.
 * ARCHITECTURE.md ("Where do I change…?") lists every place that needs the texts of a language.
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
  { code: 'ar', name: 'العربية' },
  { code: 'hi', name: 'हिन्दी' },
] as const satisfies readonly Language[];

export interface Language {
  code: string;
  /** In the language itself, because whoever looks for it may read no other. */
  name: string;
}

export type Direction = 'ltr' | 'rtl';

/** Apart from the list above, which the customer's page need not carry. */
const RIGHT_TO_LEFT: readonly string[] = ['ar'];

export function directionOf(code: string): Direction {
  return RIGHT_TO_LEFT.includes(code) ? 'rtl' : 'ltr';
}
