import { Icon } from '../../../components/index.ts';
import styles from './side-button.module.css';

interface SideButtonProps {
  side: 'left' | 'right';
  label: string;
  idle: boolean;
  onClick: () => void;
}

/** Leads from one photo to the next. At the ends it stays, so that the focus has a place. */
export function SideButton({ side, label, idle, onClick }: SideButtonProps) {
  return (
    <button
      type="button"
      className={styles.side}
      data-side={side}
      aria-disabled={idle || undefined}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon name={side} size={26} />
    </button>
  );
}
