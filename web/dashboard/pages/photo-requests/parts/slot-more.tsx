import { NumberInput, Textarea } from '@mantine/core';
import { Icon } from '../../../components/index.ts';
import { PictureField } from './slot-pictures/picture-field.tsx';
import type { SlotRowProps } from './slot-row.tsx';
import { type DraftSlot, moreText } from './slots.ts';
import styles from './slots-editor.module.css';

const MAX_HINT = 1_000;

/** The maximum follows the minimum until someone sets it apart. */
function countEdit(
  slot: DraftSlot,
  field: 'min_photos' | 'max_photos',
  value: number | '',
): Partial<DraftSlot> {
  const isTogether = field === 'min_photos' && slot.min_photos === slot.max_photos;
  return isTogether ? { min_photos: value, max_photos: value } : { [field]: value };
}

type SlotMoreProps = Pick<SlotRowProps, 'slot' | 'errorOf' | 'onEdit' | 'maxPhotos'> & { name: string };

/** What few photos need: how to take them, more than one of them, and pictures that help. */
export function SlotMore({ slot, name, errorOf, onEdit, maxPhotos }: SlotMoreProps) {
  const set = moreText(slot);
  return (
    <details className={styles.more}>
      <summary data-testid="slot-more">
        <Icon name="right" size={14} />
        More
        <span className={styles.unseen}>for {name}</span>
        {set !== '' && <span className={styles.set}>{set}</span>}
      </summary>
      <div className={styles.moreFields}>
        <Textarea
          label="Hint"
          description="How to take this photo. Shown beside the camera."
          placeholder="Stand about two meters away, so that the whole bumper is visible."
          value={slot.hint}
          onChange={(event) => onEdit({ hint: event.currentTarget.value })}
          error={errorOf('hint')}
          maxLength={MAX_HINT}
          autosize
          minRows={2}
          maxRows={6}
          data-testid="slot-hint"
        />
        <div className={styles.counts}>
          {(['min_photos', 'max_photos'] as const).map((field) => (
            <NumberInput
              key={field}
              label={field === 'min_photos' ? 'Photos, at least' : 'Photos, at most'}
              value={slot[field]}
              onChange={(value) => onEdit(countEdit(slot, field, typeof value === 'number' ? value : ''))}
              error={errorOf(field)}
              min={1}
              max={maxPhotos}
              allowDecimal={false}
              allowNegative={false}
              data-testid={field === 'min_photos' ? 'slot-min' : 'slot-max'}
            />
          ))}
        </div>
        <div className={styles.pictures}>
          <PictureField
            purpose="guide"
            name={name}
            chosen={{ guide: slot.guide, imageId: slot.guide_image_id }}
            error={errorOf('guide') ?? errorOf('guide_image_id')}
            onChange={({ guide, imageId }) => onEdit({ guide, guide_image_id: imageId })}
          />
          <PictureField
            purpose="example"
            name={name}
            chosen={{ guide: null, imageId: slot.example_image_id }}
            error={errorOf('example_image_id')}
            onChange={({ imageId }) => onEdit({ example_image_id: imageId })}
          />
        </div>
      </div>
    </details>
  );
}
