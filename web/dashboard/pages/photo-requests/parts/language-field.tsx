import { NativeSelect } from '@mantine/core';
import { LANGUAGES } from '../../../../../src/shared/languages.ts';
import type { FormOf } from './content/form-of.ts';

export interface LanguageDraft {
  locale: string;
}

/** The language of the customer's page. One with a region, which only the API sets, stays as it is. */
export function LanguageField({ form }: { form: FormOf<LanguageDraft> }) {
  const { locale } = form.values;
  const choices = LANGUAGES.map(({ code, name }) => ({ value: code as string, label: name as string }));
  const [language, region] = locale.split('-');
  const regional = {
    value: locale,
    label: `${choices.find(({ value }) => value === language)?.label ?? locale} (${region})`,
  };
  return (
    <NativeSelect
      label="Language"
      description="Language of the customer’s page. They can switch it."
      data={region === undefined ? choices : [...choices, regional]}
      value={locale}
      onChange={(event) => form.set('locale', event.currentTarget.value)}
      data-testid="locale"
    />
  );
}
