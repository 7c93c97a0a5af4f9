import type { PhotoRequest } from '../../../../../src/photo-requests/schema.ts';
import styles from './review.module.css';
import { whyText } from './review-state.ts';

type Asked = Pick<PhotoRequest, 'photo_slots' | 'questions' | 'review'>;

/** Which photos the customer has been asked to take again, which questions to answer again, and why. */
export function AskedSlots({ request: { photo_slots, questions, review } }: { request: Asked }) {
  return (
    <ul className={styles.asked} data-testid="asked-slots">
      {(review?.slots ?? []).map(({ slot_index, reason, message }) => (
        <li key={slot_index}>
          <span className={styles.number} aria-hidden="true">
            {slot_index + 1}
          </span>
          <div>
            <b dir="auto">{photo_slots[slot_index]?.instructions ?? `Photo ${slot_index + 1}`}</b>
            <span dir="auto">{whyText(reason, message)}</span>
          </div>
        </li>
      ))}
      {(review?.questions ?? []).map(({ question_id, message }) => (
        <li key={question_id}>
          <span className={styles.number} aria-hidden="true">
            ?
          </span>
          <div>
            <b dir="auto">{questions.find(({ id }) => id === question_id)?.label ?? 'A question'}</b>
            <span dir="auto">{message ?? 'To be answered again'}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}
