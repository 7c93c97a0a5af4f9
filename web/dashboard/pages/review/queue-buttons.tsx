import { ActionIcon, Tooltip } from '@mantine/core';
import { Icon, type IconName } from '../../components/index.ts';
import styles from './review.module.css';
import type { useQueue } from './use-queue.ts';

/** From request to request, and what the keyboard can do. */
export function QueueButtons({ queue, onKeys }: { queue: ReturnType<typeof useQueue>; onKeys: () => void }) {
  const isLast = queue.index >= queue.queue.length - 1;
  return (
    <div className={styles.queueButtons}>
      <span className={styles.wideOnly}>
        <button type="button" className={styles.keysButton} onClick={onKeys} data-testid="show-keys">
          <kbd>?</kbd> Keyboard shortcuts
        </button>
      </span>
      <StepButton
        label="Previous request"
        icon="left"
        idle={queue.index === 0}
        onClick={() => queue.step(-1)}
      />
      <StepButton label="Next request" icon="right" idle={isLast} onClick={() => queue.step(1)} />
    </div>
  );
}

/** `idle` instead of disabled: at the end of the queue the button must keep the focus. */
function StepButton(props: { label: string; icon: IconName; idle: boolean; onClick: () => void }) {
  const { label, icon, idle, onClick } = props;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={label}
        aria-disabled={idle || undefined}
        className={styles.step}
        onClick={() => !idle && onClick()}
      >
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  );
}
