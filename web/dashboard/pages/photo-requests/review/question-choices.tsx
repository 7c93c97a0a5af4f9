import { Checkbox, Textarea } from '@mantine/core';
import type { PhotoRequest } from '../../../../../src/photo-requests/schema.ts';
import { answerText } from '../detail/answer-text.ts';
import layout from '../parts/form-layout.module.css';
import type { AskedAnswerDraft, ChangesDraft } from './changes-draft.ts';
import styles from './review.module.css';

const MAX_MESSAGE = 500;

interface QuestionChoicesProps {
  request: Pick<PhotoRequest, 'questions' | 'answers'>;
  draft: ChangesDraft['questions'];
  onEdit: (questions: ChangesDraft['questions']) => void;
}

/** Which questions the customer has to answer again, each with what they answered. */
export function QuestionChoices({ request: { questions, answers }, draft, onEdit }: QuestionChoicesProps) {
  if (questions.length === 0) return null;
  const answerOf = (id: string, unit: string | null) => {
    const answer = answers.find(({ question_id }) => question_id === id);
    return answer === undefined ? 'Not answered' : answerText(answer, unit);
  };
  return (
    <fieldset className={layout.choices}>
      <legend>Questions to answer again</legend>
      <ul className={styles.choices}>
        {questions.map(({ id, label, unit }) => {
          const asked = draft[id] ?? { isAsked: false, message: '' };
          const edit = (changes: Partial<AskedAnswerDraft>) =>
            onEdit({ ...draft, [id]: { ...asked, ...changes } });
          return (
            <li
              key={id}
              className={styles.choice}
              data-asked={asked.isAsked || undefined}
              data-testid="question-choice"
            >
              <Checkbox
                className={styles.check}
                label={<span dir="auto">{label}</span>}
                description={
                  <span className={styles.answer} dir="auto">
                    {answerOf(id, unit)}
                  </span>
                }
                checked={asked.isAsked}
                onChange={(event) => edit({ isAsked: event.currentTarget.checked })}
                data-testid="ask-question"
              />
              {asked.isAsked && (
                <Textarea
                  className={styles.whyAnswer}
                  label="What is wrong (optional)"
                  aria-label={`What is wrong with the answer to “${label}”`}
                  value={asked.message}
                  onChange={(event) => edit({ message: event.currentTarget.value })}
                  maxLength={MAX_MESSAGE}
                  autosize
                  minRows={1}
                  maxRows={4}
                  data-testid="ask-question-message"
                />
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
