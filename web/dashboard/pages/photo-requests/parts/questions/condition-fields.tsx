import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { conditionOn } from './conditions.ts';
import { type DraftCondition, type DraftQuestion, isChoice, optionTexts } from './draft-questions.ts';
import styles from './questions-editor.module.css';

interface ConditionFieldsProps {
  condition: DraftCondition | null;
  name: string;
  /** The earlier questions that it can depend on, with their numbers. */
  possible: { question: DraftQuestion; number: number }[];
  error: string | undefined;
  onChange: (condition: DraftCondition | null) => void;
}

/** Asked always, or only if an earlier question has a certain answer. */
export function ConditionFields({ condition, name, possible, error, onChange }: ConditionFieldsProps) {
  const other = possible.find(({ question }) => question.key === condition?.key)?.question;
  const isLost = condition !== null && other === undefined;
  if (possible.length === 0 && condition === null) return null;
  return (
    <div className={styles.condition}>
      <NativeSelect
        label="When to ask"
        aria-label={`When to ask ${name}`}
        value={condition === null ? '' : isLost ? 'lost' : String(condition.key)}
        error={other === undefined ? error : undefined}
        onChange={(event) => {
          const key = Number(event.currentTarget.value);
          const chosen = possible.find(({ question }) => question.key === key)?.question;
          onChange(chosen === undefined ? null : conditionOn(chosen));
        }}
        data-testid="question-condition"
      >
        <option value="">Always</option>
        {isLost && (
          <option value="lost" disabled>
            A question that can’t be used here anymore
          </option>
        )}
        {possible.map(({ question, number }) => (
          <option key={question.key} value={question.key}>
            Depends on {number}. {shortened(question.label)}
          </option>
        ))}
      </NativeSelect>
      {condition !== null && other !== undefined && (
        <AnswerField
          other={other}
          equals={condition.equals}
          name={name}
          error={error}
          onChange={(equals) => onChange({ ...condition, equals })}
        />
      )}
    </div>
  );
}

const SHORT = 60;

function shortened(label: string): string {
  const text = label.trim();
  return text.length > SHORT ? `${text.slice(0, SHORT - 1)}…` : text;
}

interface AnswerFieldProps {
  other: DraftQuestion;
  equals: DraftCondition['equals'];
  name: string;
  error: string | undefined;
  onChange: (equals: DraftCondition['equals']) => void;
}

function AnswerField({ other, equals, name, error, onChange }: AnswerFieldProps) {
  const shared = {
    label: other.type === 'multiple_choice' ? 'If the answer includes' : 'If the answer is',
    'aria-label': `Answer that ${name} depends on`,
    error,
    'data-testid': 'question-equals',
  };
  if (other.type === 'yes_no')
    return (
      <NativeSelect
        {...shared}
        data={[
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        value={String(equals)}
        onChange={(event) => onChange(event.currentTarget.value === 'true')}
      />
    );
  if (other.type === 'number')
    return (
      <NumberInput
        {...shared}
        hideControls
        value={typeof equals === 'number' ? equals : ''}
        onChange={(value) => onChange(typeof value === 'number' ? value : '')}
      />
    );
  if (isChoice(other)) {
    const texts = [...new Set(optionTexts(other))];
    const isKnown = texts.includes(String(equals));
    return (
      <NativeSelect
        {...shared}
        data={[...(isKnown ? [] : [{ value: '', label: 'Choose an option' }]), ...texts]}
        value={isKnown ? String(equals) : ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...shared}
      type={other.type === 'date' ? 'date' : 'text'}
      value={typeof equals === 'string' ? equals : ''}
      maxLength={200}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
