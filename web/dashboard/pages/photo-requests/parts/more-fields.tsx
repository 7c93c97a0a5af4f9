import { Icon } from '../../../components/index.ts';
import styles from './form-layout.module.css';

/** What few people need, one click away. */
export function MoreFields({ open, children }: { open?: boolean; children: React.ReactNode }) {
  return (
    <details className={styles.more} open={open}>
      <summary data-testid="more-fields">
        <Icon name="right" size={16} />
        More options
      </summary>
      <div>{children}</div>
    </details>
  );
}
