import { ActionIcon, Switch, TextInput, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../../components/index.ts';
import { SlotMore } from './slot-more.tsx';
import { type DraftSlot, placeAt } from './slots.ts';
import styles from './slots-editor.module.css';

export interface SlotRowProps {
  slot: DraftSlot;
  index: number;
  count: number;
  errorOf: (field: 'instructions' | 'hint' | 'min_photos' | 'max_photos') => string | undefined;
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
        <RowButton label={`Move ${name} up`} icon="up" idle={index === 0} onClick={() => onMove(index - 1)} />
        <RowButton
          label={`Move ${name} down`}
          icon="down"
          idle={index === count - 1}
          onClick={() => onMove(index + 1)}
        />
        <RowButton label={`Remove ${name}`} icon="close" onClick={onRemove} />
      </div>
      <SlotMore {...{ slot, name, errorOf, onEdit }} maxPhotos={props.maxPhotos} />
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
