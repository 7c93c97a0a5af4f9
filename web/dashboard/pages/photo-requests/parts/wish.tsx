import type { PhotoRequest } from '../../../../../src/photo-requests/schema.ts';
import { typeText } from './questions/question-types.ts';
import { GuidePicture, SlotPicture } from './slot-pictures/pictures.tsx';
import styles from './wish.module.css';

type Asked = Pick<PhotoRequest, 'instructions' | 'photo_slots' | 'questions'>;

/** What the customer is asked for, photo by photo and question by question. */
export function Wish({ asked }: { asked: Asked }) {
  return (
    <>
      <p className={styles.wish} dir="auto">
        {asked.instructions}
      </p>
      {asked.photo_slots.length > 0 && (
        <ol className={styles.slots}>
          {asked.photo_slots.map((slot, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a row has a state of its own.
            <li key={index}>
              <span dir="auto">
                {slot.instructions}
                {slot.hint !== null && <small>{slot.hint}</small>}
              </span>
              <Pictures slot={slot} />
              {(slot.max_photos > 1 || !slot.is_required) && <em>{notesOf(slot)}</em>}
            </li>
          ))}
        </ol>
      )}
      {asked.questions.length > 0 && (
        <>
          <h3 className={styles.heading}>Questions</h3>
          <ol className={styles.slots} data-testid="asked-questions">
            {asked.questions.map((question) => (
              <li key={question.id}>
                <span dir="auto">{question.label}</span>
                <em>{[typeText(question), ...(question.is_required ? [] : ['optional'])].join(', ')}</em>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

/** What helps the customer to take it. */
function Pictures({ slot }: { slot: Asked['photo_slots'][number] }) {
  const { guide, guide_image_id, example_image_id } = slot;
  return (
    <>
      {guide !== null && (
        <i className={styles.picture} role="img" aria-label="Camera guide" title="Camera guide">
          <GuidePicture guide={guide} />
        </i>
      )}
      {guide_image_id !== null && (
        <i className={styles.picture} role="img" aria-label="Camera guide" title="Camera guide">
          <SlotPicture id={guide_image_id} purpose="guide" />
        </i>
      )}
      {example_image_id !== null && (
        <i className={styles.picture} role="img" aria-label="Example picture" title="Example picture">
          <SlotPicture id={example_image_id} purpose="example" />
        </i>
      )}
    </>
  );
}

/** "2 to 4 photos, optional" */
function notesOf({ is_required, min_photos, max_photos }: PhotoRequest['photo_slots'][number]): string {
  const count = min_photos === max_photos ? `${max_photos} photos` : `${min_photos} to ${max_photos} photos`;
  return [...(max_photos > 1 ? [count] : []), ...(is_required ? [] : ['optional'])].join(', ');
}
