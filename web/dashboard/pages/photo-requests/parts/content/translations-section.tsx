import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { directionOf, LANGUAGES } from '../../../../../../src/shared/languages.ts';
import { Icon, Section } from '../../../../components/index.ts';
import type { ContentDraft } from './content-draft.ts';
import type { FormOf } from './form-of.ts';
import styles from './translations.module.css';
import {
  isOutdated,
  progressOf,
  type TranslatableText,
  textsOf,
  withoutLanguage,
  withTranslation,
} from './translations.ts';

interface TranslationsSectionProps {
  form: FormOf<ContentDraft>;
  /** The one that is open; the preview shows it too. */
  language: string | null;
  onLanguage: (language: string | null) => void;
}

/** The texts in other languages, each beside its original. */
export function TranslationsSection({ form, language, onLanguage }: TranslationsSectionProps) {
  const box = useRef<HTMLDivElement>(null);
  const { translations } = form.values;
  const texts = textsOf(form.values);
  const added = LANGUAGES.filter(({ code }) => translations[code] !== undefined);
  const others = LANGUAGES.filter(({ code }) => translations[code] === undefined);
  const open = added.find(({ code }) => code === language);

  const add = (code: string) => {
    flushSync(() => {
      form.set('translations', { ...translations, [code]: {} });
      onLanguage(code);
    });
    box.current?.querySelector<HTMLElement>('textarea')?.focus();
  };
  const remove = (code: string) => {
    flushSync(() => {
      form.set('translations', withoutLanguage(translations, code));
      onLanguage(null);
    });
    box.current?.querySelector<HTMLElement>('select')?.focus();
  };

  return (
    <Section
      title="Translations (optional)"
      description="Customers read your texts in their own language if you add it here."
    >
      <div className={styles.box} ref={box} data-testid="translations">
        <div className={styles.languages}>
          {added.map(({ code, name }) => (
            <LanguageButton
              key={code}
              name={name}
              {...progressOf(translations, code, texts)}
              isOpen={code === language}
              onClick={() => onLanguage(code === language ? null : code)}
            />
          ))}
          {others.length > 0 && (
            <NativeSelect
              aria-label="Add a language"
              value=""
              onChange={(event) => event.currentTarget.value !== '' && add(event.currentTarget.value)}
              data={[
                { value: '', label: 'Add a language' },
                ...others.map(({ code, name }) => ({ value: code, label: name })),
              ]}
              data-testid="add-language"
            />
          )}
        </div>
        {open !== undefined && (
          <fieldset className={styles.texts} aria-label={open.name}>
            {texts.length === 0 && <p className={styles.quiet}>Write your instructions first.</p>}
            {texts.map((text) => (
              <TextPair key={text.key} form={form} language={open.code} text={text} />
            ))}
            <div className={styles.end}>
              <p className={styles.quiet}>Texts you leave empty are shown as you wrote them.</p>
              <Button
                variant="subtle"
                color="gray"
                size="xs"
                onClick={() => remove(open.code)}
                data-testid="remove-language"
              >
                Remove {open.name}
              </Button>
            </div>
          </fieldset>
        )}
      </div>
    </Section>
  );
}

interface LanguageButtonProps {
  name: string;
  done: number;
  total: number;
  isComplete: boolean;
  isOpen: boolean;
  onClick: () => void;
}

function LanguageButton({ name, done, total, isComplete, isOpen, onClick }: LanguageButtonProps) {
  return (
    <button
      type="button"
      className={styles.language}
      aria-expanded={isOpen}
      onClick={onClick}
      data-testid="language"
    >
      {name}
      {isComplete ? (
        <span className={styles.complete}>
          <Icon name="check" size={14} />
          Complete
        </span>
      ) : (
        <span className={styles.quiet}>
          {done} of {total}
        </span>
      )}
    </button>
  );
}

interface TextPairProps {
  form: FormOf<ContentDraft>;
  language: string;
  text: TranslatableText;
}

function TextPair({ form, language, text }: TextPairProps) {
  const { translations } = form.values;
  const write = (words: string) =>
    form.set('translations', withTranslation(translations, language, text, words));
  const written = translations[language]?.[text.key]?.text ?? '';
  const outdated = isOutdated(translations, language, text);
  return (
    <div className={styles.pair}>
      <div className={styles.original}>
        <b>{text.label}</b>
        <p dir="auto">{text.original}</p>
      </div>
      <div>
        <Textarea
          aria-label={`${text.label} in ${nameOf(language)}`}
          value={written}
          onChange={(event) => write(event.currentTarget.value)}
          maxLength={text.maxLength}
          lang={language}
          dir={directionOf(language)}
          autosize
          minRows={1}
          maxRows={8}
          data-testid="translation"
        />
        {outdated && (
          <p className={styles.outdated} data-testid="outdated">
            The original has changed, so this isn’t used.{' '}
            <button type="button" onClick={() => write(written)}>
              Keep it
            </button>
          </p>
        )}
      </div>
    </div>
  );
}

function nameOf(language: string): string {
  return LANGUAGES.find(({ code }) => code === language)?.name ?? language;
}
