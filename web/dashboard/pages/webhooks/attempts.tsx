import { useTimeZone } from '../../api/workspace.tsx';
import { CodeBlock, EmptyState, Time } from '../../components/index.ts';
import forms from '../settings/forms.module.css';
import styles from './attempts.module.css';
import { OutcomeBadge, outcomeAdvice, statusText } from './outcome.tsx';
import type { Attempt, DeliveryDetail } from './types.ts';

/** Newest first: what happened last is what one came for. */
export function Attempts({ delivery }: { delivery: DeliveryDetail }) {
  const attempts = [...delivery.attempts].reverse();
  const expects = delivery.is_under_way || delivery.next_attempt_at !== null;
  if (attempts.length === 0 && !expects)
    return (
      <EmptyState icon="clock" title="No attempts yet">
        {delivery.status === 'held'
          ? 'The endpoint was disabled when this was due. Enable it, then resend this delivery.'
          : 'The first attempt starts shortly.'}
      </EmptyState>
    );
  return (
    <ol className={styles.timeline} data-testid="attempts">
      {expects && (
        <li data-tone="next">
          {delivery.is_under_way ? (
            'Attempt in progress.'
          ) : (
            <p>
              Next attempt: <Time value={delivery.next_attempt_at} show="both" />
            </p>
          )}
        </li>
      )}
      {attempts.map((attempt) => (
        <AttemptEntry key={attempt.number} attempt={attempt} />
      ))}
    </ol>
  );
}

function AttemptEntry({ attempt }: { attempt: Attempt }) {
  const advice = outcomeAdvice(attempt);
  return (
    <li data-tone={attempt.outcome === 'delivered' ? 'good' : 'bad'} data-testid="attempt">
      <div className={styles.attemptHead}>
        <b>Attempt {attempt.number}</b>
        <OutcomeBadge outcome={attempt.outcome} />
        <span>{statusText(attempt)}</span>
      </div>
      <p className={forms.quiet}>
        <Moment value={attempt.started_at} /> · {attempt.duration_ms.toLocaleString('en')} ms ·{' '}
        {attempt.address ?? 'not connected'}
      </p>
      {advice !== null && <p>{advice}</p>}
      {attempt.answer !== null && attempt.answer !== '' && (
        <CodeBlock code={attempt.answer} label="Response body" wrap />
      )}
    </li>
  );
}

/** To the second: attempts may be five seconds apart. */
function Moment({ value }: { value: string }) {
  const timeZone = useTimeZone();
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone });
  return <time dateTime={value}>{text.format(Date.parse(value))}</time>;
}
