import { ActionIcon, Tooltip } from '@mantine/core';
import { Icon } from '../../../components/index.ts';
import { placeAt } from './list-order.ts';
import styles from './row-controls.module.css';

export interface GripProps {
  index: number;
  /** Its rows have `data-row`. */
  list: React.RefObject<HTMLElement | null>;
  onMove: (to: number) => void;
  dragged: boolean;
  onDrag: (dragged: boolean) => void;
  testId: string;
}

/** For mouse and finger; the keyboard has the arrows. */
export function Grip({ index, list, onMove, dragged, onDrag, testId }: GripProps) {
  const drag = (event: React.PointerEvent) => {
    if (!dragged || list.current === null) return;
    const rows = [...list.current.querySelectorAll('[data-row]')];
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
      data-testid={testId}
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

interface RowButtonsProps {
  /** "photo 2" */
  name: string;
  index: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}

export function RowButtons({ name, index, count, onMove, onRemove }: RowButtonsProps) {
  return (
    <>
      <RowButton label={`Move ${name} up`} icon="up" idle={index === 0} onClick={() => onMove(index - 1)} />
      <RowButton
        label={`Move ${name} down`}
        icon="down"
        idle={index === count - 1}
        onClick={() => onMove(index + 1)}
      />
      <RowButton label={`Remove ${name}`} icon="close" onClick={onRemove} />
    </>
  );
}

/** `idle` instead of disabled: at the end of the list the button must keep the focus. */
export function RowButton(props: {
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
