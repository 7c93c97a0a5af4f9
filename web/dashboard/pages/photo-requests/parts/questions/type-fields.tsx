import { NumberInput, TextInput } from '@mantine/core';
import { type DraftQuestion, isChoice } from './draft-questions.ts';
import { OptionsEditor } from './options-editor.tsx';
import styles from './questions-editor.module.css';

export interface QuestionFieldsProps {
  question: DraftQuestion;
  /** "question 2" */
  name: string;
  errorOf: (field: string) => string | undefined;
  onEdit: (changes: Partial<DraftQuestion>) => void;
}

const LIMIT = 1e12;

/** What only questions of this type have. */
export function TypeFields(props: QuestionFieldsProps) {
  const { question, name, errorOf, onEdit } = props;
  if (isChoice(question))
    return (
      <OptionsEditor
        options={question.options}
        name={name}
        error={errorOf('options')}
        onChange={(options) => onEdit({ options })}
      />
    );
  if (question.type === 'number') return <NumberFields {...props} />;
  if (question.type !== 'identifier') return null;
  return (
    <TextInput
      label="Pattern (optional)"
      description="A regular expression that the whole answer must match. The answer becomes the submission’s reference."
      placeholder="[A-Z]{2}-[0-9]{5}"
      value={question.pattern}
      error={errorOf('pattern')}
      maxLength={200}
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      onChange={(event) => onEdit({ pattern: event.currentTarget.value })}
      data-testid="question-pattern"
    />
  );
}

function NumberFields({ question, errorOf, onEdit }: QuestionFieldsProps) {
  return (
    <div className={styles.numbers}>
      {(['min', 'max'] as const).map((field) => (
        <NumberInput
          key={field}
          label={field === 'min' ? 'Smallest' : 'Largest'}
          placeholder="Any"
          hideControls
          min={-LIMIT}
          max={LIMIT}
          value={question[field]}
          error={errorOf(field)}
          onChange={(value) => onEdit({ [field]: typeof value === 'number' ? value : '' })}
          data-testid={`question-${field}`}
        />
      ))}
      <TextInput
        label="Unit"
        placeholder="km"
        value={question.unit}
        error={errorOf('unit')}
        maxLength={20}
        onChange={(event) => onEdit({ unit: event.currentTarget.value })}
        data-testid="question-unit"
      />
    </div>
  );
}
