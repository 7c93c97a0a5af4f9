import { LANGUAGES } from '../../../../../../src/shared/languages.ts';

/** The languages that customers can read it in besides its own, as a fact to list: none where there are none. */
export function translationsFact(translations: object): { label: string; value: string }[] {
  const names = LANGUAGES.filter(({ code }) => code in translations).map(({ name }) => name);
  return names.length === 0 ? [] : [{ label: 'Translations', value: names.join(', ') }];
}
