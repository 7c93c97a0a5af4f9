import { Button, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { directionOf } from '../../../../src/shared/languages.ts';
import { MAIL_FIELD_RULES, type MailField, type Placeholder } from '../../../../src/shared/mail-texts.ts';
import { Icon } from '../../components/index.ts';
import styles from './emails.module.css';
import { FIELD_TEXTS, PLACEHOLDER_TEXTS } from './placeholder-texts.ts';

interface WordingFieldProps {
  field: MailField;
  lang: string;
  value: string;
  original: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The words around a field are English in every language. */
const LTR = { direction: 'ltr' } as const;

/** One part of an email, what can be inserted into it, and the original where it differs. */
export function WordingField({ field, lang, value, original, error, onChange }: WordingFieldProps) {
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const { label, help } = FIELD_TEXTS[field];
  const { required, placeholders } = MAIL_FIELD_RULES[field];
  const shared = {
    ref: input,
    label,
    description: help,
    value,
    error,
    required,
    withAsterisk: false,
    lang,
    dir: directionOf(lang),
    styles: { label: LTR, description: LTR, error: LTR },
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange(event.currentTarget.value),
    'data-testid': `mail-${field}`,
  };

  function insert(placeholder: Placeholder): void {
    const box = input.current;
    const [start, end] = [box?.selectionStart ?? value.length, box?.selectionEnd ?? value.length];
    const inserted = `{${placeholder}}`;
    // Drawn at once: whoever types on without a pause finds their letters in the field.
    flushSync(() => onChange(value.slice(0, start) + inserted + value.slice(end)));
    box?.focus();
    box?.setSelectionRange(start + inserted.length, start + inserted.length);
  }

  return (
    <div className={styles.field}>
      {field === 'text' ? (
        <Textarea {...shared} autosize minRows={5} maxRows={16} />
      ) : (
        <TextInput {...shared} />
      )}
      <fieldset className={styles.chips}>
        <legend>Insert into the {label.toLowerCase()}</legend>
        {placeholders.map((placeholder) => (
          <button
            key={placeholder}
            type="button"
            className={styles.chip}
            onClick={() => insert(placeholder)}
            data-testid={`insert-${field}-${placeholder}`}
          >
            <Icon name="plus" size={13} />
            {PLACEHOLDER_TEXTS[placeholder].label}
          </button>
        ))}
      </fieldset>
      {value !== original && (
        <Original field={field} lang={lang} original={original} onUse={() => onChange(original)} />
      )}
    </div>
  );
}

function Original({
  field,
  lang,
  original,
  onUse,
}: Pick<WordingFieldProps, 'field' | 'lang' | 'original'> & { onUse: () => void }) {
  return (
    <div className={styles.original} data-testid={`original-${field}`}>
      <div>
        <b>Original</b>
        {original === '' ? (
          <i>None</i>
        ) : (
          <p lang={lang} dir={directionOf(lang)}>
            {original}
          </p>
        )}
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={onUse}
        aria-label={`Use original ${FIELD_TEXTS[field].label.toLowerCase()}`}
      >
        Use original
      </Button>
    </div>
  );
}
