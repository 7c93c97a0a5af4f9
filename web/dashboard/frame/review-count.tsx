import { useReviewCount } from '../api/review-count.ts';
import styles from './navigation.module.css';

/** The server counts up to this. */
const MAX_COUNTED = 1_000;

/** How many submissions wait for a decision; nothing where none does. */
export function ReviewCount() {
  const count = useReviewCount() ?? 0;
  if (count === 0) return null;
  return (
    <span className={styles.count} data-testid="review-count">
      {count >= MAX_COUNTED ? '999+' : count}
      <span className={styles.unseen}> to review</span>
    </span>
  );
}
