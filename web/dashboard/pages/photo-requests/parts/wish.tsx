import type { PhotoRequest } from '../../../../../src/photo-requests/schema.ts';
import styles from './wish.module.css';

/** What the customer is asked for, photo by photo. */
export function Wish({ asked }: { asked: Pick<PhotoRequest, 'instructions' | 'photo_slots'> }) {
  return (
    <>
      <p className={styles.wish} dir="auto">
        {asked.instructions}
      </p>
      {asked.photo_slots.length > 0 && (
        <ol className={styles.slots}>
          {asked.photo_slots.map(({ instructions, is_required }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a row has a state of its own.
            <li key={index}>
              <span dir="auto">{instructions}</span>
              {!is_required && <em>optional</em>}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
