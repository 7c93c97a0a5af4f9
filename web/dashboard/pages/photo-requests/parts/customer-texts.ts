import { useEffect, useState } from 'react';
import english from '../../../../capture/locales/en.json';

interface SpokenTexts {
  texts: Record<string, string>;
  language: string;
}

const ENGLISH: SpokenTexts = { texts: english, language: 'en' };
const FILES = import.meta.glob<Record<string, string>>(
  ['../../../../capture/locales/*.json', '!../../../../capture/locales/en.json'],
  { import: 'default' },
);

/** The texts of the customer's page; those of the language before until the chosen one's are there. */
export function useCustomerTexts(language: string): SpokenTexts {
  const [spoken, setSpoken] = useState(ENGLISH);
  useEffect(() => {
    let isWanted = true;
    const file = FILES[`../../../../capture/locales/${language}.json`];
    if (file === undefined) setSpoken(ENGLISH);
    // Without them the preview stays as it is; the customer's page has its own.
    else
      file().then(
        (texts) => isWanted && setSpoken({ texts, language }),
        () => {},
      );
    return () => {
      isWanted = false;
    };
  }, [language]);
  return spoken;
}
