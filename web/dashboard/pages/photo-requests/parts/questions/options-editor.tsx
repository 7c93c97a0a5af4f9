import { Button, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { MAX_OPTIONS } from '../../../../../../src/shared/questions.ts';
import { Icon } from '../../../../components/index.ts';
import { RowButton } from '../row-controls.tsx';
import { type DraftOption, draftOption } from './draft-questions.ts';
import styles from './questions-editor.module.css';

const MAX_OPTION = 200;

interface OptionsEditorProps {
  options: DraftOption[];
  /** "question 2" */
  name: string;
  error: string | undefined;
  onChange: (options: DraftOption[]) => void;
}

/** What there is to choose from. Enter leads to the next line, and a pasted list becomes lines. */
export function OptionsEditor({ options, name, error, onChange }: OptionsEditorProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  const isFull = options.length >= MAX_OPTIONS;

  const changeAndFocus = (changed: DraftOption[], index: number) => {
    flushSync(() => onChange(changed));
    list.current?.querySelectorAll<HTMLElement>('input').item(index)?.focus();
  };
  const addAfter = (index: number) => {
    if (isFull) return;
    changeAndFocus([...options.slice(0, index + 1), draftOption(), ...options.slice(index + 1)], index + 1);
  };
  const remove = (index: number) =>
    changeAndFocus(
      options.filter((_, at) => at !== index),
      Math.max(index - 1, 0),
    );
  const paste = (event: React.ClipboardEvent, index: number) => {
    const lines = event.clipboardData
      .getData('text')
      .split(/\r?\n/)
      .map((line) => line.trim().slice(0, MAX_OPTION));
    const texts = lines.filter((line) => line !== '');
    if (texts.length < 2) return;
    event.preventDefault();
    const kept = options.slice(0, index + (options[index]?.text.trim() === '' ? 0 : 1));
    const after = options.slice(index + 1).filter(({ text }) => text.trim() !== '');
    const all = [...kept, ...texts.map(draftOption), ...after].slice(0, MAX_OPTIONS);
    changeAndFocus(all, Math.min(kept.length + texts.length, all.length) - 1);
  };

  return (
    <fieldset className={styles.options} ref={list} aria-label={`Options of ${name}`}>
      {options.map(({ key, text }, index) => (
        <div className={styles.option} key={key}>
          <TextInput
            aria-label={`Option ${index + 1} of ${name}`}
            placeholder={`Option ${index + 1}`}
            value={text}
            maxLength={MAX_OPTION}
            aria-invalid={error !== undefined && index === 0 ? true : undefined}
            onChange={({ currentTarget }) =>
              onChange(options.map((one) => (one.key === key ? { key, text: currentTarget.value } : one)))
            }
            onPaste={(event) => paste(event, index)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault();
                addAfter(index);
              } else if (event.key === 'Backspace' && text === '' && options.length > 2) {
                event.preventDefault();
                remove(index);
              }
            }}
            data-testid="question-option"
          />
          <RowButton
            label={`Remove option ${index + 1} of ${name}`}
            icon="close"
            idle={options.length <= 2}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      {error !== undefined && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        className={styles.addOption}
        leftSection={<Icon name="plus" size={14} />}
        onClick={() => addAfter(options.length - 1)}
        disabled={isFull}
        data-testid="add-option"
      >
        Add option
      </Button>
    </fieldset>
  );
}
