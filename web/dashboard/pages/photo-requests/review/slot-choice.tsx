import { Checkbox, NativeSelect, Textarea } from '@mantine/core';
import { CHANGE_REASONS, type ChangeReason } from '../../../../../src/shared/change-reasons.ts';
import { Icon } from '../../../components/index.ts';
import { stableAddress } from '../parts/photo-addresses.ts';
import type { AskableSlot, AskedDraft } from './changes-draft.ts';
import styles from './review.module.css';
import { REASONS } from './review-state.ts';

const MAX_SLOT_MESSAGE = 500;
const CHOICES = CHANGE_REASONS.map((value) => ({ value, label: REASONS[value] }));

interface SlotChoiceProps {
  slot: AskableSlot;
  asked: AskedDraft;
  errorOf: (field: 'reason' | 'message') => string | undefined;
  /** The dialog opens with the focus here. */
  isFocused: boolean;
  onEdit: (changes: Partial<AskedDraft>) => void;
}

/** A slot that can be chosen, and below it why. */
export function SlotChoice({ slot, asked, errorOf, isFocused, onEdit }: SlotChoiceProps) {
  const { slot_index, label, photos } = slot;
  const name = `photo ${slot_index + 1}`;
  return (
    <li className={styles.choice} data-asked={asked.isAsked || undefined} data-testid="slot-choice">
      <div className={styles.choiceHead}>
        <Pictures slot={slot} />
        <Checkbox
          className={styles.check}
          label={<span dir="auto">{label}</span>}
          description={photos.length === 0 ? 'Not provided' : undefined}
          checked={asked.isAsked}
          onChange={(event) => onEdit({ isAsked: event.currentTarget.checked })}
          data-autofocus={(isFocused && !asked.isAsked) || undefined}
          data-testid="ask-slot"
        />
      </div>
      {asked.isAsked && (
        <div className={styles.why}>
          <NativeSelect
            label="Reason"
            aria-label={`Reason for ${name}`}
            data={asked.reason === '' ? [{ value: '', label: 'Choose a reason' }, ...CHOICES] : CHOICES}
            value={asked.reason}
            error={errorOf('reason')}
            onChange={(event) => onEdit({ reason: event.currentTarget.value as ChangeReason })}
            data-autofocus={isFocused || undefined}
            data-testid="ask-reason"
          />
          <Textarea
            label={asked.reason === 'other' ? 'What is wrong' : 'What is wrong (optional)'}
            aria-label={`What is wrong with ${name}`}
            required={asked.reason === 'other'}
            value={asked.message}
            error={errorOf('message')}
            onChange={(event) => onEdit({ message: event.currentTarget.value })}
            maxLength={MAX_SLOT_MESSAGE}
            autosize
            minRows={1}
            maxRows={4}
            data-testid="ask-message"
          />
        </div>
      )}
    </li>
  );
}

/** The first photo of the slot, and how many more there are. */
function Pictures({ slot: { photos } }: { slot: AskableSlot }) {
  const [first, ...others] = photos;
  return (
    <span className={styles.picture} aria-hidden="true">
      {first === undefined ? (
        <Icon name="image" size={20} />
      ) : (
        <img src={stableAddress(first.thumbnail_url)} alt="" loading="lazy" decoding="async" />
      )}
      {others.length > 0 && <small>+{others.length}</small>}
    </span>
  );
}
