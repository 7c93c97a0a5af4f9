import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { Part } from '../../../../../../src/shared/questions.ts';
import { Icon } from '../../../../components/index.ts';
import { ConditionFields } from './condition-fields.tsx';
import { possibleConditions } from './conditions.ts';
import { type DraftQuestion, moreText } from './draft-questions.ts';
import styles from './questions-editor.module.css';
import type { QuestionFieldsProps } from './type-fields.tsx';

/** What few questions need. */
export function QuestionMore(props: QuestionFieldsProps & { questions: DraftQuestion[]; index: number }) {
  const { question, questions, index, name, errorOf, onEdit } = props;
  const set = moreText(question);
  const possible = possibleConditions(questions, index).map((other) => ({
    question: other,
    number: questions.indexOf(other) + 1,
  }));
  return (
    <details className={styles.more}>
      <summary data-testid="question-more">
        <Icon name="right" size={14} />
        More
        <span className={styles.unseen}>for {name}</span>
        {set !== '' && <span className={styles.set}>{set}</span>}
      </summary>
      <div className={styles.moreFields}>
        <Textarea
          label="Help"
          description="Shown below the question."
          value={question.help}
          error={errorOf('help')}
          maxLength={1_000}
          autosize
          minRows={1}
          maxRows={6}
          onChange={(event) => onEdit({ help: event.currentTarget.value })}
          data-testid="question-help"
        />
        <div className={styles.pair}>
          <NativeSelect
            label="Place"
            aria-label={`Place of ${name}`}
            data={[
              { value: 'after', label: 'After the photos' },
              { value: 'before', label: 'Before the photos' },
            ]}
            value={question.position}
            error={errorOf('position')}
            onChange={(event) => onEdit({ position: event.currentTarget.value as Part })}
            data-testid="question-position"
          />
          <TextInput
            label="ID of the answer"
            placeholder={`q${index + 1}`}
            value={question.id}
            error={errorOf('id')}
            maxLength={40}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            onChange={(event) => onEdit({ id: event.currentTarget.value })}
            data-testid="question-id"
          />
        </div>
        <ConditionFields
          condition={question.condition}
          name={name}
          possible={possible}
          error={errorOf('show_if')}
          onChange={(condition) => onEdit({ condition })}
        />
      </div>
    </details>
  );
}
