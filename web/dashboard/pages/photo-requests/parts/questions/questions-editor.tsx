import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { MAX_QUESTIONS } from '../../../../../../src/shared/questions.ts';
import { Icon } from '../../../../components/index.ts';
import { moveItem } from '../list-order.ts';
import { questionProblems } from './conditions.ts';
import { type DraftQuestion, draftQuestion, editQuestion } from './draft-questions.ts';
import { QuestionRow } from './question-row.tsx';
import styles from './questions-editor.module.css';

export interface QuestionsEditorProps {
  questions: DraftQuestion[];
  onChange: (questions: DraftQuestion[]) => void;
  /** Permanent links can ask for a reference. */
  allowsIdentifier: boolean;
  /** By field: `questions`, `questions.0.label` and the like. */
  errors: Record<string, string>;
}

/** What customers are asked beside the photos. Their order is changed by dragging, with the arrows, or with Alt and the arrow keys. */
export function QuestionsEditor(props: QuestionsEditorProps) {
  const { questions, onChange, allowsIdentifier, errors: refused } = props;
  const list = useRef<HTMLOListElement>(null);
  const [said, say] = useState('');
  const errors = { ...refused, ...questionProblems(questions) };
  const isFull = questions.length >= MAX_QUESTIONS;

  /** Drawn at once: whoever types on without a pause finds their letters in the field that was promised. */
  const changeAndFocus = (changed: DraftQuestion[], selector: string) => {
    flushSync(() => onChange(changed));
    list.current?.querySelector<HTMLElement>(selector)?.focus();
  };
  const move = (from: number, to: number) => {
    const moved = moveItem(questions, from, to);
    if (moved === questions) return;
    onChange(moved);
    say(`Moved to position ${to + 1} of ${questions.length}.`);
  };
  const add = () => {
    const question = draftQuestion();
    changeAndFocus([...questions, question], `[data-row="${question.key}"] textarea`);
  };
  const remove = (index: number) => {
    say(`Question ${index + 1} removed.`);
    const next = questions[index + 1] ?? questions[index - 1];
    changeAndFocus(
      questions.filter((_, at) => at !== index),
      next === undefined ? '[data-add]' : `[data-row="${next.key}"] textarea`,
    );
  };

  return (
    <div className={styles.editor}>
      <ol className={styles.questions} ref={list} data-testid="questions">
        {questions.map((question, index) => (
          <QuestionRow
            key={question.key}
            {...{ questions, question, index, allowsIdentifier, list }}
            errorOf={(field) => errors[`questions.${index}.${field}`]}
            onEdit={(changes) => onChange(editQuestion(questions, question.key, changes))}
            onMove={(to) => move(index, to)}
            onRemove={() => remove(index)}
          />
        ))}
        <li className={styles.addRow}>
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
            onClick={add}
            disabled={isFull}
            data-add
            data-testid="add-question"
          >
            {questions.length === 0 ? 'Add a question' : 'Add another question'}
          </Button>
          {isFull && <span>{MAX_QUESTIONS} questions at most.</span>}
        </li>
      </ol>
      {errors.questions !== undefined && (
        <p className={styles.error} role="alert" tabIndex={-1} data-field-error>
          {errors.questions}
        </p>
      )}
      <span className={styles.unseen} role="status">
        {said}
      </span>
    </div>
  );
}
