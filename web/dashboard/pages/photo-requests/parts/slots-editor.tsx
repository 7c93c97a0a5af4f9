import { ActionIcon, Button, Switch, TextInput, Tooltip } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '../../../components/index.ts';
import { type DraftSlot, draftSlot, moveSlot, placeAt } from './slots.ts';
import styles from './slots-editor.module.css';

export interface SlotsEditorProps {
  slots: DraftSlot[];
  onChange: (slots: DraftSlot[]) => void;
  /** As many photos as the plan allows; undefined while it is not known. */
  maxPhotos: number | undefined;
  /** Of the fields `photo_slots` and `photo_slots.0.instructions`. */
  errors: Record<string, string>;
}

/** The photos that are asked for, one by one. Their order is changed by dragging or with the arrows. */
export function SlotsEditor({ slots, onChange, maxPhotos, errors }: SlotsEditorProps) {
  const list = useRef<HTMLOListElement>(null);
  const [said, say] = useState('');
  const isFull = maxPhotos !== undefined && slots.length >= maxPhotos;

  /** Drawn at once: whoever types on without a pause finds their letters in the field that was promised. */
  const changeAndFocus = (changed: DraftSlot[], selector: string) => {
    flushSync(() => onChange(changed));
    list.current?.querySelector<HTMLElement>(selector)?.focus();
  };
  const move = (from: number, to: number) => {
    const moved = moveSlot(slots, from, to);
    if (moved === slots) return;
    onChange(moved);
    say(`Moved to position ${to + 1} of ${slots.length}.`);
  };
  const add = () => {
    const slot = draftSlot();
    changeAndFocus([...slots, slot], `[data-slot="${slot.key}"] input`);
  };
  const remove = (index: number) => {
    say(`Photo ${index + 1} removed.`);
    const next = slots[index + 1] ?? slots[index - 1];
    changeAndFocus(
      slots.filter((_, at) => at !== index),
      next === undefined ? '[data-add]' : `[data-slot="${next.key}"] input`,
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
            error={errors[`photo_slots.${index}.instructions`]}
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

interface SlotRowProps {
  slot: DraftSlot;
  index: number;
  count: number;
  error: string | undefined;
  onEdit: (changes: Partial<DraftSlot>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  onEnter: (() => void) | undefined;
  list: React.RefObject<HTMLOListElement | null>;
}

function SlotRow({ slot, index, count, error, onEdit, onMove, onRemove, onEnter, list }: SlotRowProps) {
  const [dragged, setDragged] = useState(false);
  const name = `photo ${index + 1}`;
  return (
    <li className={styles.slot} data-slot={slot.key} data-dragged={dragged || undefined} data-testid="slot">
      <Grip index={index} list={list} onMove={onMove} dragged={dragged} onDrag={setDragged} />
      <span className={styles.number} aria-hidden="true">
        {index + 1}
      </span>
      <TextInput
        className={styles.text}
        aria-label={`What ${name} should show`}
        placeholder={index === 0 ? 'The whole car from the front' : 'What should this photo show?'}
        value={slot.instructions}
        error={error}
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
        <RowButton label={`Move ${name} up`} icon="up" idle={index === 0} onClick={() => onMove(index - 1)} />
        <RowButton
          label={`Move ${name} down`}
          icon="down"
          idle={index === count - 1}
          onClick={() => onMove(index + 1)}
        />
        <RowButton label={`Remove ${name}`} icon="close" onClick={onRemove} />
      </div>
    </li>
  );
}

interface GripProps extends Pick<SlotRowProps, 'index' | 'list' | 'onMove'> {
  dragged: boolean;
  onDrag: (dragged: boolean) => void;
}

/** For mouse and finger; the keyboard has the arrows. */
function Grip({ index, list, onMove, dragged, onDrag }: GripProps) {
  const drag = (event: React.PointerEvent) => {
    if (!dragged || list.current === null) return;
    const rows = [...list.current.querySelectorAll('[data-slot]')];
    const middles = rows.map((row) => {
      const { top, height } = row.getBoundingClientRect();
      return top + height / 2;
    });
    onMove(placeAt(event.clientY, middles, index));
  };
  return (
    <span
      className={styles.grip}
      aria-hidden="true"
      data-testid="slot-grip"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        onDrag(true);
      }}
      onPointerMove={drag}
      onPointerUp={() => onDrag(false)}
      onPointerCancel={() => onDrag(false)}
    >
      <Icon name="grip" />
    </span>
  );
}

/** `idle` instead of disabled: at the end of the list the button must keep the focus. */
function RowButton(props: {
  label: string;
  icon: 'up' | 'down' | 'close';
  idle?: boolean;
  onClick: () => void;
}) {
  const { label, icon, idle, onClick } = props;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        aria-disabled={idle || undefined}
        data-idle={idle || undefined}
        className={styles.button}
        onClick={() => !idle && onClick()}
      >
        <span data-turned={icon === 'up' || undefined}>
          <Icon name={icon === 'up' ? 'down' : icon} size={16} />
        </span>
      </ActionIcon>
    </Tooltip>
  );
}
