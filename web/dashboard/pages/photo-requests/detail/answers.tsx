import type { PhotoRequest } from '../../../../../src/photo-requests/schema.ts';
import type { WireAnswer } from '../../../../../src/questions/schema.ts';
import { Facts, Section } from '../../../components/index.ts';
import { answerText, isDrawing } from './answer-text.ts';
import styles from './detail.module.css';

/** What the customer answered, in the order of the questions. */
export function Answers({ request }: { request: Pick<PhotoRequest, 'answers' | 'questions'> }) {
  const { answers, questions } = request;
  if (answers.length === 0) return null;
  const unitOf = (id: string) => questions.find((question) => question.id === id)?.unit ?? null;
  const items = answers.map(({ question_id, label, value }) => ({
    key: question_id,
    label,
    value: <Value value={value} label={label} unit={unitOf(question_id)} />,
  }));
  return (
    <Section title="Answers">
      <div data-testid="answers">
        <Facts items={items} />
      </div>
    </Section>
  );
}

function Value({ value, label, unit }: { value: WireAnswer['value']; label: string; unit: string | null }) {
  // As a picture, in which nothing can run.
  if (isDrawing(value))
    return (
      <img className={styles.signature} src={`data:image/svg+xml,${encodeURIComponent(value)}`} alt={label} />
    );
  return (
    <span className={styles.answer} dir="auto">
      {answerText(value, unit)}
    </span>
  );
}
