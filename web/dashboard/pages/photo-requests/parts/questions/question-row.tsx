import { NativeSelect, Switch, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { QuestionType } from '../../../../../../src/shared/questions.ts';
import { Grip, RowButtons } from '../row-controls.tsx';
import type { DraftQuestion } from './draft-questions.ts';
import { QuestionMore } from './question-more.tsx';
import { typeChoices } from './question-types.ts';
import styles from './questions-editor.module.css';
import { TypeFields } from './type-fields.tsx';

interface QuestionRowProps {
  questions: DraftQuestion[];
  index: number;
  question: DraftQuestion;
  allowsIdentifier: boolean;
  errorOf: (field: string) => string | undefined;
  onEdit: (changes: Partial<DraftQuestion>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  list: React.RefObject<HTMLOListElement | null>;
}

/** One question: what is asked and how it is answered, and the rest folded away. */
export function QuestionRow(props: QuestionRowProps) {
  const { questions, index, question, allowsIdentifier, errorOf, onEdit, onMove, onRemove, list } = props;
  const [dragged, setDragged] = useState(false);
  const name = `question ${index + 1}`;
  const moveByKey = (event: React.KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || step === 0) return;
    event.preventDefault();
    onMove(index + step);
  };
  return (
    <li
      className={styles.question}
      data-row={question.key}
      data-dragged={dragged || undefined}
      onKeyDown={moveByKey}
      data-testid="question"
    >
      <Grip {...{ index, list, onMove, dragged }} onDrag={setDragged} testId="question-grip" />
      <span className={styles.number} aria-hidden="true">
        {index + 1}
      </span>
      <Textarea
        aria-label={`What ${name} asks`}
        placeholder={index === 0 ? 'Was anyone injured?' : 'What do you want to know?'}
        value={question.label}
        error={errorOf('label')}
        maxLength={500}
        autosize
        minRows={1}
        maxRows={5}
        onChange={(event) => onEdit({ label: event.currentTarget.value })}
        data-testid="question-label"
      />
      <div className={styles.buttons}>
        <RowButtons {...{ name, index, onMove, onRemove }} count={questions.length} />
      </div>
      <div className={styles.how}>
        <NativeSelect
          className={styles.type}
          aria-label={`How ${name} is answered`}
          data={typeChoices(allowsIdentifier)}
          value={question.type}
          error={errorOf('type')}
          onChange={(event) => onEdit({ type: event.currentTarget.value as QuestionType })}
          data-testid="question-type"
        />
        <Switch
          label="Required"
          aria-label={`Required: ${name}`}
          checked={question.is_required}
          onChange={(event) => onEdit({ is_required: event.currentTarget.checked })}
          data-testid="question-required"
        />
      </div>
      <div className={styles.rest}>
        <TypeFields {...{ question, name, errorOf, onEdit }} />
        <QuestionMore {...{ question, questions, index, name, errorOf, onEdit }} />
      </div>
    </li>
  );
}
