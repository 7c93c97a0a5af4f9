import type { PhotoRequest } from '../../../../../src/photo-requests/schema.ts';
import type { WireAnswer } from '../../../../../src/questions/schema.ts';
import { Facts, Section } from '../../../components/index.ts';
import { answerText, isDrawing } from './answer-text.ts';
import styles from './detail.module.css';

type Answered = Pick<PhotoRequest, 'answers' | 'questions'>;

export function Answers({ request }: { request: Answered }) {
  if (request.answers.length === 0) return null;
  return (
    <Section title="Answers">
      <AnswerFacts request={request} />
    </Section>
  );
}

/** What the customer answered, in the order of the questions. */
export function AnswerFacts({ request: { answers, questions } }: { request: Answered }) {
  const unitOf = (id: string) => questions.find((question) => question.id === id)?.unit ?? null;
  const items = answers.map((answer) => ({
    key: answer.question_id,
    label: answer.label,
    value: <Value answer={answer} unit={unitOf(answer.question_id)} />,
  }));
  return (
    <div className={styles.answers} data-testid="answers">
      <Facts items={items} />
    </div>
  );
}

function Value({ answer, unit }: { answer: WireAnswer; unit: string | null }) {
  const { value, label } = answer;
  // As a picture, in which nothing can run.
  if (isDrawing(value))
    return (
      <img className={styles.signature} src={`data:image/svg+xml,${encodeURIComponent(value)}`} alt={label} />
    );
  return (
    <span className={styles.answer} dir="auto">
      {answerText(answer, unit)}
    </span>
  );
}
