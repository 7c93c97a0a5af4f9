import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Grip, RowButtons } from './row-controls.tsx';
import { SlotMore } from './slot-more.tsx';
import type { DraftSlot, SlotField } from './slots.ts';
import styles from './slots-editor.module.css';

export interface SlotRowProps {
  slot: DraftSlot;
  index: number;
  count: number;
  errorOf: (field: SlotField) => string | undefined;
  maxPhotos: number | undefined;
  onEdit: (changes: Partial<DraftSlot>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  onEnter: (() => void) | undefined;
  list: React.RefObject<HTMLOListElement | null>;
}

/** One photo that is asked for. */
export function SlotRow(props: SlotRowProps) {
  const { slot, index, count, errorOf, onEdit, onMove, onRemove, onEnter, list } = props;
  const [dragged, setDragged] = useState(false);
  const name = `photo ${index + 1}`;
  return (
    <li className={styles.slot} data-row={slot.key} data-dragged={dragged || undefined} data-testid="slot">
      <Grip {...{ index, list, onMove, dragged }} onDrag={setDragged} testId="slot-grip" />
      <span className={styles.number} aria-hidden="true">
        {index + 1}
      </span>
      <TextInput
        className={styles.text}
        aria-label={`What ${name} should show`}
        placeholder={index === 0 ? 'The whole car from the front' : 'What should this photo show?'}
        value={slot.instructions}
        error={errorOf('instructions')}
        onChange={(event) => onEdit({ instructions: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (index === count - 1) onEnter?.();
        }}
        data-testid="slot-text"
      />
      <Switch
        className={styles.required}
        label="Required"
        aria-label={`Required: ${name}`}
        checked={slot.is_required}
        onChange={(event) => onEdit({ is_required: event.currentTarget.checked })}
      />
      <div className={styles.buttons}>
        <RowButtons {...{ name, index, count, onMove, onRemove }} />
      </div>
      <SlotMore {...{ slot, name, errorOf, onEdit }} maxPhotos={props.maxPhotos} />
    </li>
  );
}
