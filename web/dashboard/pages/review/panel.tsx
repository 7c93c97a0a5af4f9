import type { ShownPhotoRequest } from '../../../../src/photo-requests/web-schema.ts';
import type { Photo } from '../../../../src/photos/schema.ts';
import { displayCode } from '../../../../src/shared/short-code.ts';
import { Facts, StatusBadge, Time } from '../../components/index.ts';
import { AnswerFacts } from '../photo-requests/detail/answers.tsx';
import { Evidence } from '../photo-requests/detail/evidence.tsx';
import { HINTS, labelOf } from '../photo-requests/detail/photo-text.ts';
import { isHeld } from '../photo-requests/parts/held.ts';
import { stableAddress } from '../photo-requests/parts/photo-addresses.ts';
import styles from './panel.module.css';
import { sentAt } from './queue.ts';
import review from './review.module.css';
import type { LookedAt } from './use-looked-at.ts';

/** What was asked for, what speaks for and against the photo, and whose it is. */
export function Panel({ request, look }: { request: ShownPhotoRequest; look: LookedAt }) {
  const { photo } = look;
  return (
    <aside className={styles.panel} aria-label="About this submission">
      <RequestPart request={request} />
      {photo !== undefined && <PhotoPart request={request} photo={photo} look={look} />}
      <NotProvided request={request} />
      {request.answers.length > 0 && (
        <div className={styles.part}>
          <h3>Answers</h3>
          <AnswerFacts request={request} />
        </div>
      )}
      {photo !== undefined && photo.evidence.length > 0 && <Evidence findings={photo.evidence} />}
    </aside>
  );
}

function RequestPart({ request }: { request: ShownPhotoRequest }) {
  const { external_id, instructions, recipient_email, round } = request;
  return (
    <div className={styles.part}>
      {isHeld(request) && (
        <p className={styles.badges} data-testid="queue-held">
          <StatusBadge text="Held" tone="warn" />
          <span>A check warned of a photo. It isn’t counted or told of until you approve it.</span>
        </p>
      )}
      {external_id !== null && (
        <p className={styles.instructions} dir="auto">
          {instructions}
        </p>
      )}
      <Facts
        items={[
          { label: 'Customer', value: recipient_email ?? 'No email address' },
          { label: 'Submitted', value: <Time value={sentAt(request)} /> },
          { label: 'Code', value: displayCode(request.unique_code) },
          ...(round > 1 ? [{ label: 'Round', value: String(round) }] : []),
        ]}
      />
    </div>
  );
}

function PhotoPart({ request, photo, look }: { request: ShownPhotoRequest; photo: Photo; look: LookedAt }) {
  const slot = request.photo_slots[photo.slot_index];
  const earlier = request.superseded_items.filter(({ slot_index }) => slot_index === photo.slot_index);
  const { quality_hint } = photo.metadata;
  return (
    <div className={styles.part}>
      <h2 dir="auto" data-testid="queue-slot">
        {labelOf(photo)}
      </h2>
      {slot != null && slot.hint !== null && (
        <p className={styles.hint} dir="auto">
          {slot.hint}
        </p>
      )}
      {(photo.round > 1 || quality_hint !== undefined) && (
        <p className={styles.badges}>
          {photo.round > 1 && <StatusBadge text={`Round ${photo.round}`} tone="calm" />}
          {quality_hint !== undefined && <StatusBadge text={HINTS[quality_hint]} tone="warn" />}
        </p>
      )}
      {earlier.length > 0 && (
        <div className={review.earlier}>
          <span>Before</span>
          {earlier.map((old) => (
            <button
              key={old.id}
              type="button"
              aria-label={`Open the photo of round ${old.round}`}
              onClick={() => look.zoom(look.all.indexOf(old))}
            >
              <img src={stableAddress(old.thumbnail_url)} alt="" decoding="async" />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Slots that stayed empty have no photo that would tell of them. */
function NotProvided({ request: { photo_slots, items } }: { request: ShownPhotoRequest }) {
  const empty = photo_slots.filter((_, index) => !items.some(({ slot_index }) => slot_index === index));
  if (empty.length === 0) return null;
  return (
    <div className={styles.part}>
      <h3>Not provided</h3>
      <ul className={styles.empty}>
        {empty.map(({ instructions }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a row has a state of its own.
          <li key={index} dir="auto">
            {instructions}
          </li>
        ))}
      </ul>
    </div>
  );
}
