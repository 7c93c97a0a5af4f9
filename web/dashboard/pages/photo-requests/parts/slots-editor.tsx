import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '../../../components/index.ts';
import { moveItem } from './list-order.ts';
import { SlotRow } from './slot-row.tsx';
import { type DraftSlot, draftSlot, slotProblems, totalPhotosOf } from './slots.ts';
import styles from './slots-editor.module.css';

export interface SlotsEditorProps {
  slots: DraftSlot[];
  onChange: (slots: DraftSlot[]) => void;
  /** As many photos as the plan allows; undefined while it is not known. */
  maxPhotos: number | undefined;
  /** By field: `photo_slots`, `photo_slots.0.instructions` and the like. */
  errors: Record<string, string>;
}

/** The photos that are asked for, one by one. Their order is changed by dragging or with the arrows. */
export function SlotsEditor({ slots, onChange, maxPhotos, errors: refused }: SlotsEditorProps) {
  const list = useRef<HTMLOListElement>(null);
  const [said, say] = useState('');
  const isFull = maxPhotos !== undefined && totalPhotosOf(slots) >= maxPhotos;
  const errors = { ...refused, ...slotProblems(slots, maxPhotos) };

  /** Drawn at once: whoever types on without a pause finds their letters in the field that was promised. */
  const changeAndFocus = (changed: DraftSlot[], selector: string) => {
    flushSync(() => onChange(changed));
    list.current?.querySelector<HTMLElement>(selector)?.focus();
  };
  const move = (from: number, to: number) => {
    const moved = moveItem(slots, from, to);
    if (moved === slots) return;
    onChange(moved);
    say(`Moved to position ${to + 1} of ${slots.length}.`);
  };
  const add = () => {
    const slot = draftSlot();
    changeAndFocus([...slots, slot], `[data-row="${slot.key}"] input`);
  };
  const remove = (index: number) => {
    say(`Photo ${index + 1} removed.`);
    const next = slots[index + 1] ?? slots[index - 1];
    changeAndFocus(
      slots.filter((_, at) => at !== index),
      next === undefined ? '[data-add]' : `[data-row="${next.key}"] input`,
    );
  };

  return (
    <div className={styles.editor}>
      <ol className={styles.slots} ref={list} data-testid="slots">
        {slots.map((slot, index) => (
          <SlotRow
            key={slot.key}
            slot={slot}
            index={index}
            count={slots.length}
            errorOf={(field) => errors[`photo_slots.${index}.${field}`]}
            maxPhotos={maxPhotos}
            onEdit={(changes) =>
              onChange(slots.map((one) => (one.key === slot.key ? { ...one, ...changes } : one)))
            }
            onMove={(to) => move(index, to)}
            onRemove={() => remove(index)}
            onEnter={isFull ? undefined : add}
            list={list}
          />
        ))}
        <AddRow count={slots.length} maxPhotos={isFull ? maxPhotos : undefined} onAdd={add} />
      </ol>
      {errors.photo_slots !== undefined && (
        <p className={styles.error} role="alert" tabIndex={-1} data-field-error>
          {errors.photo_slots}
        </p>
      )}
      <span className={styles.unseen} role="status">
        {said}
      </span>
    </div>
  );
}

/** With `maxPhotos` there is no room for another one. */
function AddRow({
  count,
  maxPhotos,
  onAdd,
}: {
  count: number;
  maxPhotos: number | undefined;
  onAdd: () => void;
}) {
  return (
    <li className={styles.addRow}>
      <Button
        variant="default"
        leftSection={<Icon name="plus" size={16} />}
        onClick={onAdd}
        disabled={maxPhotos !== undefined}
        data-add
        data-testid="add-slot"
      >
        {count === 0 ? 'Add a photo' : 'Add another photo'}
      </Button>
      {maxPhotos !== undefined && <span>Your plan allows {maxPhotos} photos per request.</span>}
    </li>
  );
}
