import type { ComponentChildren } from 'preact';
import type { PageQuestion } from '../../../src/capture/pages/page-data.ts';
import { type Answer, MAX_TEXT, type Question } from '../../../src/shared/questions.ts';
import type { Controller } from '../controller.ts';
import { SignatureInput } from './signature-input.tsx';

export interface InputProps {
  c: Controller;
  question: PageQuestion;
  answer: Answer | undefined;
  fault: string | null;
  onAnswer(answer: Answer | undefined): void;
}

/** A question with what it is answered by. */
export function QuestionInput(props: InputProps) {
  const { type } = props.question;
  if (type === 'yes_no' || type === 'single_choice' || type === 'multiple_choice')
    return <Choice {...props} />;
  if (type === 'signature')
    return (
      <Group {...props}>
        <SignatureInput {...props} />
      </Group>
    );
  return <Field {...props} />;
}

function Field({ c, question, answer, fault, onAnswer }: InputProps) {
  const { id, type, label, unit } = question;
  const attributes = {
    id: `question-${id}`,
    'aria-invalid': fault !== null,
    'aria-describedby': `note-${id}`,
    dir: 'auto' as const,
    onInput: (event: { currentTarget: { value: string } }) =>
      onAnswer(answerIn(type, event.currentTarget.value)),
  };
  const shown = answer === undefined ? '' : String(answer);
  return (
    <div class="question">
      <label htmlFor={attributes.id} dir="auto">
        {label} <Optional c={c} question={question} />
      </label>
      {type === 'long_text' ? (
        <textarea {...attributes} value={shown} maxLength={MAX_TEXT.long_text} />
      ) : (
        <span class="measured">
          <input
            {...attributes}
            value={shown}
            {...(type === 'date' ? { type: 'date' } : { type: 'text' })}
            inputMode={type === 'number' ? 'decimal' : 'text'}
            autocomplete="off"
            maxLength={MAX_TEXT.short_text}
          />
          {unit}
        </span>
      )}
      <Note question={question} fault={fault} />
    </div>
  );
}

/** What cannot be read as a number stays text, so that it can be corrected. */
function answerIn(type: Question['type'], text: string): Answer | undefined {
  if (text === '') return undefined;
  const number = Number(text.trim().replace(',', '.'));
  // "1." is on its way to "1.5".
  return type === 'number' && /^[+-]?\d+([.,]\d+)?$/.test(text.trim()) ? number : text;
}

function Choice(props: InputProps) {
  const { c, question, answer, fault, onAnswer } = props;
  const { id, type } = question;
  const isMany = type === 'multiple_choice';
  const options: { value: string | boolean; text: string }[] =
    type === 'yes_no'
      ? [true, false].map((value) => ({
          value,
          text: c.language.say(value ? 'questions_yes' : 'questions_no'),
        }))
      : question.options.map((value, index) => ({ value, text: question.labels?.[index] ?? value }));
  const chosen = Array.isArray(answer) ? answer : [];
  function choose(value: string | boolean, isOn: boolean): void {
    const others = chosen.filter((option) => option !== value);
    if (isMany) onAnswer(isOn ? [...others, String(value)] : others);
    else onAnswer(value);
  }
  return (
    <Group {...props}>
      {options.map(({ value, text }, index) => (
        <label class="option" key={value}>
          <input
            type={isMany ? 'checkbox' : 'radio'}
            name={`question-${id}`}
            checked={isMany ? chosen.includes(String(value)) : answer === value}
            aria-invalid={fault !== null && index === 0}
            onChange={(event) => choose(value, event.currentTarget.checked)}
          />
          <span dir="auto">{text}</span>
        </label>
      ))}
    </Group>
  );
}

function Group({ c, question, fault, children }: InputProps & { children?: ComponentChildren }) {
  return (
    <fieldset class="question" aria-describedby={`note-${question.id}`}>
      <legend dir="auto">
        {question.label} <Optional c={c} question={question} />
      </legend>
      {children}
      <Note question={question} fault={fault} />
    </fieldset>
  );
}

function Optional({ c, question }: Pick<InputProps, 'c' | 'question'>) {
  return question.is_required ? null : <small>({c.language.say('optional')})</small>;
}

function Note({ question, fault }: Pick<InputProps, 'question' | 'fault'>) {
  return (
    <div id={`note-${question.id}`}>
      {question.help && <small dir="auto">{question.help}</small>}
      {fault !== null && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
